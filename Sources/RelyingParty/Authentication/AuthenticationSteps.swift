import Encoding

extension RelyingParty {
  /// Performs §7.2 steps 5 and 6: verifies that the credential is among the allowed ones and belongs to the account.
  func identify(
    _ response: AuthenticationResponse, state: AuthenticationState, credential: CredentialRecord,
    policy: UserHandlePolicy
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
        // An imported record that names no account proves nothing about the account that the response names.
        guard !state.requiresUserHandle else { throw WebAuthnError(.authentication(6), .userHandleMismatch) }
        return
      }
      guard received == owner else { throw WebAuthnError(.authentication(6), .userHandleMismatch) }
    } else if state.requiresUserHandle || policy == .required {
      throw WebAuthnError(.authentication(6), .userHandleMissing)
    }
  }

  /// Performs §7.2 step 15. If the extension `appid` (§10.1.1) was requested and used, the hash of its AppID may
  /// replace that of the RP ID.
  func verifyRPIDHash(
    _ data: AuthenticatorData, appid: String?, results: ClientExtensionResults?
  ) throws(WebAuthnError) {
    if data.isScoped(to: idHash) { return }
    if let appid, results?.boolean("appid") == true {
      if data.isScoped(to: Array(appid.utf8).hash) { return }
      throw WebAuthnError(
        .authentication(15), .rpIDHashMismatch, expected: "the hash of \(id) or of the AppID \(appid)")
    }
    throw WebAuthnError(.authentication(15), .rpIDHashMismatch, expected: "the hash of \(id)")
  }

  /// Performs §7.2 steps 20 and 21: verifies the signature over the authenticator data and the hash of the client data.
  func verifySignature(_ response: AuthenticationResponse, _ credential: CredentialRecord) throws(WebAuthnError) {
    let key = try verificationKey(of: credential)
    guard key.isValid(response.signature, for: response.authenticatorData.appendingHash(of: response.clientData.bytes))
    else {
      throw WebAuthnError(.authentication(21), .badSignature)
    }
  }

  /// Throws if no sign-in with this record could ever succeed, because its public key is malformed or of an algorithm
  /// that this relying party cannot verify.
  public func verifyKey(of credential: CredentialRecord) throws(WebAuthnError) {
    _ = try verificationKey(of: credential)
  }

  /// Returns the public key of a record, decoded and imported, from the cache if there is one.
  private func verificationKey(of credential: CredentialRecord) throws(WebAuthnError) -> any VerificationKey {
    if let key = keys?[credential.publicKey, algorithms] { return key }
    guard let key = try? COSEKey(credential.publicKey) else {
      throw WebAuthnError(.authentication(21), .unsupportedPublicKey)
    }
    let algorithm = try algorithms.algorithm(of: key, at: .authentication(21))
    let imported: any VerificationKey
    do { imported = try algorithm.verificationKey(key) } catch { throw WebAuthnError(.authentication(21), error.code) }
    keys?.insert(imported, of: algorithm.identifier, encoded: credential.publicKey)
    return imported
  }
}
