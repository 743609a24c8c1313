import Crypto
import Foundation
import Model
import Runner
import Testing

@testable import TerminalSurface

/// Complete conversations with a card, as a person at a terminal has them.
@Suite struct ConversationTests {
  @Test("Card status, for an empty reader and then with a card in it, is printed in plain lines")
  func status() async throws {
    let hands = PlayedHands(.withAccount, absence: .noCard)
    let (end, _) = try await TestHome.empty().converse("status", .cardStatus, hands)
    #expect(end?.grants == false)
  }

  @Test("D-36 D-11 D-58: changing the PIN asks again if the new one is too short and never sends it") func changePIN()
    async throws
  {
    let hands = PlayedHands(.withAccount)
    try await TestHome.empty().converse("change-pin", .cardPIN, hands)
    #expect(hands.card.pin == "654321")
    #expect(hands.card.tries.pin == 3)
    #expect(
      hands.asked.filter { if case .verifyPIN = $0 { true } else { false } }.count == 2,
      "One wrong, one right; the short one never came.")
  }

  @Test("D-35: a message is shown before it is signed") func sign() async throws {
    let hands = PlayedHands(.withAccount)
    try await TestHome.empty().converse("sign", .cardSigning, hands)
    #expect(hands.asked.contains { if case .signMessage = $0 { true } else { false } })
  }

  @Test("D-52 D-54: on a frozen card, a wrong PUK does not discard the typed new PIN") func unblock() async throws {
    let hands = PlayedHands(.frozen)
    try await TestHome.empty().converse("unblock", .cardUnblock, hands)
    #expect(hands.card.pin == "654321")
  }

  @Test("D-18 D-24 G-11 G-40: a new card creates an account and then signs in to it") func onboarding() async throws {
    let home = try TestHome.empty(), hands = PlayedHands(.blank)
    let (end, run) = try await home.converse("onboarding", .cardOnboarding, hands)
    #expect(end?.grants == true)
    #expect(run.vault.isOpen)
    #expect(try await home.accounts.facts(of: run.person.session)?.username == "mirela")
    #expect(
      run.person.session.browser == .terminal && run.person.session.handle != nil, "Settings lists it as what it is")
    let (login, again) = try await home.converse("login", .cardLogin, hands)
    #expect(login?.grants == true)
    #expect(again.vault.isOpen, "The card opens the Master Key that it was given at the onboarding.")
  }

  /// An account on a card, whose holder is about to make a recovery code.
  private func makingCode(
    _ script: [ScriptedTerminal.Step]
  ) async throws -> (terminal: ScriptedTerminal, home: TestHome, account: AccountID) {
    let home = try TestHome.empty(), hands = PlayedHands(.blank)
    let (_, run) = try await home.converse("onboarding", .cardOnboarding, hands)
    let terminal = ScriptedTerminal([.line("1"), .line("123456"), .line("yes")] + script)
    var making = TerminalRun(run.person, run.vault, on: terminal, patience: nil) { await hands.perform($0) }
    do { _ = try await making.run(.recoveryCode) } catch is TerminalGone {}
    return (terminal, home, try #require(run.person.session.account))
  }
  private func code(_ made: (terminal: ScriptedTerminal, home: TestHome, account: AccountID)) async throws -> Way? {
    try await made.home.store.read { try $0.ways(of: made.account) }.first { $0.kind == .phrase }
  }

  @Test("a new code's words go out of sight, and three of them are read off the paper before it is saved")
  func threeWords() async throws {
    let made = try await makingCode([.words(areRight: false), .words(areRight: true)])
    let code = try #require(try await code(made)), kit = try #require(code.kit), lines = made.terminal.record
    #expect(code.proofs.keys.elementsEqual([.read]) && kit.number == 1)
    let printed = try #require(lines.firstIndex { $0.hasPrefix("Recovery kit no. 1, check \(kit.check.grouped).") })
    let covered = try #require(lines.firstIndex(of: "(everything above is out of sight)"))
    let asked = try #require(lines.firstIndex { $0.hasPrefix("Words ") && $0.hasSuffix("(not shown): ") })
    #expect(printed < covered && covered < asked)
    #expect(!lines[covered...].contains { $0.hasPrefix("Word ") && $0.contains(":") }, "no word is printed again")
    #expect(
      lines[asked...].contains { $0.contains("are not those that were shown.") })
    #expect(lines[asked...].contains(">* 3 words"))
  }

  @Test("three wrong words save nothing, the words can be shown again, and “Not now” saves a code that is not tried")
  func notNow() async throws {
    let wrong = try await makingCode([.words(areRight: false), .words(areRight: false)])
    #expect(try await code(wrong) == nil)
    let made = try await makingCode([.line(""), .line("2"), .line("yes"), .line(""), .line("3")])
    #expect(try await code(made)?.proofs == [:])
    #expect(made.terminal.record.count { $0 == "Recovery code:" } == 2)
  }

  /// An account on a card, and a terminal elsewhere in which a ticket is typed and the card is shown.
  private func rehearsing(_ typed: String) async throws -> (lines: [String], home: TestHome, run: Rehearsed) {
    let home = try TestHome.empty(), hands = PlayedHands(.blank)
    let (_, own) = try await home.converse("onboarding", .cardOnboarding, hands)
    let account = try #require(own.person.session.account)
    try await home.store.write { records in
      let card = try #require(try records.ways(of: account).first { $0.kind == .card })
      let hash = Array(SHA256.hash(data: Data("7KQ4M2XD".utf8)))
      try records.insert(DrillTicket(tokenHash: hash, account: account, way: card.id, issuedAt: Date()))
    }
    let terminal = ScriptedTerminal([.line(typed), .line("1"), .line("123456"), .line("1"), .line("2")])
    var run = try await home.run(hands, on: terminal)
    let end = try? await run.run(.rehearsal)
    return (terminal.record, home, Rehearsed(account: account, session: run.person.session, end: end))
  }
  private struct Rehearsed { var account: AccountID, session: Session, end: RunEnd? }

  @Test("the worst day with a card is rehearsed in a terminal, with the ticket typed there") func rehearsed()
    async throws
  {
    let (lines, home, run) = try await rehearsing("7kq4-m2xd")
    #expect(lines.contains("You'd be back in. It took you a minute."))
    #expect(lines.contains { $0.contains("Your card opens your journal") })
    #expect(!lines.contains { $0.contains("A key or passkey") }, "no key can be touched in a terminal")
    #expect(run.end?.grants == false && run.session.account == nil)
    let newest = try await home.store.read { try $0.newestEntries(of: run.account, limit: 1, skipping: 0) }
    #expect(newest.map(\.event) == [.drillPassed])
    let missed = try await rehearsing("7KQ4-M2XE").lines
    #expect(missed.contains("Nothing here answers to this ticket and what you showed."))
  }

  @Test("M-07: Esc presses Cancel, and typed text is forgotten") func leaving() async throws {
    let hands = PlayedHands(.withAccount)
    let (end, run) = try await TestHome.empty().converse("leaving", .cardPIN, hands)
    #expect(end?.grants == false)
    #expect(run.answers.secrets.isEmpty)
    #expect(hands.card.pin == "123456")
  }
}
