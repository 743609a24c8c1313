import Encoding

extension Authenticator {
  /// Performs authenticatorConfig (CTAP 2.1 §6.11).
  func configure(_ request: ConfigurationRequest) async throws -> CBORValue? {
    guard let subcommand = request.subcommand else { throw CTAPStatus.invalidParameter }
    let memory = try await memory()
    let configuration = try memory.configuration()
    let isProtected = try await keys.pinStatus() != .notSet
    // Without a PIN, this could not be turned off again.
    if isProtected || (configuration.alwaysVerifies && subcommand != .toggleAlwaysUV) {
      guard let parameter = request.parameter else { throw CTAPStatus.puatRequired }
      try useToken(request.message, parameter, request.protocolNumber, for: .authenticatorConfiguration)
    }
    try memory.change { configuration in
      switch subcommand {
      case .toggleAlwaysUV: configuration.alwaysVerifies.toggle()
      case .setMinPINLength: try setMinimum(try request.parameters.required(), &configuration, isProtected: isProtected)
      }
    }
    return nil
  }

  /// Performs setMinPINLength (CTAP 2.1 §6.11.4).
  private func setMinimum(_ parameters: ParameterMap, _ configuration: inout Configuration, isProtected: Bool) throws {
    let minimum = try parameters.unsigned(1) ?? configuration.minimumPINLength
    guard minimum >= configuration.minimumPINLength, minimum <= PINText.longest else {
      throw CTAPStatus.pinPolicyViolation
    }
    let parties = try parameters.array(2)?.map { item throws(CTAPStatus) in
      guard let text = item.text else { throw .unexpectedType }
      return text
    }
    let mustChange = try parameters.boolean(3) ?? false
    guard !mustChange || isProtected else { throw CTAPStatus.pinNotSet }
    guard (parties?.count ?? 0) <= Self.mostMinimumPINLengthRPIDs else { throw CTAPStatus.keyStoreFull }
    // A PIN of unknown length counts as too short.
    if mustChange || (isProtected && minimum > configuration.pinLength ?? 0) { configuration.mustChangePIN = true }
    configuration.minimumPINLength = minimum
    if let parties { configuration.minimumPINLengthRPIDs = parties }
    if configuration.mustChangePIN { token = nil }
  }
}

/// The parameters of authenticatorConfig (CTAP 2.1 §6.11).
struct ConfigurationRequest: Sendable {
  enum Subcommand: Int, Sendable {
    case toggleAlwaysUV = 0x02
    case setMinPINLength = 0x03
  }

  /// The subcommand; `nil` if it is unknown, including enterprise attestation.
  let subcommand: Subcommand?
  let parameters: ParameterMap?
  let protocolNumber: Int64?
  let parameter: [UInt8]?
  /// The message that the platform authenticated.
  let message: [UInt8]

  init(_ map: ParameterMap) throws(CTAPStatus) {
    let number = try map.unsigned(0x01).required()
    subcommand = Subcommand(rawValue: number)
    parameters = try map.map(0x02)
    protocolNumber = try map.integer(0x03)
    parameter = try map.bytes(0x04)
    message =
      [UInt8](repeating: 0xff, count: 32) + [
        CTAPCommand.authenticatorConfig.rawValue, UInt8(truncatingIfNeeded: number),
      ]
      + (map[0x02]?.encoded() ?? [])
  }
}

/// The state that authenticatorConfig changes (CTAP 2.1 §6.11), and the facts about the PIN that the command needs. It
/// is kept in sealed storage.
struct Configuration: Hashable, Sendable {
  /// The smallest minimum PIN length that the specification allows, in code points.
  static let leastPINLength = 4

  var alwaysVerifies: Bool
  var minimumPINLength = Self.leastPINLength
  /// The relying parties that may learn the minimum PIN length.
  var minimumPINLengthRPIDs: [String] = []
  var mustChangePIN = false
  /// The PIN's length in code points; `nil` if the PIN was not set through this authenticator.
  var pinLength: Int?

  init(alwaysVerifies: Bool) { self.alwaysVerifies = alwaysVerifies }

  var encoded: [UInt8] {
    CBORValue.members([
      1: .boolean(alwaysVerifies), 2: .number(minimumPINLength), 3: .array(minimumPINLengthRPIDs.map(CBORValue.text)),
      4: .boolean(mustChangePIN),
      5: pinLength.map { .number($0) },
    ]).encoded()
  }

  init?(_ bytes: [UInt8]) {
    guard let map = try? ParameterMap(decoding: bytes), let always = try? map.boolean(1),
      let minimum = try? map.unsigned(2),
      let parties = try? map.array(3), let mustChange = try? map.boolean(4)
    else { return nil }
    (alwaysVerifies, minimumPINLength, mustChangePIN) = (always, minimum, mustChange)
    minimumPINLengthRPIDs = parties.compactMap(\.text)
    pinLength = (try? map.unsigned(5)) ?? nil
  }
}
