import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

@Suite struct PasswordTests {
  static let password = "correct horse battery"
  static func withPassword() async throws -> Client {
    var client = try await Client()
    try await client.register("mirela")
    try await client.start(.passwordSetting); try await client.press("confirm"); try await client.touch()
    try await client.press("save", ["new-password": password])
    return client
  }
  static func signIn(_ client: inout Client, _ name: String, _ password: String) async throws {
    try await client.start(.passkeyOrPassword); try await client.press("signIn"); try await client.press("usePassword")
    try await client.press("submit", ["username": name, "password": password])
  }

  @Test("B-17: a set password signs in; a wrong one and an unknown name get the same answer")
  func signsIn() async throws {
    var client = try await Self.withPassword()
    #expect(client.answer?.next == nil, "the page says first that it is saved")
    try await client.press("leave")
    #expect(client.answer?.next == "/lab", "where it was begun")
    try await client.signOut()
    try await Self.signIn(&client, "mirela", "wrong horse battery")
    let wrong = client.answer?.screen.blocks.first
    try await Self.signIn(&client, "nobody", "wrong horse battery")
    #expect(
      client.banner == "B-27.password" && client.answer?.screen.blocks.first == wrong && client.session.account == nil)
    try await Self.signIn(&client, "Mirela", Self.password)
    #expect(client.session.account != nil && client.session.credential == nil)
    #expect(try await client.events().last == .signedInWithPassword)
  }
  @Test("a password is stored only as an Argon2id string, and never in a run") func kept() async throws {
    var client = try await Self.withPassword()
    let account = try #require(client.session.account)
    let hash = try #require(try await client.store.read { try $0.account(account)?.passwordHash })
    #expect(hash.hasPrefix("$argon2id$") && !hash.contains(Self.password))
    try await client.signOut()
    try await Self.signIn(&client, "mirela", "wrong horse battery")
    let run = client.run
    let contents = try #require(try await client.store.read { try $0.run(run)?.contents })
    #expect(!String(decoding: contents, as: UTF8.self).contains("horse"))
  }
  /// Confirmation is requested again, and nothing is changed.
  @Test("a short password is rejected; five minutes after the passkey, it must be confirmed again")
  func refused() async throws {
    var client = try await Client()
    try await client.register("mirela")
    try await client.start(.passwordSetting); try await client.press("confirm"); try await client.touch()
    try await client.press("save", ["new-password": "short"])
    #expect(client.banner == "B-27.short")
    client.clock.advance(301)
    try await client.press("save", ["new-password": Self.password])
    #expect(client.banner == "B-27.late")
    let account = try #require(client.session.account)
    #expect(try await client.store.read { try $0.account(account)?.passwordHash } == nil)
  }
  /// Both browsers belong to the same account.
  @Test("setting a password ends another browser's enrollment and removes the key it had stored")
  func enrolling() async throws {
    let keys = Keys()
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    var other = try await client.another(with: keys.laptop)
    let before = try await client.rows()
    try await other.beginEnrollment(keys.laptop)
    try await other.enrollPrimary(keys.yellow)
    #expect(try await client.rows().credentials.count == before.credentials.count + 1)
    try await client.start(.passwordSetting); try await client.press("confirm"); try await client.touch(keys.laptop)
    try await client.press("save", ["new-password": Self.password])
    let after = try await client.rows()
    #expect(after.credentials == before.credentials && after.ways.map(\.id) == before.ways.map(\.id))
  }
  @Test("setting a password signs out all of the account's other browsers") func othersEnd() async throws {
    var client = try await Client(), other = try await Client(store: client.store)
    try await client.register("mirela")
    try await other.start(.passkeyOnly); try await other.press("signIn")
    let work = try #require(other.answer?.start.last)
    try await other.give(try client.key.get(try #require(work.options), origin: Client.origin), for: work.ticket)
    #expect(other.session.account == client.session.account)
    try await client.start(.passwordSetting); try await client.press("confirm"); try await client.touch()
    try await client.press("save", ["new-password": Self.password])
    let (ended, kept) = (other.session.id, client.session.id)
    #expect(try await client.store.read { try $0.session(ended) } == nil)
    #expect(try await client.store.read { try $0.session(kept) } != nil)
  }
  @Test("another account's key confirms nothing") func otherKey() async throws {
    var client = try await Client()
    try await client.register("somebody"); try await client.signOut()
    let others = client.key
    var victim = try await Client(store: client.store)
    try await victim.register("mirela")
    try await victim.start(.passwordSetting); try await victim.press("confirm")
    let work = try #require(victim.answer?.start.last)
    let text = try #require(work.options)
    var options = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    options["allowCredentials"] = [[String: Any]]()
    let open = String(decoding: try JSONSerialization.data(withJSONObject: options), as: UTF8.self)
    try await victim.give(try others.get(open, origin: Client.origin), for: work.ticket)
    #expect(victim.banner == "B-27.unknownKey")
  }
}
