import HandsProtocol
import Model
import SimulatedCard
import TestCards
import Testing
import Vocabulary

@testable import CardHands
@testable import Runner
@testable import RunnerTests

/// Successive wrong PINs and PUKs, as counted by the card.
@Suite struct TriesTests {
  private func atLogin() async throws -> (Bench, CardPerson) {
    var (bench, person) = try await Bench.holder(try PreparedCard.withAccount.get())
    try await person.signOut()
    person.vault.forget()
    try await person.start(.cardLogin)
    try await person.go { $0.buttons == ["Cancel", "I forgot the PIN"] && $0.pending.isEmpty }
    return (bench, person)
  }
  private func enter(_ entries: [FieldID: String], _ person: inout CardPerson) async throws {
    for (field, text) in entries { person.type(text, into: field) }
    try await person.press("Continue")
    try await person.settle()
  }

  /// The tries go down to the last PIN and the last PUK.
  @Test("D-01 D-02 D-03 D-04 D-47 D-48 D-49 D-50 D-51 D-54 D-57 G-09: each last try has a warning")
  func toTheLast() async throws {
    var (bench, person) = try await atLogin()
    #expect(!person.says("left"))
    try await enter(["pin": "000000"], &person)
    #expect(person.says("2 tries left") && person.says("That PIN is wrong"))
    try await enter(["pin": "000001"], &person)
    #expect(person.says("1 try left. If it is wrong, the card freezes."))
    try await enter(["pin": "000002"], &person)
    #expect(
      person.says("The card is frozen") && person.buttons == ["Use PUK", "Factory reset", "Cancel"], "\(person.words)")
    try await person.press("Use PUK")
    try await enter(["newPIN": "111111", "newPINAgain": "111111", "puk": "000000000000"], &person)
    #expect(person.says("You need not type the new PIN again") && person.says("4 tries left for the PUK"))
    for left in [3, 2, 1] {
      try await enter(["puk": "00000000000\(left)"], &person)
      let warning =
        left == 1 ? "1 try left for the PUK. If it is wrong, the card is blocked" : "\(left) tries left for the PUK"
      #expect(person.says(warning), "\(person.words)")
    }
    try await enter(["puk": "999999999999"], &person)
    #expect(person.says("The card is blocked") && person.buttons == ["Factory reset", "Cancel"], "\(person.words)")
    #expect(person.session.account == nil && person.grants == 1)
    #expect(try bench.look(at: person.card).tries == [0, 0])
  }

  @Test("D-52 D-54: the PUK's last try opens the card, keeping its PIN, and the login continues")
  func lastPUK() async throws {
    var (bench, person) = try await atLogin()
    for pin in ["000000", "000001", "000002"] { try await enter(["pin": pin], &person) }
    try await person.press("Use PUK")
    try await enter(["newPIN": "111111", "newPINAgain": "111111", "puk": "000000000000"], &person)
    for wrong in ["000000000001", "000000000002", "000000000003"] { try await enter(["puk": wrong], &person) }
    #expect(person.says("1 try left"))
    try await enter(["puk": PreparedCard.puk], &person)
    #expect(person.answer?.end?.grants == true)
    #expect(try bench.look(at: person.card, pin: "111111").tries == [3, 5])
  }

  @Test("D-58: a PIN that is not six digits never reaches the card", arguments: ["12345", "1234567", "12345a", ""])
  func malformed(_ pin: String) async throws {
    let (bench, person) = try await atLogin()
    let before = bench.reader.commands
    // The form shows no message: it is just not ready.
    #expect(!person.buttons.contains("Continue"))
    // Even if the hands receive one, they do not send it.
    let news = await person.operations.perform(
      CardWork(.verifyPIN("pin"), secrets: ["pin": .init(Array(pin.utf8))]), from: SeatOwner(CardPerson.origin))
    #expect(news.reply == .failed)
    #expect(bench.reader.commands == before)
    #expect(try bench.look(at: person.card).tries == [3, 5])
  }

  @Test("D-57: power loss between count and answer restores no try, and the card's count is shown")
  func killedBetween() async throws {
    let prepared = try PreparedCard.withAccount.get(), bench = try Bench(prepared), chip = CardChip()
    var person = try await bench.person(try prepared.copy(on: chip))
    person.prefers = ["Use a card that has an account"]
    try await person.start(.cardOnboarding)
    try await person.finish()
    try await person.signOut()
    for left in [2, 1, 0] {
      try await person.start(.cardLogin)
      try await person.go { $0.pending.isEmpty && $0.buttons == ["Cancel", "I forgot the PIN"] }
      // The wrong PIN causes one write to the chip: the count. After that the reader gets no answer.
      bench.reader.tear(.unanswered(1))
      person.type("000000", into: "pin")
      try await person.press("Continue")
      try await person.settle()
      #expect(person.says("Put your card into the reader"), "\(person.words)")
      // The card is powered again, and remembers what was written.
      person.card = try SimulatedCard(memory: chip.written, storage: chip)
      try await person.go { $0.pending.isEmpty && !$0.buttons.isEmpty }
      let warning = left == 2 ? "2 tries left" : left == 1 ? "1 try left" : "The card is frozen"
      #expect(person.says(warning), "\(person.words)")
      try await person.press("Cancel")
    }
    #expect(person.session.account == nil)
  }

  @Test("D-57: power loss while the right PIN is checked prevents sign-in; the PIN works next time")
  func killedAtRightPIN() async throws {
    let prepared = try PreparedCard.withAccount.get(), bench = try Bench(prepared), chip = CardChip()
    var person = try await bench.person(try prepared.copy(on: chip))
    person.prefers = ["Use a card that has an account"]
    try await person.start(.cardOnboarding)
    try await person.finish()
    try await person.signOut()
    try await person.start(.cardLogin)
    try await person.go { $0.pending.isEmpty && $0.buttons == ["Cancel", "I forgot the PIN"] }
    chip.losePower(after: 1)  // the try that is counted before the PIN is compared
    person.type("123456", into: "pin")
    try await person.press("Continue")
    try await person.settle()
    #expect(person.session.account == nil)
    let powered = CardChip()
    person.card = try SimulatedCard(memory: chip.written, storage: powered)
    bench.reader.remove()
    #expect(
      try SecondLook(SimulatedCard(memory: chip.written, storage: CardChip()), bench.pairings).tries == [2, 5],
      "It is counted.")
    try person.putCardIn()
    #expect(try await person.finish().grants)
    #expect(try bench.look(at: person.card).tries == [3, 5])
  }
}
