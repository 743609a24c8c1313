import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

@Suite struct PasswordTests {
  static let password = "correct horse battery"
  static func withPassword() async throws -> Desk {
    var desk = try await Desk()
    try await desk.register("mirela")
    try await desk.start(.passwordSetting); try await desk.press("confirm"); try await desk.touch()
    try await desk.press("save", ["new-password": password])
    return desk
  }
  static func signIn(_ desk: inout Desk, _ name: String, _ password: String) async throws {
    try await desk.start(.passkeyOrPassword); try await desk.press("signIn"); try await desk.press("usePassword")
    try await desk.press("submit", ["username": name, "password": password])
  }

  @Test("B-17: a password that was set signs in; a wrong one and an unknown name get the same answer") func signsIn() async throws {
    var desk = try await Self.withPassword()
    #expect(desk.answer?.next == nil, "the page says first that it is saved")
    try await desk.press("leave")
    #expect(desk.answer?.next == "/safety")
    try await desk.signOut()
    try await Self.signIn(&desk, "mirela", "wrong horse battery")
    let wrong = desk.answer?.screen.blocks.first
    try await Self.signIn(&desk, "nobody", "wrong horse battery")
    #expect(desk.banner == "B-27.password" && desk.answer?.screen.blocks.first == wrong && desk.session.account == nil)
    try await Self.signIn(&desk, "Mirela", Self.password)
    #expect(desk.session.account != nil && desk.session.credential == nil)
    #expect(try await desk.events().last == .signedInWithPassword)
  }
  @Test("a password is kept as an Argon2id text only, and nowhere in a run") func kept() async throws {
    var desk = try await Self.withPassword()
    let account = try #require(desk.session.account)
    let hash = try #require(try await desk.store.read { try $0.account(account)?.passwordHash })
    #expect(hash.hasPrefix("$argon2id$") && !hash.contains(Self.password))
    try await desk.signOut()
    try await Self.signIn(&desk, "mirela", "wrong horse battery")
    let run = desk.run
    let contents = try #require(try await desk.store.read { try $0.run(run)?.contents })
    #expect(!String(decoding: contents, as: UTF8.self).contains("horse"))
  }
  @Test("too short is said; more than five minutes after the passkey it asks to confirm again; nothing is changed") func refused() async throws {
    var desk = try await Desk()
    try await desk.register("mirela")
    try await desk.start(.passwordSetting); try await desk.press("confirm"); try await desk.touch()
    try await desk.press("save", ["new-password": "short"])
    #expect(desk.banner == "B-27.short")
    desk.clock.advance(301)
    try await desk.press("save", ["new-password": Self.password])
    #expect(desk.banner == "B-27.late")
    let account = try #require(desk.session.account)
    #expect(try await desk.store.read { try $0.account(account)?.passwordHash } == nil)
  }
  @Test("setting a password ends what another browser of the account was enrolling, and takes back the key that it had written") func enrolling()
    async throws
  {
    let keys = Keys()
    var desk = try await Desk.asking()
    try await desk.register("mirela", keys)
    var other = try await desk.another(with: keys.laptop)
    let before = try await desk.rows()
    try await other.beginEnrollment(keys.laptop)
    try await other.enrollPrimary(keys.yellow)
    #expect(try await desk.rows().credentials.count == before.credentials.count + 1)
    try await desk.start(.passwordSetting); try await desk.press("confirm"); try await desk.touch(keys.laptop)
    try await desk.press("save", ["new-password": Self.password])
    let after = try await desk.rows()
    #expect(after.credentials == before.credentials && after.ways.map(\.id) == before.ways.map(\.id))
  }
  @Test("setting a password signs out every other browser of the account") func othersEnd() async throws {
    var desk = try await Desk(), other = try await Desk(store: desk.store)
    try await desk.register("mirela")
    try await other.start(.passkeyOnly); try await other.press("signIn")
    let work = try #require(other.answer?.start.last)
    try await other.give(try desk.key.get(try #require(work.options), origin: Desk.origin), for: work.ticket)
    #expect(other.session.account == desk.session.account)
    try await desk.start(.passwordSetting); try await desk.press("confirm"); try await desk.touch()
    try await desk.press("save", ["new-password": Self.password])
    let (ended, kept) = (other.session.id, desk.session.id)
    #expect(try await desk.store.read { try $0.session(ended) } == nil)
    #expect(try await desk.store.read { try $0.session(kept) } != nil)
  }
  @Test("another account's key confirms nothing") func otherKey() async throws {
    var desk = try await Desk()
    try await desk.register("somebody"); try await desk.signOut()
    let others = desk.key
    var victim = try await Desk(store: desk.store)
    try await victim.register("mirela")
    try await victim.start(.passwordSetting); try await victim.press("confirm")
    let work = try #require(victim.answer?.start.last)
    let text = try #require(work.options)
    var options = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    options["allowCredentials"] = [[String: Any]]()
    let open = String(decoding: try JSONSerialization.data(withJSONObject: options), as: UTF8.self)
    try await victim.give(try others.get(open, origin: Desk.origin), for: work.ticket)
    #expect(victim.banner == "B-27.unknownKey")
  }
}
