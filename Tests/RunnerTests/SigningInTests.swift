import Demo
import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

@Suite struct SigningInTests {
  @Test("B-05 B-28: a name and a touch make an account and sign in, under a new session") func registers() async throws {
    var desk = try await Desk()
    let before = desk.session.id
    try await desk.register("mirela")
    #expect(desk.answer?.next == "/account" && desk.session.account != nil && desk.session.id != before)
    #expect(try await desk.store.read { try $0.session(before) } == nil, "a cookie from before is worth nothing")
    #expect(try await desk.events() == [.accountCreated, .signedInWithPasskey])
    try await desk.signOut()
    try await desk.signIn()
    #expect(desk.session.account != nil)
  }
  @Test("B-06: a taken name is said before any key is touched") func taken() async throws {
    var desk = try await Desk()
    try await desk.register("mirela")
    try await desk.signOut()
    try await desk.start(.registration)
    try await desk.press("register", ["username": "MIRELA"])
    #expect(desk.banner == "B-27.taken" && desk.answer?.start.isEmpty == true)
  }
  @Test("two who ask for the same name at once: the second is told, and nothing of it is kept") func race() async throws {
    var first = try await Desk(), second = try await Desk(store: first.store)
    for _ in 0..<1 {
      try await first.start(.registration); try await first.press("register", ["username": "mirela"])
      try await second.start(.registration); try await second.press("register", ["username": "mirela"])
      try await first.touch(); try await second.touch()
    }
    #expect(first.session.account != nil && second.session.account == nil && second.banner == "B-27.taken")
  }
  @Test("E-14: an answer within five minutes counts, one after them does not") func fiveMinutes() async throws {
    #expect(Challenge.lifetime == 5 * 60)
    var desk = try await Desk()
    desk.clock.stop()
    try await desk.register("mirela"); try await desk.signOut()
    try await desk.start(.passkeyOnly); try await desk.press("signIn")
    desk.clock.advance(300)
    try await desk.touch()
    #expect(desk.session.account != nil)
    try await desk.signOut()
    try await desk.start(.passkeyOnly); try await desk.press("signIn")
    desk.clock.advance(301)
    try await desk.touch()
    #expect(desk.session.account == nil && desk.banner == "B-27.expired")
  }
  @Test("E-18: an answer that was accepted once is worth nothing a second time, in the same page or another") func replay() async throws {
    var desk = try await Desk()
    try await desk.register("mirela"); try await desk.signOut()
    try await desk.start(.passkeyOnly); try await desk.press("signIn")
    let work = try #require(desk.answer?.start.last)
    let credential = try desk.key.get(try #require(work.options), origin: Desk.origin)
    try await desk.give(credential, for: work.ticket)
    #expect(desk.session.account != nil)
    try await desk.signOut()
    try await desk.start(.passkeyOnly); try await desk.press("signIn")
    try await desk.give(credential, for: try #require(desk.answer?.start.last?.ticket))
    #expect(desk.session.account == nil && desk.banner == "B-27.expired")
  }
  @Test("an answer to one run is worth nothing in another, and not in another browser") func otherRun() async throws {
    var desk = try await Desk()
    try await desk.register("mirela"); try await desk.signOut()
    try await desk.start(.passkeyOnly); try await desk.press("signIn")
    let stolen = try desk.key.get(try #require(desk.answer?.start.last?.options), origin: Desk.origin)
    var thief = try await Desk(store: desk.store)
    thief.clock.advance(1)  // it began by itself, and may be some milliseconds behind
    try await thief.start(.passkeyOnly); try await thief.press("signIn")
    try await thief.give(stolen, for: try #require(thief.answer?.start.last?.ticket))
    #expect(thief.session.account == nil && thief.banner == "B-27.invalid")
    await #expect(throws: RunnerError.noRun) { try await thief.runner.look(desk.run, in: thief.session) }
  }
  @Test("a wrong signature, another page and an unverified person are refused, each with its own sentence") func refusals() async throws {
    var desk = try await Desk()
    try await desk.register("mirela"); try await desk.signOut()
    for (spoiling, banner) in [
      (DemoAuthenticator.Spoiling.signature, "B-27.invalid"), (.origin("https://elsewhere.example"), "B-27.otherPlace"),
      (.userVerification, "B-27.unverifiedPerson"),
    ] {
      try await desk.signIn(spoiling)
      #expect(desk.session.account == nil && desk.banner == banner)
    }
    let stranger = DemoAuthenticator()
    try await desk.start(.registration); try await desk.press("register", ["username": "somebody"])
    _ = try stranger.create(try #require(desk.answer?.start.last?.options), origin: Desk.origin)
    try await desk.start(.passkeyOnly); try await desk.press("signIn")
    let work = try #require(desk.answer?.start.last)
    try await desk.give(try stranger.get(try #require(work.options), origin: Desk.origin), for: work.ticket)
    #expect(desk.banner == "B-27.unknownKey")
  }
}
