import Demo
import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

@Suite struct SigningInTests {
  @Test("B-05 B-28: a name and a touch create an account and sign in, in a new session") func registers() async throws {
    var client = try await Client()
    let before = client.session.id
    try await client.register("mirela")
    #expect(client.answer?.next == "/account" && client.session.account != nil && client.session.id != before)
    #expect(try await client.store.read { try $0.session(before) } == nil, "a cookie from before is worth nothing")
    #expect(try await client.events() == [.accountCreated, .signedInWithPasskey])
    try await client.signOut()
    try await client.signIn()
    #expect(client.session.account != nil)
  }
  @Test("B-06: a taken name is reported before any key is touched") func taken() async throws {
    var client = try await Client()
    try await client.register("mirela")
    try await client.signOut()
    try await client.start(.registration)
    try await client.press("register", ["username": "MIRELA"])
    #expect(client.banner == "B-27.taken" && client.answer?.start.isEmpty == true)
  }
  @Test("of two simultaneous requests for a name, the second is rejected and leaves no trace")
  func race() async throws {
    var first = try await Client(), second = try await Client(store: first.store)
    for _ in 0..<1 {
      try await first.start(.registration); try await first.press("register", ["username": "mirela"])
      try await second.start(.registration); try await second.press("register", ["username": "mirela"])
      try await first.touch(); try await second.touch()
    }
    #expect(first.session.account != nil && second.session.account == nil && second.banner == "B-27.taken")
  }
  @Test("E-14: a response is accepted within five minutes, but not later") func fiveMinutes() async throws {
    #expect(Challenge.lifetime == 5 * 60)
    var client = try await Client()
    client.clock.stop()
    try await client.register("mirela"); try await client.signOut()
    try await client.start(.passkeyOnly); try await client.press("signIn")
    client.clock.advance(300)
    try await client.touch()
    #expect(client.session.account != nil)
    try await client.signOut()
    try await client.start(.passkeyOnly); try await client.press("signIn")
    client.clock.advance(301)
    try await client.touch()
    #expect(client.session.account == nil && client.banner == "B-27.expired")
  }
  @Test("E-18: an accepted response cannot be reused, on the same page or another")
  func replay() async throws {
    var client = try await Client()
    try await client.register("mirela"); try await client.signOut()
    try await client.start(.passkeyOnly); try await client.press("signIn")
    let work = try #require(client.answer?.start.last)
    let credential = try client.key.get(try #require(work.options), origin: Client.origin)
    try await client.give(credential, for: work.ticket)
    #expect(client.session.account != nil)
    try await client.signOut()
    try await client.start(.passkeyOnly); try await client.press("signIn")
    try await client.give(credential, for: try #require(client.answer?.start.last?.ticket))
    #expect(client.session.account == nil && client.banner == "B-27.expired")
  }
  @Test("a response to one run is not valid in another run or another browser") func otherRun() async throws {
    var client = try await Client()
    try await client.register("mirela"); try await client.signOut()
    try await client.start(.passkeyOnly); try await client.press("signIn")
    let stolen = try client.key.get(try #require(client.answer?.start.last?.options), origin: Client.origin)
    var thief = try await Client(store: client.store)
    thief.clock.advance(1)  // it began by itself, and may be some milliseconds behind
    try await thief.start(.passkeyOnly); try await thief.press("signIn")
    try await thief.give(stolen, for: try #require(thief.answer?.start.last?.ticket))
    #expect(thief.session.account == nil && thief.banner == "B-27.invalid")
    await #expect(throws: RunnerError.noRun) { try await thief.runner.look(client.run, in: thief.session) }
  }
  @Test("a wrong signature, a different page and an unverified person cause distinct rejections")
  func refusals() async throws {
    var client = try await Client()
    try await client.register("mirela"); try await client.signOut()
    for (spoiling, banner) in [
      (DemoAuthenticator.Spoiling.signature, "B-27.invalid"), (.origin("https://elsewhere.example"), "B-27.otherPlace"),
      (.userVerification, "B-27.unverifiedPerson"),
    ] {
      try await client.signIn(spoiling)
      #expect(client.session.account == nil && client.banner == banner)
    }
    let stranger = DemoAuthenticator()
    try await client.start(.registration); try await client.press("register", ["username": "somebody"])
    _ = try stranger.create(try #require(client.answer?.start.last?.options), origin: Client.origin)
    try await client.start(.passkeyOnly); try await client.press("signIn")
    let work = try #require(client.answer?.start.last)
    try await client.give(try stranger.get(try #require(work.options), origin: Client.origin), for: work.ticket)
    #expect(client.banner == "B-27.unknownKey")
  }
}
