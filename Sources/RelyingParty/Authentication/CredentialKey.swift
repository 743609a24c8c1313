/// A credential's public key, decoded and imported. A server that meets the same credential often may keep it beside the record and save
/// the import; for RSA that is a seventh of the whole ceremony.
public struct CredentialKey: Sendable {
  let encoded: [UInt8]
  let key: any VerificationKey
}

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
