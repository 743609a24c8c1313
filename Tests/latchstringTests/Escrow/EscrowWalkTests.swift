import Escrow
import Foundation
import SimulatedCard
import TestProvider
import Testing
import VirtualReaders

/// Account recovery in a terminal, with the built program, a card in a reader, and responding providers.
@Suite struct EscrowWalkTests {
  static let entry = "The spare is at Ana's."

  @Test(
    "C-02 C-39 C-43 C-51 C-61 C-66 G-33: with everything lost, a new card opens the account",
    .timeLimit(.minutes(10)))
  func round() async throws {
    try await EscrowHousehold.with { house in
      try await house.makeAccount(writing: Self.entry)
      let program = try await house.setUp()
      try await house.loseEverything()
      try house.putIn(VirtualCard(SimulatedCard()))

      let visit = try await house.begin("escrow", "recover")
      try await visit.identify()
      try await visit.finish(try #require(try await visit.board().first), program, in: house)
      let phrase = try await visit.enrollCard()
      #expect(try await SealedJournal(house.database, phrase: phrase, username: "mirela").read() == Self.entry)
      await #expect(throws: SealedJournal.OpensNothing.self, "The card that was lost opens nothing.") {
        _ = try await SealedJournal(house.database, phrase: CardPerson.phrase, username: "mirela")
      }
    }
  }

