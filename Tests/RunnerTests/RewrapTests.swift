import Demo
import Vocabulary
import Foundation
import Model
import Testing
import Wraps

@testable import Runner

/// A key whose PRF output differs from the one its wrap was made for, with real wraps: it is marked, re-wrapped and
/// valid again.
@Suite struct RewrapTests {
  let keys = Keys()

  private func drill(_ client: inout Client, _ label: String, with key: DemoAuthenticator) async throws {
    try await client.start(.keyTest, about: try await client.way(label).id)
    if client.choices.contains("rewrap") { try await client.press("tapAgain") }
    try await client.touch(key)
  }
  /// An account with two keys, in its second generation, with one journal entry.
  private func client() async throws -> Client {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.black)
    try await client.write("first")
    _ = try await client.renewCode(keys.black)
    return client
  }
  private func rewrap(_ client: inout Client, _ key: DemoAuthenticator, with other: DemoAuthenticator) async throws {
    try await client.press("rewrap")
    try await client.press("opening.confirm")
    try await client.touch(other)
    try await client.touch(key)
  }

  /// Nothing belonging to the key is deleted.
  @Test("G-20 E-08: the drill marks a key whose secret has changed, and the key no longer counts")
  func marked() async throws {
    var client = try await client()
    let before = try await client.way("yellow")
    keys.yellow.renewSecrets()
    try await drill(&client, "yellow", with: keys.yellow)
    #expect(client.reports.last == .mismatched)
    let marked = try await client.way("yellow")
    #expect(marked.needsRewrapSince != nil && marked.sealed == before.sealed && !marked.opens && marked.isSealed)
    #expect(try await client.events().last == .keyNeedsRewrap)
    let account = try client.account, session = client.session
    let standing = try await client.store.read { try AccountState(of: account, in: session, $0) }
    let held = try #require(standing.keys.first { $0.id == before.id })
    #expect(held.needsRewrap && !held.opens && standing.keys.contains { $0.label == "black" && $0.opens })
    try await drill(&client, "yellow", with: keys.yellow)
    #expect(try await client.events().count { $0 == .keyNeedsRewrap } == 1, "once, however often it is found")
    #expect(try await client.openJournal(keys.black))
    #expect(try await client.readJournal() == ["first"])
  }

  /// The old record is dropped, and the new one is kept.
  @Test("G-20: opening with another key rotates and replaces a marked key's record; then it opens")
  func rewrapped() async throws {
    var client = try await client()
    let before = try await client.way("yellow")
    keys.yellow.renewSecrets()
    try await drill(&client, "yellow", with: keys.yellow)
    try await rewrap(&client, keys.yellow, with: keys.black)
    #expect(client.choices == ["leave"])
    let well = try await client.way("yellow")
    #expect(well.needsRewrapSince == nil && well.opens)
    #expect(well.sealed?.recordID != nil && well.sealed?.recordID != before.sealed?.recordID)
    #expect(try await client.events().suffix(4) == [.keyNeedsRewrap, .masterKeyRotated, .keyOpensAgain, .drillPassed])
    #expect(try await client.openJournal(keys.yellow))
    #expect(try await client.readJournal() == ["first"])
    _ = try await client.renewCode(keys.black)
    #expect(try await client.openJournal(keys.yellow))
    _ = try await client.renewCode(keys.yellow)
    #expect(try await client.rows().g == 5)
    #expect(try await client.openJournal(keys.black))
    #expect(try await client.readJournal() == ["first"])
  }

  /// The Master Key's signature shows that it opened.
  @Test("G-20: a marked key that opens with its old wrap is unmarked") func wellAgain() async throws {
    var client = try await client()
    var way = try await client.way("yellow")
    way.needsRewrapSince = client.clock.now
    let marked = way
    try await client.store.write { try $0.update(marked) }
    #expect(try await client.openJournal(keys.yellow))
    #expect(try await client.way("yellow").needsRewrapSince == nil)
    #expect(try await client.events().last == .keyOpensAgain)
  }

  @Test("G-20: hands cannot mark a key that did not sign in this run or has no wrap")
  func wordAlone() async throws {
    var client = try await client()
    let yellow = try await client.way("yellow"),
      laptop = try #require(try await client.rows().ways.first { $0.kind == .key && $0.label.isEmpty })
    let account = try client.account
    client.pausesAt = "way.open"
    try await client.start(.journal)
    try await client.press("opening.confirm")
    try await client.touch(keys.black)
    let ticket = try #require(client.answer?.start.last?.ticket)
    let run = client.run, session = client.session, runner = client.runner
    try await client.store.write { records in
      let current = try runner.load(run, session, records)
      for key in [yellow.id, laptop.id] { try runner.markForRewrap(key, current, records) }
    }
    #expect(try await client.store.read { try $0.ways(of: account).allSatisfy { $0.needsRewrapSince == nil } })
    // The key that did sign is marked on the hands' word, but keeps its wrap and therefore opens the next time.
    try await client.report(.way(.mismatched), for: ticket)
    #expect(try await client.way("black").needsRewrapSince != nil)
    client.pausesAt = nil
    #expect(try await client.openJournal(keys.black))
    #expect(try await client.way("black").needsRewrapSince == nil)
  }

  @Test("G-20: a wrap for another secret is accepted only for a marked key, under its own record")
  func otherRecipient() async throws {
    var client = try await client()
    let rows = try await client.rows()
    // The server hands out the mark, and withdraws it before it receives the new wrap.
    keys.yellow.renewSecrets()
    try await drill(&client, "yellow", with: keys.yellow)
    let marked = try await client.way("yellow")
    client.pausesAt = "way.open"
    try await client.press("rewrap")
    try await client.press("opening.confirm")
    try await client.touch(keys.black)
    try await client.resume()
    client.pausesAt = "way.open"
    try await client.touch(keys.yellow)
    var unmarked = marked
    unmarked.needsRewrapSince = nil
    let stands = unmarked
    try await client.store.write { try $0.update(stands) }
    try await client.resume()
    #expect([try await client.way("yellow")].withoutProofs == [stands].withoutProofs)
    #expect(try await client.rows().g == rows.g)
    #expect(client.banner == "B-27.changed")
  }

  /// A person with only a marked key and a code must not mistake either for a key that opens.
  @Test("G-20: without a code, the last key that opens cannot be revoked")
  func lastOne() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let account = try client.account
    let code = try #require(try await client.rows().code)
    try await client.store.write { try $0.delete(way: code.id) }
    keys.yellow.renewSecrets()
    try await drill(&client, "yellow", with: keys.yellow)
    let laptop = try #require(try await client.rows().ways.first { $0.kind == .key && $0.label.isEmpty })
    if laptop.opens {  // the passkey from sign-up opens as well
      try await client.revoke(laptop.id, with: keys.black)
    }
    try await client.start(.revocation, about: try await client.way("black").id)
    #expect(client.choices == ["back", "cancel"])
    #expect(try await client.store.read { try $0.ways(of: account).contains { $0.label == "black" } })
  }
}
