import Encoding
import Foundation
import HandsProtocol
import Model
import Testing
import Vocabulary
import Wraps

@testable import Runner

/// What a copy of the journal holds is given only for a request that the account's open Master Key signed.
@Suite struct CopyTests {
  let keys = Keys()

  /// A client whose hands are about to sign the request.
  private func signing(_ client: Client) async throws -> (Client, HandsWork) {
    var client = client
    client.pausesAt = "way.signCopy"
    try await client.start(.copying)
    try await client.press("opening.confirm")
    try await client.touch(keys.yellow)
    return (client, try #require(client.answer?.start.last))
  }
  private func isCopied(_ client: Client) -> Bool { client.hands.copy != nil }

  @Test("the copy has the code's record and wrap and what may be read, no wrap of a key, and the log tells of it")
  func given() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let before = try await client.rows()
    try await client.start(.copying)
    try await client.press("opening.confirm")
    try await client.touch(keys.yellow)
    let copy = try #require(client.hands.copy), after = try await client.rows()
    #expect(client.choices == ["leave"] && after.events.dropFirst(before.events.count) == [.copyTaken])
    #expect(after.withoutProofs.ways == before.withoutProofs.ways)
    let code = try #require(after.code?.sealed)
    #expect(copy.ways == [CopyFacts.Way(record: code.record, wrap: code.wrap)])
    #expect(copy.kit == 1 && copy.keys.map(\.name).sorted() == ["", "black", "yellow"])
    #expect(copy.events.last?.event == "copy_taken" && copy.made.hasSuffix("Z"))
    let written = String(decoding: try JSONEncoder().encode(copy), as: UTF8.self)
    for way in after.ways where way.kind == .key {
      let sealed = try #require(way.sealed)
      #expect(!written.contains(sealed.wrap) && !written.contains(sealed.record))
    }
  }

  enum Wrong: CaseIterable { case none, origin, otherRun, late, newGeneration, otherAccount, notARequest }

  @Test(
    "a request for another page, run or account, a late one and any other text get nothing", arguments: Wrong.allCases)
  func refused(_ wrong: Wrong) async throws {
    let (client, _) = try await Client.enrolled(keys)
    var (browser, work) = try await signing(client)
    var asked = work
    switch wrong {
    case .none, .notARequest: break
    case .origin: browser.hands.origin = "https://elsewhere.example"
    case .otherRun: asked.materials?.challenge = try await signing(client).1.materials?.challenge
    case .late: browser.clock.advance(301)
    case .newGeneration:
      var other = try await client.another(with: keys.yellow)
      _ = try await other.renewCode(keys.black)
    case .otherAccount:
      var robin = try await client.another()
      let others = Keys(), challenge = asked.materials?.challenge
      try await robin.register("robin", others)
      try await robin.enroll(others)
      robin.pausesAt = "way.signCopy"
      try await robin.start(.copying)
      try await robin.press("opening.confirm")
      try await robin.touch(others.yellow)
      browser.hands = robin.hands
      asked = try #require(robin.answer?.start.last)
      asked.materials?.challenge = challenge
    }
    let news = wrong == .notARequest ? .made("{}") : try browser.hands.perform(asked)
    browser.pausesAt = nil
    try await browser.report(.way(news), for: work.ticket)
    #expect(isCopied(browser) == (wrong == .none))
    #expect(try await browser.events().contains(.copyTaken) == (wrong == .none))
  }

  @Test("a request counts once") func replayed() async throws {
    let (client, _) = try await Client.enrolled(keys)
    var (browser, work) = try await signing(client)
    let news = try browser.hands.perform(work)
    browser.pausesAt = nil
    try await browser.report(.way(news), for: work.ticket)
    #expect(isCopied(browser))
    var (again, other) = try await signing(client)
    again.pausesAt = nil
    try await again.report(.way(news), for: other.ticket)
    #expect(!isCopied(again))
    #expect(try await client.events().count { $0 == .copyTaken } == 1)
  }

  @Test("what practice providers hold is in no copy") func practice() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let code = try #require(try await client.rows().code)
    try await client.store.write { records in
      var practice = code
      (practice.id, practice.kind, practice.transports) = (KeyID(rawValue: "practice"), .escrow, [Way.rehearsal])
      practice.sealed?.recordID = "practice"
      practice.sealed?.find = nil
      try records.insert(practice)
    }
    try await client.start(.copying)
    try await client.press("opening.confirm")
    try await client.touch(keys.yellow)
    #expect(client.hands.copy?.ways.count == 1)
  }
}
