import Encoding

/// The parameters of authenticatorClientPIN (CTAP 2.1 §6.5.5).
struct ClientPINRequest: Sendable {
  enum Subcommand: Int, Sendable {
    case getPINRetries = 0x01
    case getKeyAgreement = 0x02
    case setPIN = 0x03
    case changePIN = 0x04
    case getPINToken = 0x05
    case getTokenUsingUV = 0x06
    case getUVRetries = 0x07
    case getTokenUsingPIN = 0x09
  }

  let subcommand: Subcommand
  let protocolNumber: Int64?
  let keyAgreement: ParameterMap?
  let parameter: [UInt8]?
  let newPIN: [UInt8]?
  let pinHash: [UInt8]?
  let permissions: TokenPermissions?
  let rpID: String?

  init(_ map: ParameterMap) throws(CTAPStatus) {
    protocolNumber = try map.integer(0x01)
    guard let subcommand = Subcommand(rawValue: try map.unsigned(0x02).required()) else { throw .invalidSubcommand }
    self.subcommand = subcommand
    keyAgreement = try map.map(0x03)
    parameter = try map.bytes(0x04)
    newPIN = try map.bytes(0x05)
    pinHash = try map.bytes(0x06)
    permissions = try map.unsigned(0x09).map(TokenPermissions.init)
    rpID = try map.text(0x0a)
  }

  func version() throws(CTAPStatus) -> PINProtocolVersion { try PINProtocolVersion(parameter: protocolNumber) }
}
