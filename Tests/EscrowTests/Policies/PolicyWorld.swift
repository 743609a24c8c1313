import Escrow

/// Providers for tests.
enum PolicyWorld {
  /// - Parameters:
  ///   - costs: The cost of each use, by kind.
  ///   - upload: The cost for each truth and year.
  static func provider(
    _ name: String, _ costs: [(MethodType, String)], annual: String = "EUR:0", upload: String = "EUR:0",
    isUsable: Bool = true,
    operatorName: String? = nil
  ) -> PolicyProvider {
    let nothing = Amount("EUR:0")!
    let configuration = ProviderConfiguration(
      version: "1:0:0", businessName: name, currency: "EUR",
      methods: costs.map { ProviderConfiguration.Method($0.0, cost: Amount($0.1) ?? nothing) },
      storageLimitInMegabytes: 1,
      annualFee: Amount(annual) ?? nothing, truthUploadFee: Amount(upload) ?? nothing, liabilityLimit: nothing,
      providerSalt: Base32Bytes([UInt8](repeating: 1, count: 16)))
    return PolicyProvider(url: url(name), configuration: configuration, isUsable: isUsable, operatorName: operatorName)
  }
  static func free(
    _ name: String, _ types: [MethodType] = MethodType.known, isUsable: Bool = true, operatorName: String? = nil
  ) -> PolicyProvider {
    provider(name, types.map { ($0, "EUR:0") }, isUsable: isUsable, operatorName: operatorName)
  }
  static func url(_ name: String) -> String { "https://\(name).example/" }
  /// A short form of `[(0, "a"), (1, "b")]`.
  static func policy(_ challenges: (Int, String)...) -> PlannedPolicy {
    PlannedPolicy(challenges.map { PlannedChallenge(method: $0.0, provider: url($0.1)) })
  }
}
