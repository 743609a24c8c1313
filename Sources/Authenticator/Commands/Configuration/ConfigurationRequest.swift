import Encoding

/// The parameters of authenticatorConfig (CTAP 2.1 §6.11).
struct ConfigurationRequest: Sendable {
  enum Subcommand: Int, Sendable {
    case toggleAlwaysUV = 0x02
    case setMinPINLength = 0x03
  }

  /// `nil` for one that is not known here: enterprise attestation is one of those.
  let subcommand: Subcommand?
  let parameters: ParameterMap?
  let protocolNumber: Int64?
  let parameter: [UInt8]?
  /// What the platform authenticated.
  let message: [UInt8]

  init(_ map: ParameterMap) throws(CTAPStatus) {
    let number = try map.unsigned(0x01).required()
    subcommand = Subcommand(rawValue: number)
    parameters = try map.map(0x02)
    protocolNumber = try map.integer(0x03)
    parameter = try map.bytes(0x04)
    message =
      [UInt8](repeating: 0xff, count: 32) + [CTAPCommand.authenticatorConfig.rawValue, UInt8(truncatingIfNeeded: number)]
      + (map[0x02]?.encoded() ?? [])
  }
}
