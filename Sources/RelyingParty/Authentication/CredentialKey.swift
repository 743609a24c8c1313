/// A credential's public key, decoded and imported. A server that meets the same credential often may keep it beside the record and save
/// the import; for RSA that is a seventh of the whole ceremony.
public struct CredentialKey: Sendable {
  let encoded: [UInt8]
  let key: any VerificationKey
}
