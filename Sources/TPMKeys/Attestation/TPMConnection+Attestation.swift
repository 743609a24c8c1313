import Authenticator
import CTSS2
import Encoding

extension TPMConnection {
  /// What the TPM says of `key`, signed by `attestationKey`. Both have an empty authorization value for this.
  func certify(_ key: ESYS_TR, by attestationKey: ESYS_TR, over extraData: [UInt8]) throws(KeyStoreError) -> (certInfo: [UInt8], signature: [UInt8]) {
    guard var qualifying = TPM2B_DATA(extraData) else { throw KeyStoreError(.failed, "More is to be certified than the TPM takes.") }
    var scheme = TPMT_SIG_SCHEME()
    scheme.scheme = Algorithm.null
    var information: UnsafeMutablePointer<TPM2B_ATTEST>?, signature: UnsafeMutablePointer<TPMT_SIGNATURE>?
    try run("TPM2_Certify") {
      Esys_Certify(esys, key, attestationKey, Handle.password, Handle.password, Handle.none, &qualifying, &scheme, &information, &signature)
    }
    defer { Esys_Free(signature) }
    let certInfo = try Self.take(information) { $0.pointee.bytes }
    guard let encoded = signature.flatMap({ Self.encoded($0.pointee) }) else { throw KeyStoreError(.failed) }
    return (certInfo, encoded)
  }

  /// What the authority hid, where both keys are in this TPM.
  func activate(_ challenge: AttestationChallenge, for attestationKey: ESYS_TR, by endorsement: EndorsementKey) throws(KeyStoreError) -> Secret {
    guard var credential = TPM2B_ID_OBJECT(challenge.credential), var secret = TPM2B_ENCRYPTED_SECRET(challenge.secret) else {
      throw KeyStoreError(.unknownKey, "It is no credential.")
    }
    var session = Handle.password
    if !endorsement.usesAuthorization {
      session = try startSession(.policy)
      if case .refused(let refusal) = try policySecret(of: Handle.endorsement, session, authorizing: Handle.password) { throw refusal.error }
    }
    var found: UnsafeMutablePointer<TPM2B_DIGEST>?
    try run("TPM2_ActivateCredential") {
      Esys_ActivateCredential(
        esys, attestationKey, endorsement.handle, Handle.password, session, Handle.none, &credential, &secret, &found)
    }
    forget(session)
    return try Self.take(found) { found in
      defer { withUnsafeMutableBytes(of: &found.pointee) { Wiping.wipe($0) } }
      return found.pointee.secret
    }
  }
}
