import AccountService
import Demo
import Model
import RelyingParty
import Testing
import Vocabulary

@testable import CeremonyService
@testable import Runner

@Suite struct CounterTests {
  /// By default, a counter that does not increase is only noted in the audit log.
  @Test("E-16 E-17 E-19 G-21: a counter that does not increase is recorded, but still signs in")
  func warns() async throws {
    var client = try await Client()
    try await client.register("mirela")
    for expected in 1...2 {
      try await client.signOut(); try await client.signIn()
      let id = try #require(client.session.credential)
      #expect(try await client.store.read { try $0.credential(id)?.signCount } == UInt32(expected))
    }
    #expect(try await client.events().contains(.counterRegressed) == false)
    try await client.signOut(); try await client.signIn(.counter)
    #expect(client.session.account != nil)
    #expect(try await client.events().filter { $0 == .counterRegressed }.count == 1)
  }
  @Test("an answer that comes after a later one is recorded, and lowers no counter") func late() async throws {
    let client = try await Client(), key = DemoAuthenticator()
    let endpoints = CeremonyEndpoints(runner: client.runner, sessions: client.sessions)
    let options = try await endpoints.registrationOptions(for: "mirela", prf: false, to: Caller(token: nil))
    let created = try key.create(options.json, origin: Client.origin)
    _ = try await endpoints.verifyRegistration(created, from: Caller(token: options.newToken))
    var answers: [(response: String, caller: Caller)] = []
    for _ in 0..<2 {
      let options = try await endpoints.authenticationOptions(prf: false, to: Caller(token: nil))
      let response = try #require(try key.get(options.json, origin: Client.origin))
      answers.append((response, Caller(token: options.newToken)))
    }
    for (response, caller) in answers.reversed() {
      _ = try await endpoints.verifyAuthentication(response, from: caller)
    }
    let account = try #require(try await client.store.read { try $0.accounts(limit: 1).first?.id })
    #expect(try await client.store.read { try $0.credentials(of: account).map(\.signCount) } == [2])
    #expect(
      try await client.store.read { try $0.entries(of: account) }.count { $0.event == .counterRegressed } == 1)
  }
  /// The refusal says that a copy may exist.
  @Test("E-17 E-19 G-21: the strict policy records a non-increasing counter and refuses the sign-in")
  func strict() async throws {
    var client = try await Client(site: { $0.counterPolicy = .strict })
    try await client.register("mirela")
    let account = try #require(client.session.account)
    try await client.signOut(); try await client.signIn(); try await client.signOut()
    try await client.signIn(.counter)
    #expect(client.session.account == nil && client.banner == "B-27.copied")
    #expect(try await client.store.read { try $0.entries(of: account).map(\.event) }.contains(.counterRegressed))
  }
}
