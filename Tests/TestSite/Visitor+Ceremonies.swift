import Demo

/// Complete ceremonies at the JSON endpoints, with a simulated key.
extension Visitor {
  /// Registers. Afterwards, this visitor is signed in.
  @discardableResult
  public func register(_ name: String = "mirela", with key: DemoAuthenticator) async throws -> HTTPAnswer {
    let options = try await post("/api/registration/options", "{\"username\":\"\(name)\"}").text
    return try await post("/api/registration/verify", try key.create(options, origin: origin ?? ""))
  }

  /// - Throws: `TestSiteError` if the key has no credential for this site.
  public func signIn(
    with key: DemoAuthenticator, spoiling: DemoAuthenticator.Spoiling = .none
  ) async throws -> HTTPAnswer {
    let options = try await post("/api/authentication/options").text
    guard let answer = try key.get(options, origin: origin ?? "", spoiling: spoiling) else { throw TestSiteError() }
    return try await post("/api/authentication/verify", answer)
  }
}
