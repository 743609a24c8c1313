import Foundation
import SimulatedCard
import TestProvider
import Testing
import VirtualReaders

extension EscrowHousehold {
  /// Makes an account with a card and one journal entry, and leaves the recovery code for later.
  func makeAccount(writing entry: String) async throws {
    try putIn(VirtualCard(SimulatedCard()))
    let visit = try await begin("card", "init")
    try await visit.choose("Bring an account from its phrase")
    try await visit.setPIN()
    try await visit.answer("The words", CardPerson.phrase)
    try await visit.answer("User name", "mirela")
    try await visit.terminal.wait(for: "Your journal is open.")
    #expect(try await visit.ended() == 0)
    try await SealedJournal(database, phrase: CardPerson.phrase, username: "mirela").write(entry)
  }

  func beginSetUp() async throws -> TerminalVisit {
    let visit = try await begin("escrow", "backup")
    try await visit.answer("Card PIN", TerminalVisit.pin)
    try await visit.choose("Set it up")
    return visit
  }
  /// Goes from the list of methods to the payment of the fees, and through the till.
  func pay(in visit: TerminalVisit, extra: Bool = false) async throws {
    try await visit.choose("Continue")
    if extra { try await visit.addWay([("Security question", "Bruno"), ("E-mail", "Chiara")]) }
    try await visit.choose("Continue")
    try await visit.choose("Confirm payment")
    try await visit.find("I have paid")
    let till = try #require(visit.plain.firstMatch(of: /this computer's till takes: (\S+)/)).1
    try await pay(at: String(till))
    try await visit.choose("I have paid")
  }
  /// - Parameter extra: Adds a way with two methods that does not need Anna.
  func setUp(extra: Bool = false) async throws -> ClockProgram {
    let visit = try await beginSetUp()
    try await visit.see("Step 1 of 5: Who you are")
    try await visit.identify()
    try await visit.addQuestion()
    try await visit.addAddresses()
    let program = try await visit.addClock()
    try await pay(in: visit, extra: extra)
    try await visit.seal()
    return program
  }
}

extension TerminalVisit {
  func setPIN() async throws {
    try await answer("New PIN (", Self.pin)
    try await answer("New PIN, once more", Self.pin)
    try await answer("I've saved this", "yes")
  }
  /// Continues to the receipt, and to the program's end.
  func seal() async throws {
    try await choose("Confirm with your card")
    try await answer("Card PIN", Self.pin)
    try await see("Account recovery is set up.")
    try await choose("Close")
    #expect(try await ended() == 0)
  }

  func addWay(_ parts: [(method: String, provider: String)]) async throws {
    try await choose("Add a way")
    for part in parts {
      try await choose("Add a method to this way")
      try await choose(part.method)
      try await choose(part.provider)
    }
    try await choose("Done")
  }

  func pass(_ check: TerminalCheck, _ program: ClockProgram, in house: EscrowHousehold) async throws {
    try await pass(check, program, at: house.providers, house.clock)
  }
  func pass(_ way: [TerminalCheck], _ program: ClockProgram, in house: EscrowHousehold) async throws {
    try await pass(way, program, at: house.providers, house.clock)
  }
  /// Passes the remaining checks of one way, until the account is open.
  func finish(_ way: [TerminalCheck], _ program: ClockProgram, in house: EscrowHousehold) async throws {
    try await pass(way, program, in: house)
    try await find("Use a Keycard instead")
  }
  /// Goes from the open account to its new card and new recovery code, without the old card. Returns the words of the
  /// new code.
  func enrollCard() async throws -> String {
    try await choose("Use a Keycard instead")
    try await choose("An empty card, with a new phrase")
    try await setPIN()
    try await choose("Account 1")
    let phrase = try await terminal.wait(for: "(yes or no): ").words()
    _ = try await terminal.recall(phrase, until: "Which of these are gone?")
    try await choose("It is gone")  // the lost card goes with the new one's code
    let code = try await terminal.wait(for: "(yes or no): ").words()
    #expect(code != phrase)
    terminal.type("yes\r")
    try await read(code)
    try await see("You're back, mirela.")
    try await see("Your journal is here: 1 entry.")
    try await choose("Close")
    let end = try await terminal.wait(for: "Your journal is open.")
    #expect(end.contains("You are signed in as mirela.") && !end.contains("You left before the end."))
    #expect(try await ended() == 0)
    return phrase
  }

  /// Types the three words of a new recovery code that are asked for, as they stand on the paper.
  private func read(_ code: String) async throws {
    let asked = try await terminal.wait(for: ", with spaces between (not shown): "), words = code.split(separator: " ")
    let line = try #require(asked.components(separatedBy: .newlines).last { $0.hasPrefix("Words ") })
    let places = line.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(places.count == 3 && places.allSatisfy { words.indices.contains($0 - 1) })
    terminal.type(places.map { String(words[$0 - 1]) }.joined(separator: " ") + "\r")
  }
}
