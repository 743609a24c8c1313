import Encoding

/// What makeCredential is asked of the extensions (CTAP 2.1 §12); those that are not known are passed over.
struct MakeCredentialExtensions: Sendable {
  let protection: CredentialProtection?
  let blob: [UInt8]?
  let hmacSecret: Bool
  let hmacSecretInput: HMACSecretInput?
  /// Present only as `true`.
  let largeBlobKey: Bool
  let minimumPINLength: Bool

  init(_ map: ParameterMap?) throws(CTAPStatus) {
    protection = try Self.protection(try map?.integer("credProtect"))
    blob = try map?.bytes("credBlob")
    hmacSecret = try map?.boolean("hmac-secret") ?? false
    hmacSecretInput = try Self.input(try map?.map("hmac-secret-mc"))
    let key = try map?.boolean("largeBlobKey")
    guard key != false else { throw .invalidOption }
    largeBlobKey = key == true
    minimumPINLength = try map?.boolean("minPinLength") ?? false
    // hmac-secret-mc is an addition to hmac-secret (CTAP 2.2 §12.8).
    guard hmacSecretInput == nil || hmacSecret else { throw .missingParameter }
  }

  private static func protection(_ number: Int64?) throws(CTAPStatus) -> CredentialProtection? {
    guard let number else { return nil }
    guard let protection = CredentialProtection(rawValue: number) else { throw .invalidOption }
    return protection
  }

  private static func input(_ map: ParameterMap?) throws(CTAPStatus) -> HMACSecretInput? {
    guard let map else { return nil }
    return try HMACSecretInput(map)
  }
}