  @Test(
    "C-40 C-55: the status says which ways wait for a provider; recovery goes by another way",
    .timeLimit(.minutes(10)))
  func gone() async throws {
    try await EscrowHousehold.with { house in
      try await house.makeAccount(writing: Self.entry)
      let program = try await house.setUp(extra: true), before = try await house.status()
      #expect(before.standings.count == 3 && before.standings.values.allSatisfy { $0 == nil })
      let gone = try #require(
        before.standings.keys.sorted().first { url in before.ways.contains { !$0.contains(url) } })
      await house.providers.first { $0.provider.url == gone }?.stop()
      #expect(try await house.status().standings[gone] == "unreachable")
      let working = before.ways.count { !$0.contains(gone) }, status = try await house.begin("escrow", "status")
      try await status.see("You could come back today, in \(working) of \(before.ways.count) ways.")
      #expect(status.plain.contains(": Waits for "))
      try await status.choose("Close")
      #expect(try await status.ended() == 0)
      try await countsPartByPart(house, silent: gone)

      try await house.loseEverything()
      let visit = try await house.begin("escrow", "recover"), place = String(gone.dropFirst("http://".count).dropLast())
      try await visit.identify()
      let ways = try await visit.board()
      let lost = try #require(
        ways.joined().first { $0.provider == place && $0.kind == "E-mail" }, "Nobody told its name.")
      try await visit.choose("\(lost.kind): \(place)")
      try await visit.see("Go back to take another way")
      try await visit.choose("Back")
      _ = try await visit.board()
      try await visit.finish(try #require(ways.first { $0.allSatisfy { $0.provider != place } }), program, in: house)
      try await visit.choose("Cancel")
      #expect(try await visit.ended() == 0)
    }
  }

  /// The notes of this computer's hands are read: a provider that just stayed silent keeps the day of its last answer,
  /// and each provider is a thing of its own to lose.
  private func countsPartByPart(_ house: EscrowHousehold, silent: String) async throws {
    struct Printed: Decodable {
      struct Recovery: Decodable { var name: String, says: String, answered: String?, due: Bool }
      struct Loss: Decodable { var lose: [String], left: String }
      var recovery: [Recovery], losses: [Loss]
    }
    let printed = try JSONDecoder().decode(Printed.self, from: Data(try await house.run("ways", "--json").output.utf8))
    let names = house.providers.map { String($0.provider.url.dropFirst("http://".count).dropLast()) }
    for (name, provider) in zip(names, house.providers) {
      let said = try #require(printed.recovery.first { $0.name == name })
      #expect(said.answered != nil && !said.due)
      #expect(said.says.hasSuffix("not since") == (provider.provider.url == silent), "\(said.says)")
    }
    let lost = Set(printed.losses.flatMap(\.lose))
    #expect(lost.isSuperset(of: names) && !lost.contains("Account recovery"))
    #expect(printed.recovery.contains { $0.name.hasPrefix("Your e-mail, at ") })
  }

  @Test("a way is tried to its end, and only the day of its parts is noted", .timeLimit(.minutes(10)))
  func tried() async throws {
    try await EscrowHousehold.with { house in
      try await house.makeAccount(writing: Self.entry)
      let program = try await house.setUp(), visit = try await house.begin("escrow", "try")
      try await visit.answer("Card PIN", TerminalVisit.pin)
      try await visit.choose("Confirm with your card")
      try await visit.answer("Card PIN", TerminalVisit.pin)
      try await visit.identify()
      try await visit.choose("Way 1")
      try await visit.see("A wrong answer takes one try at that provider, and ends this rehearsal.")
      let way = try #require(visit.ways.first)
      for (place, check) in way.enumerated() {
        try await visit.pass(check, program, in: house)
        if place + 1 < way.count { try await visit.find("Back") }
      }
      try await visit.see("This way works.")
      try await visit.choose("Close")
      #expect(try await visit.ended() == 0)
      let notes = try FileManager.default.contentsOfDirectory(atPath: house.folder + "/hands").compactMap {
        try? String(contentsOfFile: house.folder + "/hands/" + $0, encoding: .utf8)
      }.joined()
      #expect(notes.contains("triedOn") && !notes.contains("Trubschachen") && !notes.contains(TerminalVisit.answer))
    }
  }

  @Test(
    "C-22 C-67: only wrong facts are asked for again; who goes back keeps each one with Enter",
    .timeLimit(.minutes(5)))
  func oneWrongFact() async throws {
    try await EscrowHousehold.with { house in
      let visit = try await house.begin("escrow", "recover")
      try await visit.choose("Europe")
      try await visit.choose("Switzerland")
      for (label, text) in [
        ("Full name", "Ottilie Zwyssig"), ("Birthdate", "1961-02-28"), ("Birthplace", "Trubschachen"),
      ] {
        try await visit.answer(label, text)
      }
      try await visit.answer("AHV number", "756.1234.5678.98")
      try await visit.answer("Memorable word", ".")
      let again = try await visit.terminal.wait(for: "\nAHV number")
      #expect(
        again.replacing(/\s+/, with: " ").contains("Something doesn't fit yet: AHV number.")
          && !again.contains("\nFull name"))
      _ = try await visit.terminal.wait(for: ": ")
      visit.terminal.type("756.1234.5678.97\r")
      try await visit.choose("Yes, that is me")
      try await visit.see("check each of them")
      try await visit.choose("Back")
      for (label, kept) in [
        ("Full name", "Ottilie Zwyssig"), ("Birthdate", "1961-02-28"), ("Birthplace", "Trubschachen"),
      ] {
        _ = try await visit.terminal.wait(for: "\n\(label)")
        _ = try await visit.terminal.wait(for: "[\(kept)]: ")
        visit.terminal.type("\r")
      }
      try await visit.answer("AHV number", "")
      try await visit.answer("Memorable word", ".")
      try await visit.choose("Yes, that is me")
      try await visit.see("check each of them")
      try await visit.choose("Cancel")
      #expect(try await visit.ended() == 0)
    }
  }

  @Test(
    "C-53: where the program is killed on the way, nothing is typed, paid or passed twice",
    .timeLimit(.minutes(10)))
  func killed() async throws {
    try await EscrowHousehold.with { house in
      try await house.makeAccount(writing: Self.entry)
      var visit = try await house.beginSetUp()
      try await visit.identify()
      try await visit.addQuestion()
      try await visit.find("Remove: Security question: ")
      try await visit.kill()
      visit = try await house.beginSetUp()
      try await visit.choose("Go on")
      try await visit.find("Remove: Security question: ")
      #expect(visit.plain.contains(TerminalVisit.question))
      try await visit.addAddresses()
      let program = try await visit.addClock()
      try await house.pay(in: visit)
      try await visit.find("Confirm with your card")
      try await visit.kill()
      visit = try await house.beginSetUp()
      try await visit.see("Paid already, by its prices: 1.00 TESTKUDOS to ")
      try await visit.choose("Go on")
      try await visit.find("Confirm with your card")
      #expect(!visit.terminal.seen.contains("Confirm payment"))
      #expect(!visit.terminal.seen.contains("waits for its payment"))
      try await visit.seal()

      try await house.loseEverything()
      visit = try await house.begin("escrow", "recover")
      try await visit.identify()
      let way = try #require(try await visit.board().first)
      try await visit.pass(way[0], program, in: house)
      _ = try await visit.board()
      try await visit.kill()
      visit = try await house.begin("escrow", "recover")
      try await visit.choose("Go on")
      let again = try #require(try await visit.board().first)
      #expect(again.map(\.isDone) == way.indices.map { $0 == 0 })
      try await visit.finish(again, program, in: house)
      try await visit.choose("Cancel")
      #expect(try await visit.ended() == 0)
      #expect(visit.terminal.seen.contains("What you did so far is kept on this computer."))
    }
  }
}
