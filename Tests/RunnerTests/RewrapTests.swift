import Demo
import Vocabulary
import Foundation
import Model
import Testing
import Wraps

@testable import Runner

/// A key whose PRF is another one than its wrap was made for, with real wraps: marked, re-wrapped, well again.
@Suite struct RewrapTests {
  let keys = Keys()

  private func drill(_ desk: inout Desk, _ label: String, with key: DemoAuthenticator) async throws {
    try await desk.start(.keyTest, about: try await desk.way(label).id)
    if desk.choices.contains("rewrap") { try await desk.press("tapAgain") }
    try await desk.touch(key)
  }
  /// An account with two keys, in its second generation, and an entry in its journal.
  private func desk() async throws -> Desk {
    var (desk, _) = try await Desk.enrolled(keys)
    try await desk.openJournal(keys.black)
    try await desk.write("first")
    _ = try await desk.renewCode(keys.black)
    return desk
  }
  private func rewrap(_ desk: inout Desk, _ key: DemoAuthenticator, with other: DemoAuthenticator) async throws {
    try await desk.press("rewrap")
    try await desk.press("opening.confirm")
    try await desk.touch(other)
    try await desk.touch(key)
  }

  @Test("G-20 E-08: a key that gives another secret is found by the drill and marked; nothing of it is deleted, and it no longer counts as opening")
  func marked() async throws {
    var desk = try await desk()
    let before = try await desk.way("yellow")
    keys.yellow.renewSecrets()
    try await drill(&desk, "yellow", with: keys.yellow)
    #expect(desk.reports.last == .mismatched)
    let marked = try await desk.way("yellow")
    #expect(marked.needsRewrapSince != nil && marked.sealed == before.sealed && !marked.opens && marked.isSealed)
    #expect(try await desk.events().last == .keyNeedsRewrap)
    let account = try desk.account, session = desk.session
    let standing = try await desk.store.read { try AccountState(of: account, in: session, $0) }
    let held = try #require(standing.keys.first { $0.id == before.id })
    #expect(held.needsRewrap && !held.opens && standing.keys.contains { $0.label == "black" && $0.opens })
    try await drill(&desk, "yellow", with: keys.yellow)
    #expect(try await desk.events().count { $0 == .keyNeedsRewrap } == 1, "once, however often it is found")
    #expect(try await desk.openJournal(keys.black))
    #expect(try await desk.readJournal() == ["first"])
  }

  @Test("G-20: with another key at hand a new Master Key leaves its old record out and keeps its new one; then it opens")
  func rewrapped() async throws {
    var desk = try await desk()
    let before = try await desk.way("yellow")
    keys.yellow.renewSecrets()
    try await drill(&desk, "yellow", with: keys.yellow)
    try await rewrap(&desk, keys.yellow, with: keys.black)
    #expect(desk.choices == ["leave"])
    let well = try await desk.way("yellow")
    #expect(well.needsRewrapSince == nil && well.opens)
    #expect(well.sealed?.recordID != nil && well.sealed?.recordID != before.sealed?.recordID)
    #expect(try await desk.events().suffix(4) == [.keyNeedsRewrap, .masterKeyRotated, .keyOpensAgain, .keyProved])
    #expect(try await desk.openJournal(keys.yellow))
    #expect(try await desk.readJournal() == ["first"])
    _ = try await desk.renewCode(keys.black)
    #expect(try await desk.openJournal(keys.yellow))
    _ = try await desk.renewCode(keys.yellow)
    #expect(try await desk.rows().g == 5)
    #expect(try await desk.openJournal(keys.black))
    #expect(try await desk.readJournal() == ["first"])
  }

  @Test("G-20: a marked key that opens with its old wrap after all is well again, because the Master Key signed for it") func wellAgain() async throws
  {
    var desk = try await desk()
    var way = try await desk.way("yellow")
    way.needsRewrapSince = desk.clock.now
    let marked = way
    try await desk.store.write { try $0.update(marked) }
    #expect(try await desk.openJournal(keys.yellow))
    #expect(try await desk.way("yellow").needsRewrapSince == nil)
    #expect(try await desk.events().last == .keyOpensAgain)
  }

  @Test("G-20: hands' word alone marks nothing: a key that did not sign in this run, or that has no wrap") func wordAlone() async throws {
    var desk = try await desk()
    let yellow = try await desk.way("yellow"), laptop = try #require(try await desk.rows().ways.first { $0.kind == .key && $0.label.isEmpty })
    let account = try desk.account
    desk.pausesAt = "way.open"
    try await desk.start(.journal)
    try await desk.press("opening.confirm")
    try await desk.touch(keys.black)
    let ticket = try #require(desk.answer?.start.last?.ticket)
    let run = desk.run, session = desk.session, runner = desk.runner
    try await desk.store.write { records in
      let current = try runner.load(run, session, records)
      for key in [yellow.id, laptop.id] { try runner.markForRewrap(key, current, records) }
    }
    #expect(try await desk.store.read { try $0.ways(of: account).allSatisfy { $0.needsRewrapSince == nil } })
    // The key that did sign is marked by what they say, keeps its wrap, and so opens the next time.
    try await desk.report(.way(.mismatched), for: ticket)
    #expect(try await desk.way("black").needsRewrapSince != nil)
    desk.pausesAt = nil
    #expect(try await desk.openJournal(keys.black))
    #expect(try await desk.way("black").needsRewrapSince == nil)
  }

  @Test("G-20: a wrap for another secret is taken for a marked key alone, and only under its own record") func otherRecipient() async throws {
    var desk = try await desk()
    let rows = try await desk.rows()
    // The server gives the mark away, and takes it back before it is given what was made.
    keys.yellow.renewSecrets()
    try await drill(&desk, "yellow", with: keys.yellow)
    let marked = try await desk.way("yellow")
    desk.pausesAt = "way.open"
    try await desk.press("rewrap")
    try await desk.press("opening.confirm")
    try await desk.touch(keys.black)
    try await desk.resume()
    desk.pausesAt = "way.open"
    try await desk.touch(keys.yellow)
    var unmarked = marked
    unmarked.needsRewrapSince = nil
    let stands = unmarked
    try await desk.store.write { try $0.update(stands) }
    try await desk.resume()
    #expect(try await desk.way("yellow") == stands)
    #expect(try await desk.rows().g == rows.g)
    #expect(desk.banner == "B-27.changed")
  }

  @Test("G-20: who has only a marked key and a code may take neither for one that opens: the last key that opens is not revoked without a code")
  func lastOne() async throws {
    var (desk, _) = try await Desk.enrolled(keys)
    let account = try desk.account
    let code = try #require(try await desk.rows().code)
    try await desk.store.write { try $0.delete(way: code.id) }
    keys.yellow.renewSecrets()
    try await drill(&desk, "yellow", with: keys.yellow)
    let laptop = try #require(try await desk.rows().ways.first { $0.kind == .key && $0.label.isEmpty })
    if laptop.opens {  // the passkey from sign-up opens as well
      try await desk.revoke(laptop.id, with: keys.black)
    }
    try await desk.start(.revocation, about: try await desk.way("black").id)
    #expect(desk.choices == ["back", "cancel"])
    #expect(try await desk.store.read { try $0.ways(of: account).contains { $0.label == "black" } })
  }
}
