import Crypto
import Foundation
import Model
import SimulatedCard
import Store
import TestProgram
import TestReader
import Testing
import VirtualReaders

/// The program with a real smart-card daemon, and a card that the program itself simulates in a virtual reader.
@Suite struct CardReaderTests {
  /// A daemon, and `latchstring card simulate` in its first slot for as long as this object exists.
  private final class PlayedCard: Sendable {
    let reader: TestReader
    private let player: RunningProgram
    private let output = Pipe()

    init() async throws {
      reader = try TestReader()
      player = try await RunningProgram(
        .latchstring(["card", "simulate", "--reader-port", "\(reader.ports[0])"]),
        output: output.fileHandleForWriting.fileDescriptor)
      try await TextReader(output.fileHandleForReading.fileDescriptor).wait(for: "lies in the reader")
    }
    deinit { reader.stop() }
  }

  @Test(
    "D-18 D-33 D-35: an account is set up, signed in to and signed with, on a played card",
    .timeLimit(.minutes(10)))
  func walk() async throws {
    let played = try await PlayedCard(), person = CardPerson(played.reader), pin = "Card PIN (6 digits, not shown): "
    let setUp = try await person.begin("init")
    try await setUp.setUpEmptyCard(until: "You are signed in as mirela. Your journal is open.")
    #expect(try await setUp.ended() == 0)

    let login = try await person.begin("login")
    try await login.wait(for: pin)
    try await login.type("123456", until: "You are signed in as mirela. Your journal is open.")
    #expect(try await login.ended() == 0)

    let sign = try await person.begin("sign")
    try await sign.wait(for: "Your choice (1 to 4")
    try await sign.type("1", until: "Message: ")
    try await sign.type("hello", until: "This is what your card signs.", "Your choice (1 to 4")
    try await sign.type("1", until: pin)
    #expect(try await sign.type("123456", until: "Your choice (1 to 2").value(of: "Address") == CardPerson.address)
    sign.type("1\r")
    #expect(try await sign.ended() == 0)
  }

  @Test(
    "D-38: an account is given another card, which then signs in to it and opens its Master Key",
    .timeLimit(.minutes(10)))
  func migration() async throws {
    let reader = try TestReader(), slot = try #require(reader.slots.first), person = CardPerson(reader),
      pin = "Card PIN (6 digits, not shown): "
    defer { reader.stop() }
    try slot.insert(VirtualCard(SimulatedCard()))
    #expect(await slot.hasMetCard(within: .seconds(60)))
    let menu = "q: quit): ", terminal = try await person.begin()
    try await terminal.wait(for: menu)
    terminal.type("1\r")
    try await terminal.setUpEmptyCard(until: "You are signed in as mirela.", menu)

    try await terminal.type("10", until: "First, confirm that it's you.", "Your choice (1 to 2")
    try await terminal.type("1", until: pin)
    try await terminal.type("123456", until: "Which card do you want to add to your account?", "Your choice (1 to 4")
    try await terminal.type("1", until: "This card holds an account already.", "Your choice (1 to 4")
    try await terminal.type("2", until: "This is not the card that is needed here.")
    slot.remove()
    try slot.insert(VirtualCard(SimulatedCard()))
    try await terminal.wait(for: "New PIN (6 digits, not shown): ")
    try await terminal.type("222222", until: "once more")
    try await terminal.type("222222", until: "(yes or no): ")
    try await terminal.type("yes", until: "Pick one of these for the card.", "Your choice (1 to 7")
    let phrase = try await terminal.type("1", until: "(yes or no): ").words()
    try await terminal.recall(phrase, until: "The card is a way into your account now.", "Your choice")
    try await terminal.type("1", until: menu)
    try await terminal.type("2", until: pin)
    try await terminal.type("222222", until: "You are signed in as mirela. Your journal is open.", menu)
    terminal.type("q\r")
    #expect(try await terminal.ended() == 0)
  }

  @Test(
    "the worst day is rehearsed with a card: the ticket is typed, the card opens, and nobody is signed in",
    .timeLimit(.minutes(10)))
  func rehearsed() async throws {
    let played = try await PlayedCard(), person = CardPerson(played.reader)
    let setUp = try await person.begin("init")
    try await setUp.setUpEmptyCard(until: "You are signed in as mirela.")
    #expect(try await setUp.ended() == 0)
    let store = try SQLiteStore(path: person.folder + "/latchstring.sqlite")
    let username = try #require(Username("mirela"))
    let card = try await store.write { records in
      let account = try #require(try records.account(named: username)).id
      let card = try #require(try records.ways(of: account).first { $0.kind == .card })
      let hash = Array(SHA256.hash(data: Data("7KQ4M2XD".utf8)))
      try records.insert(DrillTicket(tokenHash: hash, account: account, way: card.id, issuedAt: Date()))
      return card
    }

    let menu = "q: quit): ", terminal = try await person.begin()
    try await terminal.wait(for: menu)
    try await terminal.type("13", until: "Type the ticket from your own page.", "Ticket: ")
    try await terminal.type("7kq4-m2xd", until: "What do you come back with?", "Your choice (1 to 3")
    try await terminal.type("1", until: "Card PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "You'd be back in.", "Your card opens your journal", "Your choice")
    let rest = try await terminal.type("1", until: menu)
    #expect(!rest.contains("You are signed in") && !rest.contains("Check your paper"), "which is for who is signed in")
    terminal.type("q\r")
    #expect(try await terminal.ended() == 0)
    let (after, event) = try await store.read { records in
      (try #require(try records.way(card.id)), try records.newestEntries(of: card.account, limit: 1, skipping: 0).first)
    }
    #expect(event?.event == .drillPassed && after.sealed == card.sealed)
    let (then, now) = (try #require(card.proofs[.opened]), try #require(after.proofs[.opened]))
    #expect(now > then)
  }

  @Test(
    "A menu in which nobody chooses holds no card; a conversation that is under way does",
    .timeLimit(.minutes(10)))
  func menuHoldsNothing() async throws {
    let played = try await PlayedCard(), terminal = try await CardPerson(played.reader).begin(),
      other = CardPerson(played.reader)
    let menu = "q: quit): "
    try await terminal.wait(for: menu)
    try await terminal.type("3", until: "Your choice (1 to 3")
    #expect(try await other.shoot("status").code == "in-use")
    try await terminal.type("1", until: menu)
    let status = try await other.shoot("status")
    #expect(status.status == 0 && status.card["contents"] as? String == "blank", "\(status)")
    terminal.type("q\r")
    #expect(try await terminal.ended() == 0)
  }

  @Test(
    "A command ends with its own status while threads of it still wait for news of readers", .timeLimit(.minutes(10)))
  func ends() async throws {
    let played = try await PlayedCard()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let person = CardPerson(played.reader)
          for _ in 0..<8 {
            let shot = try await person.shoot("status")
            #expect(shot.status == 0 || shot.code == "in-use", "\(shot)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

extension PseudoTerminal {
  /// Sets up the empty card in the reader with a phrase and an account, from the choice of how, and reads until these
  /// texts are printed, one after another.
  fileprivate func setUpEmptyCard(until text: String, _ more: String...) async throws {
    try await wait(for: "Your choice (1 to 4")
    try await type("2", until: "New PIN (6 digits, not shown): ")
    try await type("123456", until: "once more")
    try await type("123456", until: "(yes or no): ")
    try await type("yes", until: "Type your card phrase", "(not shown): ")
    try await type(CardPerson.phrase, until: "User name")
    try await type("mirela", until: text)
    for text in more { try await wait(for: text) }
  }
}
