import Foundation
import HandsProtocol
import Model
import Testing
import Vocabulary
import Words
import Wraps

@testable import Runner

/// What stands on a paper, as the server keeps and compares it, and what reading three words of it proves.
@Suite struct KitTests {
  let keys = Keys()

  /// A signed-in client with a code and the kit that stands on its paper.
  private func enrolled() async throws -> (Client, kit: Kit) {
    let (client, _) = try await Client.enrolled(keys)
    return (client, try #require(try await client.rows().code?.kit))
  }
  private func check(_ typed: String, _ client: inout Client) async throws {
    try await client.start(.kitCheck)
    try await client.press("submit", ["kit": typed])
  }
  private func says(_ client: Client) -> String? { client.answer?.screen.says.first?.text }

  @Test("the check that is kept is what the words and their sealed record give") func fits() async throws {
    let (client, words) = try await Client.enrolled(keys)
    let code = try #require(try await client.rows().code), sealed = try #require(code.sealed)
    let record = try WayRecord(reading: sealed.record)
    let id = WayID(account: record.account, record: record.record, kind: .phrase)
    let check = try PhraseCheck(of: id, entropy: RecoveryPhrase(words: words).entropy, rpID: record.rpID)
    #expect(code.kit == Kit(number: 1, check: check))
  }

  enum Wrong: CaseIterable { case none, noKit, later, zero, shape, lowerCase }

  @Test("a code is kept with a kit of the right form that was given out, and with no other", arguments: Wrong.allCases)
  func judged(_ wrong: Wrong) async throws {
    var (client, _) = try await Client.enrolled(keys)
    let before = try await client.rows()
    try await client.start(.recoveryCode)
    try await client.press("opening.confirm")
    try await client.touch(keys.yellow)
    client.hands.spoil = { bundle in
      guard let at = bundle.ways.indices.last else { return }
      switch wrong {
      case .none: break
      case .noKit: bundle.ways[at].kit = nil
      case .later: bundle.ways[at].kit?.number = 3
      case .zero: bundle.ways[at].kit?.number = 0
      case .shape: bundle.ways[at].kit?.check = "7KQ4"
      case .lowerCase: bundle.ways[at].kit?.check = "abcdefgh"
      }
    }
    try await client.save()
    let after = try await client.rows()
    #expect((after.code?.kit?.number == 2) == (wrong == .none))
    if wrong != .none { #expect(after.code == before.code) }
  }

  @Test("three words that were read prove the code; a code saved without is not proved") func read() async throws {
    var (client, _) = try await Client.enrolled(keys)
    #expect(try await client.rows().code?.proofs == [:])
    try await client.start(.recoveryCode)
    try await client.press("opening.confirm")
    try await client.touch(keys.yellow)
    try await client.save(reading: true)
    let code = try #require(try await client.rows().code)
    #expect(code.proofs.keys.elementsEqual([.read]) && code.openedAt == nil && code.kit?.number == 2)
  }

  @Test("the newest paper is noted as checked, without a key, and does not become a tried one")
  func checked() async throws {
    var (client, kit) = try await enrolled()
    let before = try await client.rows()
    try await check("\(kit.number) \(kit.check.grouped)", &client)
    #expect(says(client) == "This paper is there, and it is the newest.")
    let after = try await client.rows()
    #expect(after.code?.proofs.keys.elementsEqual([.checked]) == true && after.code?.openedAt == nil)
    #expect(after.withoutProofs.ways == before.withoutProofs.ways)
    #expect(after.events == before.events + [.recoveryPaperChecked])
  }

  @Test("an older kit and a wrong check note nothing; five tries an hour are all there are") func tries() async throws {
    var (client, old) = try await enrolled()
    _ = try await client.renewCode(keys.yellow)
    let kit = try #require(try await client.rows().code?.kit)
    try await check(old.name, &client)
    #expect(says(client) == "This is an older kit. The newest is kit no. 2.")
    try await check("3 \(kit.check.text)", &client)
    #expect(says(client) == "This is not the kit that opens your account. That is kit no. 2.")
    for _ in 0..<3 {
      try await check("2 \(old.check.text)", &client)
      #expect(says(client) == "The number is right, but not the check.")
    }
    #expect(try await client.rows().code?.proofs == [:])
    try await check(kit.name, &client)
    #expect(says(client) == "Five tries are used up. Nothing was compared.")
    client.clock.advance(12 * 60 + 1)
    try await check(kit.name, &client)
    #expect(says(client) == "This paper is there, and it is the newest.")
  }

  @Test("a paper that has no check is told so, whatever is typed") func before() async throws {
    var (client, _) = try await enrolled()
    let code = try #require(try await client.rows().code)
    try await client.store.write { records in
      var old = code
      old.kit = nil
      try records.update(old)
    }
    try await client.start(.kitCheck)
    #expect(says(client) == "Your paper has no check. It is from before there was one.")
    try await client.press("tryWords")
    try await client.goOn()
    #expect(client.choices.contains("confirming.confirm"))
  }
}
