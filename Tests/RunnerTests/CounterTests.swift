import Vocabulary
import Model
import RelyingParty
import Testing

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
