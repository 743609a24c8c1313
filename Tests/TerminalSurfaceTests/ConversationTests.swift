import Model
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

  @Test("M-07: Esc presses Cancel, and typed text is forgotten") func leaving() async throws {
    let hands = PlayedHands(.withAccount)
    let (end, run) = try await TestHome.empty().converse("leaving", .cardPIN, hands)
    #expect(end?.grants == false)
    #expect(run.answers.secrets.isEmpty)
    #expect(hands.card.pin == "123456")
  }
}
