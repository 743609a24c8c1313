import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Keycard
import Model
import Testing

@testable import Runner

/// Evidence that a card's hands could send and that must be refused: a signature is valid for one purpose, one account,
/// one moment and one card.
@Suite struct CardEvidenceTests {
  /// A signed-out client with an account that has this card.
  func client() async throws -> Client {
    var client = try await Client.withCard()
    try await client.onboard()
    try await client.signOut()
    return client
  }
  /// Expects that the spoiled evidence is refused and changes nothing.
  func expectRefused(
    _ spoil: @escaping (inout PlayedCard.Said) -> Void, _ location: SourceLocation = #_sourceLocation
  ) async throws {
    var client = try await client()
    client.card?.spoil = spoil
    let before = try await client.cardRow()
    try await client.signInWithCard()
    #expect(client.card?.signed.count == 2, "it came to signing", sourceLocation: location)
    #expect(client.session.account == nil && client.choices.contains("tryAgain"), sourceLocation: location)
    #expect(try await client.cardRow() == before, sourceLocation: location)
    client.card?.spoil = { _ in }
    try await client.signInWithCard()
    #expect(client.session.account != nil, "honest hands get in", sourceLocation: location)
  }

  @Test(
    "a signature for anything else is refused for signing in",
    arguments: ["register", "enroll", "change", "", "login "])
  func purpose(_ other: String) async throws {
    try await expectRefused { $0.purpose = other }
  }

  @Test(
    "a signature for another page is refused", arguments: ["https://evil.example", "http://latchstring.example", ""])
  func origin(_ other: String) async throws {
    try await expectRefused { $0.origin = other }
  }

  @Test("a signature that names another account, or none, is rejected") func account() async throws {
    try await expectRefused { $0.account = [UInt8](repeating: 9, count: 16) }
    try await expectRefused { $0.account = [] }
  }

  @Test("a signature over a challenge that was never issued is rejected") func challenge() async throws {
    try await expectRefused { $0.challenge = [UInt8](repeating: 1, count: 32) }
  }

  @Test("a signature by a different key is rejected, whichever key it claims") func signer() async throws {
    let other = try PlayedCard().key
    try await expectRefused { $0.signer = other }
    try await expectRefused { said in
      said.signer = other
      said.alter = { $0.key = other.publicKey.uncompressed }
    }
  }

  /// A single changed bit is enough.
  @Test("an altered, truncated, differently encoded or missing signature is rejected")
  func tampered() async throws {
    for place in [0, 31, 32, 63] { try await expectRefused { $0.alter = { $0.signature[place] ^= 1 } } }
    try await expectRefused { $0.alter = { $0.signature = Array(repeating: 0, count: 64) } }
    for text in [
      "", "{}", "null", "[1]", "{\"key\":\"\",\"signature\":\"\",\"challenge\":\"\",\"rehearsal\":false}",
      String(repeating: "x", count: 5000),
    ] {
      try await expectRefused { $0.text = text }
    }
  }

  @Test("a signature is valid once; a reused one is rejected in the same run and in any other")
  func replay() async throws {
    var client = try await client()
    try await client.signInWithCard()
    let sent = try #require(client.card?.signed.last)
    try await client.signOut()
    client.card?.spoil = { $0.text = sent }
    try await client.signInWithCard()
    #expect(client.session.account == nil && client.choices.contains("tryAgain"))
  }

  @Test("a signature made for another browser's run does not sign in to this one") func otherRun() async throws {
    var client = try await client(), thief = try await client.another()
    thief.card = client.card
    var stolen = ""  // made by the card for this run, but never sent in it
    client.card?.spoil = { said in
      said.alter = { stolen = String(decoding: $0.json, as: UTF8.self) }
      said.text = "{}"
    }
    try await client.signInWithCard()
    let sent = stolen
    thief.card?.spoil = { $0.text = sent }
    try await thief.signInWithCard()
    #expect(!sent.isEmpty && thief.choices.contains("tryAgain"))
    #expect(thief.session.account == nil)
  }

  @Test("a challenge is valid for five minutes") func late() async throws {
    var client = try await client()
    let clock = client.clock
    client.card?.spoil = { _ in clock.advance(301) }
    try await client.signInWithCard()
    #expect(client.session.account == nil && client.choices.contains("tryAgain"))
    client.card?.spoil = { _ in clock.advance(290) }
    try await client.signInWithCard()
    #expect(client.session.account != nil)
  }

  @Test("a card's public key finds its account but yields no materials, session or change")
  func publicKeyOnly() async throws {
    var client = try await client()
    client.card?.spoil = { $0.text = "{}" }
    try await client.signInWithCard()
    let works = client.answer?.start ?? []
    #expect(works.allSatisfy { $0.materials == nil } && client.session.account == nil)
  }

  @Test("only a signature made for registration registers a card; others create no account or row")
  func registering() async throws {
    for spoil in [
      { $0.purpose = "login" }, { $0.account = [UInt8](repeating: 1, count: 16) },
      { $0.alter = { $0.signature[5] ^= 1 } }, { $0.text = "{}" },
    ] as [(inout PlayedCard.Said) -> Void] {
      var client = try await Client.withCard()
      client.card?.spoil = spoil
      try await client.onboard()
      #expect(client.session.account == nil)
      #expect(try await client.cardRow() == nil)
      let name = try #require(Username("mirela"))
      #expect(try await client.store.read { try $0.account(named: name) } == nil)
    }
  }

  @Test("a card's row, wrap and traces are written together, or not at all if they do not match")
  func oneWrite() async throws {
    let keys = Keys()
    var (client, _) = try await Client.enrolled(keys)
    client.card = try PlayedCard()
    let before = try await client.rows()
    for spoil in [
      { $0.g += 1 }, { $0.ways = [] }, { $0.ways[0].wrap += "x" }, { $0.ways[0].record = "x" },
      { $0.ways[0].credential = nil },
      { $0.ways[0].credential = "another" },
    ] as [(inout SealedBundle) -> Void] {
      // The confirming key opens with its own wrap and creates nothing: only the card's parts are created here.
      client.hands.spoil = spoil
      try await client.addCard(confirmedBy: keys.yellow)
      #expect(try await client.cardRow() == nil)
      let after = try await client.rows()
      #expect(
        after.events == before.events && after.generations == before.generations
          && after.ways.map(\.sealed) == before.ways.map(\.sealed))
    }
    client.hands.spoil = { _ in }
    try await client.addCard(confirmedBy: keys.yellow)
    #expect(try await client.cardRow()?.opens == true)
  }
}
