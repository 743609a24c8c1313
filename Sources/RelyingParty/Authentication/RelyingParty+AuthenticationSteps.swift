import Crypto
import Encoding

extension RelyingParty {
  /// §7.2 steps 5 and 6: is the credential one of those that were allowed, and does it belong to the account?
  func identify(
    _ response: AuthenticationResponse, state: AuthenticationState, credential: CredentialRecord, policy: UserHandlePolicy
  ) throws(WebAuthnError) {
    guard state.allowedCredentials.isEmpty || state.allowedCredentials.contains(response.credentialID) else {
      throw WebAuthnError(.authentication(5), .credentialNotAllowed)
    }
    guard response.credentialID == credential.id else { throw WebAuthnError(.authentication(6), .credentialIDMismatch) }
    if let expected = state.userHandle, let owner = credential.userHandle, expected != owner {
      throw WebAuthnError(.authentication(6), .userHandleMismatch)
    }
    if let received = response.userHandle {
      guard let owner = credential.userHandle ?? state.userHandle else {
        // An imported record that names no account is no proof for the account that the response names.
        guard !state.requiresUserHandle else { throw WebAuthnError(.authentication(6), .userHandleMismatch) }
        return
      }
      guard received == owner else { throw WebAuthnError(.authentication(6), .userHandleMismatch) }
    } else if state.requiresUserHandle || policy == .required {
      throw WebAuthnError(.authentication(6), .userHandleMissing)
    }
  }

  /// §7.2 step 15. Where the extension `appid` (§10.1.1) was asked for and used, its hash may stand in place of the RP ID's.
  func verifyRPIDHash(_ data: AuthenticatorData, appid: String?, results: ClientExtensionResults?) throws(WebAuthnError) {
    if data.rpIDHash.elementsEqual(idHash) { return }
    if let appid, results?.boolean("appid") == true {
      if data.rpIDHash.elementsEqual(SHA256.hash(data: Array(appid.utf8))) { return }
      throw WebAuthnError(.authentication(15), .rpIDHashMismatch, expected: "the hash of \(id) or of the AppID \(appid)")
    }
    throw WebAuthnError(.authentication(15), .rpIDHashMismatch, expected: "the hash of \(id)")
  }

  /// §7.2 steps 20 and 21: the signature of the authenticator data and the hash of the client data.
  func verifySignature(_ response: AuthenticationResponse, _ credential: CredentialRecord, key: CredentialKey?) throws(WebAuthnError) {
    let message = response.authenticatorData.appendingHash(of: response.clientData.bytes)
    // A key that was kept counts only for the record it was made from.
    let usable: CredentialKey
    if let key, key.encoded == credential.publicKey { usable = key } else { usable = try importKey(of: credential) }
    guard usable.key.isValid(response.signature, for: message) else {
      throw WebAuthnError(.authentication(21), .badSignature)
    }
  }
}
