import Model
import TestSite
import Testing

@testable import AccountService
@testable import Runner

/// An account that whoever runs the site closed, for those who do not sign in to it.
@Suite struct ClosedAccountTests {
  @Test("its words lead nowhere, also in a run that was begun before, and nothing is written") func words()
    async throws
  {
    let keys = Keys()
    let (client, words) = try await Client.enrolled(keys)
    let account = try #require(client.session.account)
    var back = client
    back.session = try await client.sessions.begin().1
    try await back.start(.recovery)
    try await client.runner.setDisabled(true, account)
    let before = try await client.store.everyRow()
    await #expect(throws: RunnerError(.accountDisabled)) { try await Self.recover(back, words) }
    let changed = try await client.store.tables(changedSince: before)
    #expect(changed.isSubset(of: ["sessions", "runs", "challenges"]), "\(changed)")
  }

  private static func recover(_ client: Client, _ words: [String]) async throws {
    var client = client
    try await client.type(words)
  }

  @Test("its card is refused with the reason until it is opened again") func card() async throws {
    var client = try await Client.withCard()
    try await client.onboard()
    let account = try client.account
    try await client.runner.setDisabled(true, account)
    client.session = try await client.sessions.begin().1
    try await client.signInWithCard()
    #expect(client.session.account == nil, "\(client.banner ?? "")")
    #expect(client.banner?.hasSuffix(".closed") == true, "\(client.banner ?? "no banner")")
    try await client.runner.setDisabled(false, account)
    client.session = try await client.sessions.begin().1
    try await client.signInWithCard()
    #expect(client.session.account == account)
  }

  @Test("its password is refused with the reason until it is opened again") func password() async throws {
    var client = try await PasswordTests.withPassword()
    let account = try #require(client.session.account)
    try await client.runner.setDisabled(true, account)
    client.session = try await client.sessions.begin().1
    try await PasswordTests.signIn(&client, "mirela", PasswordTests.password)
    #expect(client.banner == "B-27.closed" && client.session.account == nil)
    try await client.runner.setDisabled(false, account)
    try await PasswordTests.signIn(&client, "mirela", PasswordTests.password)
    #expect(client.session.account == account)
  }
}
