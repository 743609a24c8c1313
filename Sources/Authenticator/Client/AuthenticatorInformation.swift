import Encoding

/// What an authenticator says of itself (CTAP 2.1 §6.4).
public struct AuthenticatorInformation: Hashable, Sendable {
  public let versions: [String]
  public let extensions: [String]
  /// 16 bytes.
  public let aaguid: [UInt8]
  public let options: [String: Bool]
  /// In bytes; 1024 where it does not say.
  public let longestMessage: Int
  public let pinProtocols: [PINProtocolVersion]
  public let mostCredentialsInList: Int?
  public let longestCredentialID: Int?
  public let transports: [String]
  public let algorithms: [Int64]
  public let largeBlobArray: Int?
  public let mustChangePIN: Bool
  public let minimumPINLength: Int
  public let longestCredBlob: Int?
  public let remainingDiscoverableCredentials: Int?

  init(_ map: ParameterMap) throws {
    versions = try map.array(0x01).present().compactMap(\.text)
    extensions = try map.array(0x02)?.compactMap(\.text) ?? []
    aaguid = try map.bytes(0x03).present()
    var options: [String: Bool] = [:]
    for entry in try map.map(0x04)?.entries ?? [] { if let name = entry.key.text, case .boolean(let flag) = entry.value { options[name] = flag } }
    self.options = options
    longestMessage = try map.unsigned(0x05) ?? 1024
    pinProtocols = try map.array(0x06)?.compactMap { $0.integer.flatMap(PINProtocolVersion.init) } ?? []
    mostCredentialsInList = try map.unsigned(0x07)
    longestCredentialID = try map.unsigned(0x08)
    transports = try map.array(0x09)?.compactMap(\.text) ?? []
    algorithms = try map.array(0x0a)?.compactMap { $0["alg"]?.integer } ?? []
    largeBlobArray = try map.unsigned(0x0b)
    mustChangePIN = try map.boolean(0x0c) ?? false
    minimumPINLength = try map.unsigned(0x0d) ?? Configuration.leastPINLength
    longestCredBlob = try map.unsigned(0x0f)
    remainingDiscoverableCredentials = try map.unsigned(0x14)
  }
}
