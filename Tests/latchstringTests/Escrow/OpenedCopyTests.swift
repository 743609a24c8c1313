import Foundation
import SimulatedCard
import TestProgram
import TestProvider
import Testing
import VirtualReaders

/// `latchstring opener` as a whole program: a copy of a journal opens with what account recovery gives back, and with a
/// card in a reader, when the home that kept the account is gone.
@Suite struct OpenedCopyTests {
  /// A folder for what a person keeps apart from that computer.
  private final class Shelf {
    let path = FileManager.default.temporaryDirectory.appending(path: "latchstring-shelf-\(UUID())").path
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func put(_ bytes: [UInt8], as name: String) throws -> String {
      try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
      return "\(path)/\(name)"
    }
  }
  private func command(_ copy: String, _ flags: [String], in house: EscrowHousehold) -> [String] {
    ["opener", copy] + flags + ["--data", house.folder]
  }
  private func open(
    _ copy: String, _ flags: String..., in house: EscrowHousehold, input: String = ""
  ) async throws -> TestProgram.Outcome {
    try await TestProgram.latchstring(command(copy, flags, in: house), environment: house.reader.environment).run(
      input: input)
  }

  @Test(
    "where the home is gone, account recovery gives a file for a copy of the journal, and the copy opens with it",
    .timeLimit(.minutes(10)))
  func escrow() async throws {
    let shelf = try Shelf(), saved = shelf.path + "/recovered"
    try await EscrowHousehold.with { house in
      try await house.makeAccount(writing: EscrowWalkTests.entry)
      let program = try await house.setUp()
      let copy = try await SealedJournal(house.database, phrase: CardPerson.phrase, username: "mirela").copy()
      let kept = try shelf.put(copy, as: "copy.json")
      try await house.loseEverything()
      try FileManager.default.removeItem(atPath: house.database)

      let alone = try await house.run("escrow", "recover", "--for-opener")
      #expect(alone.status == 64 && alone.errors.contains("--for-opener goes with --save FILE."))
      var visit = try await house.begin("escrow", "recover", "--save", saved)
      try await visit.identify()
      try await visit.pass(try #require(try await visit.board().first), program, in: house)
      try await visit.see("What came back opens no account here.")
      try await visit.choose("Cancel")
      let advice = try await visit.terminal.wait(for: "nothing has to be typed again.")
      #expect(advice.contains("latchstring escrow recover --save FILE --for-opener"))
      #expect(try await visit.ended() == 0)
      #expect(!FileManager.default.fileExists(atPath: saved), "nobody gets that file without asking for it")

      visit = try await house.begin("escrow", "recover", "--save", saved, "--for-opener")
      try await visit.choose("Go on")
      try await visit.see("Nobody is signed in with it.")
      try await visit.choose("Close")
      let told = try await visit.terminal.wait(for: "latchstring opener COPY --escrow").replacing(/\s+/, with: " ")
      #expect(told.contains("whoever has this file and such a copy reads the journal"), "\(told)")
      #expect(told.contains("whoever has this file can get into it as well"))
      #expect(told.contains("taken at latchstring.localhost while") && told.contains("opener.html takes it under"))
      #expect(try await visit.ended() == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: saved)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(try Data(contentsOf: URL(filePath: saved)).count == 32)
      let left = try FileManager.default.contentsOfDirectory(atPath: house.folder + "/hands").filter {
        $0.hasSuffix("-recovery.json")
      }
      #expect(left == [], "what was typed on the way is forgotten")
      #expect(!FileManager.default.fileExists(atPath: house.database), "no account was made")

      let opened = try await open(kept, "--escrow", saved, in: house)
      #expect(opened.status == 0 && opened.output.hasPrefix("The journal of mirela, as it was on "), "\(opened)")
      #expect(opened.output.contains("\n\(EscrowWalkTests.entry)\n"))
      let other = try shelf.put([UInt8](repeating: 9, count: 32), as: "other")
      let refused = try await open(kept, "--escrow", other, in: house)
      #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.contains("does not open this copy"))
    }
  }

  @Test("with a card in a reader and its PIN, a copy opens; with another card or a wrong PIN it does not")
  func card() async throws {
    let shelf = try Shelf()
    try await EscrowHousehold.with { house in
      try await house.makeAccount(writing: EscrowWalkTests.entry)
      let copy = try await SealedJournal(house.database, phrase: CardPerson.phrase, username: "mirela").copy()
      let kept = try shelf.put(copy, as: "copy.json")
      try await house.loseEverything(but: "hands/pairings.json")
      try FileManager.default.removeItem(atPath: house.database)

      let visit = TerminalVisit(
        try await PseudoTerminal(
          .latchstring(
            command(kept, ["--card"], in: house),
            environment: house.reader.environment.merging(["NO_COLOR": "1"]) { $1 })))
      try await visit.terminal.wait(for: "PIN")
      try await visit.terminal.wait(for: ": ")
      visit.terminal.type(TerminalVisit.pin + "\r")
      try await visit.terminal.wait(for: EscrowWalkTests.entry)
      #expect(try await visit.ended() == 0)
      #expect(!visit.terminal.seen.contains(TerminalVisit.pin), "what is typed is not shown")

      let wrong = try await open(kept, "--card", "--pin-fd", "0", "--json", in: house, input: "000000\n")
      #expect(wrong.status == 1 && wrong.output.contains("\"wrong\""), "\(wrong)")
      let json = try await open(kept, "--card", "--pin-fd", "0", "--json", in: house, input: "\(TerminalVisit.pin)\n")
      #expect(json.status == 0 && json.output.contains(EscrowWalkTests.entry), "\(json)")
      #expect(!FileManager.default.fileExists(atPath: house.database), "no account was made")

      try house.putIn(VirtualCard(SimulatedCard()))
      #expect(await house.reader.slots.first?.hasMetCard(within: .seconds(60)) == true)
      let empty = try await open(kept, "--card", "--pin-fd", "0", in: house, input: "\(TerminalVisit.pin)\n")
      #expect(empty.status == 1 && empty.output.isEmpty, "\(empty)")
      let secrets = shelf.path + "/secrets"
      let words = Array(repeating: "zoo", count: 11).joined(separator: " ") + " wrong"
      let prepared = try await Program.shell(
        "latchstring card backup --json --data '\(house.folder)' --phrase-fd 0 --new-pin-fd 0 --secrets-fd 4 "
          + "4>'\(secrets)'",
        environment: house.reader.environment, input: "\(words)\n\(TerminalVisit.pin)\n")
      #expect(prepared.status == 0, "\(prepared)")
      let other = try await open(kept, "--card", "--pin-fd", "0", in: house, input: "\(TerminalVisit.pin)\n")
      #expect(other.status == 1 && other.errors.contains("This card does not open this copy."), "\(other)")
    }
  }
}
