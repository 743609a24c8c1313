import Encoding

/// The parameters of authenticatorCredentialManagement (CTAP 2.1 §6.8).
struct CredentialManagementRequest: Sendable {
  enum Subcommand: UInt8, Sendable {
    case getCredentialsMetadata = 0x01
    case enumerateRPsBegin = 0x02
    case enumerateRPsGetNext = 0x03
    case enumerateCredentialsBegin = 0x04
    case enumerateCredentialsGetNext = 0x05
    case deleteCredential = 0x06
    case updateUserInformation = 0x07
  }

  let subcommand: Subcommand
  let parameters: ParameterMap?
  let protocolNumber: Int64?
  let parameter: [UInt8]?
  /// What the platform authenticated: the subcommand, and the encoding of its parameters.
  let message: [UInt8]

  init(_ map: ParameterMap) throws(CTAPStatus) {
    guard let subcommand = Subcommand(rawValue: UInt8(clamping: try map.unsigned(0x01).required())) else { throw .invalidSubcommand }
    self.subcommand = subcommand
    parameters = try map.map(0x02)
    protocolNumber = try map.integer(0x03)
    parameter = try map.bytes(0x04)
    // Canonical bytes have one encoding, so this is what came.
    message = [subcommand.rawValue] + (map[0x02]?.encoded() ?? [])
  }
}
