import Foundation
import SimulatedCard
import TestProgram
import TestReader
import Testing
import VirtualReaders

/// One person, one card, one terminal: every conversation, through the real smart-card daemon.
@Suite struct CardWalkTests {
  @Test(
    "D-16 D-18 D-33 D-35 D-36 D-52 D-30 D-55: a card's whole life in a terminal",
    .timeLimit(.minutes(10)))
  func walk() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let reader = try TestReader()
    defer { reader.stop() }
    let environment = reader.environment.merging(["NO_COLOR": "1", "COLUMNS": "80"]) { $1 }
    let terminal = try await PseudoTerminal(.latchstring(["card", "--data", folder], environment: environment))
    let menu = "q: quit): "
    try await terminal.wait(for: menu)

    // An account on a new card, which is inserted late.
    try await terminal.type("1", until: "How do you want to begin?")
    try await terminal.type("1", until: "Put your card into the reader")
    let slot = try #require(reader.slots.first), card = VirtualCard(SimulatedCard())
    try slot.insert(card)
    try await terminal.wait(for: "New PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "New PIN, once more")
    let secrets = try await terminal.type("123456", until: "(yes or no): ")
    let puk = try secrets.value(of: "PUK")
    try await terminal.type("yes", until: "Pick one of these new accounts.")
    let shown = try await terminal.type("2", until: "(yes or no): ")
    let phrase = try shown.words()
    try await terminal.recall(phrase, until: "User name")
    #expect(
      try await terminal.type("mirela", until: menu).contains("You are signed in as mirela. Your journal is open."))

    // A message is signed with the PIN. When the card is removed midway, the program waits for it.
    try await terminal.type("4", until: "What do you want to sign?")
    try await terminal.type("1", until: "Message: ")
    try await terminal.type("hello", until: "This is what your card signs.")
    try await terminal.type("1", until: "Card PIN (6 digits, not shown): ")
    slot.remove()
    try await terminal.type("123456", until: "Put your card into the reader")
    try slot.insert(card)
    try await terminal.wait(for: "Card PIN (6 digits, not shown): ")
    let signed = try await terminal.type("123456", until: "Your choice (1 to 2")
    #expect(try signed.value(of: "Hash") == "50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750")
    try await terminal.type("1", until: menu)

    // Three wrong PINs freeze the card; the PUK opens it with a new PIN.
    try await terminal.type("5", until: "Card PIN (6 digits")
    try await terminal.type("000000", until: "2 tries left.")
    try await terminal.wait(for: "not shown): ")
    #expect(try await terminal.type("000000", until: "not shown): ").contains("1 try left"))
    try await terminal.type("000000", until: "The card is frozen.", "Your choice (1 to 3")
    try await terminal.type("1", until: "New PIN (6 digits")
    try await terminal.type("222222", until: "once more")
    try await terminal.type("222222", until: "PUK (12 digits")
    try await terminal.type(puk, until: "New PIN (6 digits")
    try await terminal.type("333333", until: "once more")
    try await terminal.type("333333", until: "The card has its new PIN.", "Your choice")
    try await terminal.type("1", until: menu)

    // The card is erased and restored from its words; it still signs in.
    try await terminal.type("12", until: "Erase the card?", "Your choice (1 to 3")
    try await terminal.type("2", until: "The card is empty now.", "Your choice")
    try await terminal.type("q", until: menu)
    try await terminal.type("9", until: "The words, in order")
    try await terminal.type(phrase, until: "New PIN (6 digits")
    try await terminal.type("444444", until: "once more")
    try await terminal.type("444444", until: "(yes or no): ")
    try await terminal.type("yes", until: "The second card is ready.", "Your choice")
    try await terminal.type("1", until: menu)
    try await terminal.type("2", until: "Card PIN (6 digits")
    #expect(
      try await terminal.type("444444", until: menu).contains("You are signed in as mirela. Your journal is open."))
    try await terminal.type("3", until: "Your choice (1 to 5")
    terminal.type("q\rq\r")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
  }
}
