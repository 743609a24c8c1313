extension ProviderClient {
  /// Nothing has to be looked up for it: who is slower than this is not there for the person who waits.
  private static let patienceWithConfiguration = Duration.seconds(10)

  /// What a provider says of itself.
  ///
  /// - Throws: `unreachable`, `limited`, `unexpected` where somebody else answers there, or something that a provider cannot be.
  public func configuration(of provider: ProviderAddress) async throws(EscrowError) -> ProviderConfiguration {
    let answer = try await waiting(atMost: Self.patienceWithConfiguration).send(
      ProviderCall(url: url("config", under: provider), headers: [("Accept", "application/json")], responseLimit: 256 << 10))
    // Many home routers and proxies say this for whatever stands behind them: it is no sign that somebody else answers.
    guard answer.status != 429 else { throw EscrowError(.limited, "it asks for patience") }
    guard answer.status == 200, let configuration = answer.decode(ProviderConfiguration.self), configuration.name == "anastasis",
      configuration.providerSalt.bytes.count == DrawnBytes.providerSaltCount, configuration.storageLimitInMegabytes > 0,
      Set(configuration.methods.map(\.type)).count == configuration.methods.count
    else { throw EscrowError(.unexpected, "no provider answers there") }
    return configuration
  }
}
