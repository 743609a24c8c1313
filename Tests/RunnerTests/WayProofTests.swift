import AccountService
import Demo
import Foundation
import Model
import Store
import Testing

@testable import Runner

/// The proofs of the ways in, as the rows tell them: which way did what, and when.
@Suite struct WayProofTests {
  let keys = Keys()
  private let day: TimeInterval = 24 * 60 * 60

  @Test("a sign-in notes that its key signed; opening notes that it opened, and fills no log")
  func opening() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let before = try await client.way("yellow"), wasOpened = try #require(before.openedAt)
    client.clock.advance(day)
    try await client.signOut()
    client.key = keys.yellow
    try await client.signIn()
    let signed = try await client.way("yellow"), time = try #require(signed.proofs[.signed])
    #expect(time > wasOpened + day / 2 && signed.openedAt == wasOpened && signed.provedAt == wasOpened)
    let events = try await client.events()
    #expect(try await client.openJournal(keys.yellow))
    let opened = try await client.way("yellow")
    #expect(opened.openedAt.map { $0 >= time } == true && opened.provedAt == opened.openedAt)
    #expect(try await client.way("black").openedAt.map { $0 < time } == true, "the other key did nothing")
    #expect(try await client.events() == events)
  }

  @Test("a sign-in at the JSON endpoints notes that the key signed") func endpoint() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let before = try await client.way("yellow"), store = client.store
    client.clock.advance(day)
    try await client.signOut()
    let endpoints = CeremonyEndpoints(runner: client.runner, sessions: client.sessions)
    let options = try await endpoints.authenticationOptions(prf: false, to: Caller(token: nil))
    let response = try #require(try keys.yellow.get(options.json, origin: Client.origin))
    _ = try await endpoints.verifyAuthentication(response, from: Caller(token: options.newToken))
    let after = try #require(try await store.read { try $0.way(before.id) })
    let signed = try #require(after.proofs[.signed]), wasSigned = try #require(before.proofs[.signed])
    #expect(signed > wasSigned + day / 2 && after.openedAt == before.openedAt)
  }

  @Test("A-64: after an enrollment both keys have opened, and a passkey that only confirmed has not")
  func enrollment() async throws {
    let (client, _) = try await Client.enrolled(keys)
    for label in ["yellow", "black"] {
      let way = try await client.way(label), signed = try #require(way.proofs[.signed])
      #expect(way.openedAt.map { $0 >= signed } == true, "\(label)")
    }
    let laptop = try await client.way("")
    #expect(laptop.opens && laptop.proofs.keys.elementsEqual([.signed]) && laptop.provedAt == nil)
    var plain = keys
    plain.black = DemoAuthenticator()
    let (other, _) = try await Client.enrolled(plain)
    let black = try await other.way("black")
    #expect(!black.opens && black.openedAt == nil && black.provedAt == black.proofs[.signed] && black.provedAt != nil)
  }

  @Test("a saved code is not proved by its ticked box, as the reopened database says") func savedCode() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path
    func enroll() async throws -> AccountID {
      let (client, _) = try await Client.enrolled(keys, SQLiteStore(path: path))
      return try client.account
    }
    let account = try await enroll(), reopened = try SQLiteStore(path: path)
    let ways = try await reopened.read { try $0.ways(of: account) }
    let code = try #require(ways.first { $0.kind == .phrase })
    #expect(code.opens && code.proofs.isEmpty && code.provedAt == nil)
    #expect(ways.filter { $0.role != nil && $0.openedAt != nil }.count == 2, "the tested keys keep theirs")
  }

  @Test("A-73: a recovery notes no opening of the new key, and nothing of the new code") func recovered() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var browser = try await client.another()
    let key = DemoAuthenticator(hasPRF: true)
    _ = try await browser.recover(words, key)
    #expect(try await browser.rows().code?.proofs == [:])
    let new = try await browser.way("new")
    #expect(new.opens && new.proofs.keys.elementsEqual([.signed]) && new.provedAt == nil)
    #expect(try await browser.openJournal(key))
    #expect(try await browser.way("new").openedAt != nil)
  }

  @Test("hands cannot prove a key that did not sign in this run, opens nothing, or is not theirs")
  func claims() async throws {
    var mixed = keys
    mixed.black = DemoAuthenticator()  // it signs in only
    var (client, _) = try await Client.enrolled(mixed)
    client.clock.advance(day)
    let yellow = try await client.way("yellow"), before = try await client.rows()
    client.pausesAt = "way.open"
    try await client.start(.journal)
    try await client.press("opening.confirm")
    try await client.touch(mixed.black)
    var robin = try await client.another()
    try await robin.register("robin", Keys())
    try await robin.start(.journal)
    let runner = client.runner, (run, session) = (client.run, client.session)
    let otherRunner = robin.runner, (otherRun, otherSession) = (robin.run, robin.session)
    try await client.store.write { records in
      try runner.noteOpening(yellow.id, try runner.load(run, session, records), records)
      var stranger = try otherRunner.load(otherRun, otherSession, records)
      stranger.contents.touched.insert(yellow.id)
      try otherRunner.noteOpening(yellow.id, stranger, records)
    }
    try await client.report(.way(.opened), for: try #require(client.answer?.start.last?.ticket))
    // A key that is marked signs, and what its hands say of its old wrap is not believed.
    try await client.store.write { records in
      var marked = yellow
      marked.needsRewrapSince = yellow.createdAt
      try records.update(marked)
    }
    try await client.start(.journal)
    try await client.press("opening.confirm")
    try await client.touch(mixed.yellow)
    try await client.report(.way(.opened), for: try #require(client.answer?.start.last?.ticket))
    #expect(try await client.rows().ways.map(\.openedAt) == before.ways.map(\.openedAt))
  }

  @Test("G-20: a key proves that it opens with its new record, and with the wrap of a re-wrap")
  func renewed() async throws {
    var (client, _) = try await Client.enrolled(keys)
    client.clock.advance(day)
    _ = try await client.renewCode(keys.black)  // a new generation, for which yellow's record is not made yet
    let between = client.clock.now
    #expect(try await client.way("yellow").openedAt.map { $0 < between } == true)
    client.clock.advance(day)
    #expect(try await client.openJournal(keys.yellow))
    #expect(try await client.way("yellow").openedAt.map { $0 > between } == true)
    client.clock.advance(day)
    let later = client.clock.now
    keys.yellow.renewSecrets()
    try await client.start(.keyTest, about: try await client.way("yellow").id)
    try await client.touch(keys.yellow)
    #expect(try await client.way("yellow").openedAt.map { $0 < later } == true, "it only signed")
    try await client.press("rewrap")
    try await client.press("opening.confirm")
    try await client.touch(keys.black)
    try await client.touch(keys.yellow)
    #expect(client.choices == ["leave"])
    #expect(try await client.way("yellow").openedAt.map { $0 >= later } == true)
  }

  @Test("A-81: a wrap that Cancel takes back takes its proof of opening along") func takenBack() async throws {
    var client = try await Client.asking(), keys = keys
    keys.laptop = DemoAuthenticator(hasPRF: true, refusesExcluded: true)
    try await client.register("mirela", keys)
    try await client.beginEnrollment(keys.laptop)
    try await client.touch(keys.laptop)
    try await client.press("adopt")
    try await client.name(keys.laptop, "laptop")
    try await client.press("skipBackup"); try await client.press("reallySkip")
    try await client.test(keys.laptop)
    #expect(try await client.way("").openedAt != nil)
    try await client.press(try #require(client.choices.first { $0.hasSuffix("cancel") }))
    try await client.press("reallyCancel")
    let laptop = try await client.way("")
    #expect(!laptop.opens && laptop.proofs.keys.elementsEqual([.signed]))
  }
}
