import Encoding

extension CTAPClient {
  public func makeCredential(_ command: MakeCredentialCommand) async throws -> NewCredential {
    try NewCredential(await answer(.makeCredential, command.parameters))
  }

  /// The first assertion; `count` says whether there are others.
  public func getAssertion(_ command: GetAssertionCommand) async throws -> Assertion {
    try Assertion(await answer(.getAssertion, command.parameters))
  }
  public func getNextAssertion() async throws -> Assertion { try Assertion(await answer(.getNextAssertion)) }

  /// All assertions that the authenticator can give, the latest credential first.
  public func getAssertions(_ command: GetAssertionCommand) async throws -> [Assertion] {
    var assertions = [try await getAssertion(command)]
    while assertions.count < assertions[0].count ?? 1 { assertions.append(try await getNextAssertion()) }
    return assertions
  }
}
