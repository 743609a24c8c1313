import Encoding

/// The parameters of authenticatorMakeCredential (CTAP 2.1 §6.1).
struct MakeCredentialRequest: Sendable {
  let clientDataHash: [UInt8]
  let rpID: String
  let user: CredentialUser
  /// The acceptable types and algorithms.
  let algorithms: [(type: String, algorithm: Int64)]
  let excluded: [CredentialDescriptor]
  let extensions: MakeCredentialExtensions
  let options: CommandOptions
  let parameter: [UInt8]?
  let protocolNumber: Int64?
  let enterpriseAttestation: Int?

  init(_ map: ParameterMap) throws(CTAPStatus) {
    clientDataHash = try map.clientDataHash(0x01)
    let rp = try map.map(0x02).required()
    rpID = try rp.text("id").required()
    _ = try rp.text("name")
    user = try CredentialUser(try map.map(0x03).required())
    var algorithms: [(type: String, algorithm: Int64)] = []
    for item in try map.array(0x04).required() {
      let parameters = try ParameterMap(item)
      algorithms.append((try parameters.text("type").required(), try parameters.integer("alg").required()))
    }
    self.algorithms = algorithms
    excluded = try CredentialDescriptor.list(try map.array(0x05) ?? [])
    extensions = try MakeCredentialExtensions(try map.map(0x06))
    options = try CommandOptions(try map.map(0x07))
    parameter = try map.bytes(0x08)
    protocolNumber = try map.integer(0x09)
    enterpriseAttestation = try map.unsigned(0x0a)
  }
}

/// The member `options` of a command; unknown options are ignored.
struct CommandOptions: Sendable {
  let rk: Bool?, up: Bool?, uv: Bool?

  init(_ map: ParameterMap?) throws(CTAPStatus) {
    rk = try map?.boolean("rk")
    up = try map?.boolean("up")
    uv = try map?.boolean("uv")
  }
}

extension ParameterMap {
  /// Returns the SHA-256 of the client data.
  func clientDataHash(_ key: ParameterKey) throws(CTAPStatus) -> [UInt8] {
    let hash = try bytes(key).required()
    guard hash.count == 32 else { throw .invalidLength }
    return hash
  }
}

/// The extension inputs of makeCredential (CTAP 2.1 §12); unknown extensions are ignored.
struct MakeCredentialExtensions: Sendable {
  let protection: CredentialProtection?
  let blob: [UInt8]?
  let hmacSecret: Bool
  let hmacSecretInput: HMACSecretInput?
  /// `true` if the extension is present. Its only valid value is `true`.
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
    // hmac-secret-mc requires hmac-secret (CTAP 2.2 §12.8).
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
