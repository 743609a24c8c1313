extension RelyingParty {
  /// Decodes and imports the public key of a record.
  public func importKey(of credential: CredentialRecord) throws(WebAuthnError) -> CredentialKey {
    guard let key = try? COSEKey(credential.publicKey), let algorithm = algorithms[key.algorithm] else {
      throw WebAuthnError(.authentication(21), .unsupportedPublicKey)
    }
    do { return CredentialKey(encoded: credential.publicKey, key: try algorithm.verificationKey(key)) } catch {
      throw WebAuthnError(.authentication(21), error.code)
    }
  }
}
