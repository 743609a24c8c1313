extension RelyingParty {
  /// Decodes and imports the public key of a record, for the signature of WebAuthn Level 3 §7.2 step 21.
  public func importKey(of credential: CredentialRecord) throws(WebAuthnError) -> CredentialKey {
    guard let key = try? COSEKey(credential.publicKey) else { throw WebAuthnError(.authentication(21), .unsupportedPublicKey) }
    let algorithm = try algorithms.algorithm(of: key, at: .authentication(21))
    do { return CredentialKey(encoded: credential.publicKey, key: try algorithm.verificationKey(key)) } catch {
      throw WebAuthnError(.authentication(21), error.code)
    }
  }
}
