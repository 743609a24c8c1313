import Encoding

extension Authenticator {
  /// authenticatorConfig (CTAP 2.1 §6.11).
  func configure(_ request: ConfigurationRequest) async throws -> CBORValue? {
    guard let subcommand = request.subcommand else { throw CTAPStatus.invalidParameter }
    let memory = try await memory()
    let configuration = try memory.configuration()
    let isProtected = try await keys.pinStatus() != .notSet
    // Without a PIN there would be no way to turn it off again.
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

  /// setMinPINLength (CTAP 2.1 §6.11.4).
  private func setMinimum(_ parameters: ParameterMap, _ configuration: inout Configuration, isProtected: Bool) throws {
    let minimum = try parameters.unsigned(1) ?? configuration.minimumPINLength
    guard minimum >= configuration.minimumPINLength, minimum <= PINText.longest else { throw CTAPStatus.pinPolicyViolation }
    let parties = try parameters.array(2)?.map { item throws(CTAPStatus) in
      guard let text = item.text else { throw .unexpectedType }
      return text
    }
    let mustChange = try parameters.boolean(3) ?? false
    guard !mustChange || isProtected else { throw CTAPStatus.pinNotSet }
    guard (parties?.count ?? 0) <= Self.mostMinimumPINLengthRPIDs else { throw CTAPStatus.keyStoreFull }
    // A PIN whose length is not known counts as too short.
    if mustChange || (isProtected && minimum > configuration.pinLength ?? 0) { configuration.mustChangePIN = true }
    configuration.minimumPINLength = minimum
    if let parties { configuration.minimumPINLengthRPIDs = parties }
    if configuration.mustChangePIN { token = nil }
  }
}
