import Person
import SimulatedCard
import TestSite
import Testing

@testable import CardTests

extension CardVisit {
  /// Expects that none of these was ever sent to the site.
  func expectUnheard(_ secrets: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let heard = site.wiretap.requests
    for (number, secret) in secrets.enumerated() {
      #expect(
        heard.allSatisfy { !$0.contains(secret) }, "the site was sent secret \(number)", sourceLocation: sourceLocation)
    }
  }

  /// Removes the card and inspects its contents.
  func look(at card: SimulatedCard, pin: String = PreparedCard.pin) throws -> SecondLook {
    reader.remove()
    return try SecondLook(card, hands.pairings, pin: pin)
  }

  /// The labels of the buttons, and the way out of the screen.
  var buttons: [String] {
    get async throws {
      let shown = try await page.evaluate(
        """
        [...document.querySelectorAll('#step button.button, .top button.top-link')].filter((e) => e.checkVisibility())
          .map((e) => e.innerText.trim())
        """)
      return (shown.array ?? []).compactMap(\.string)
    }
  }
}

/// Visits from a computer that has set up this card, with the card in the reader and an account that only the card can
/// open.
func withHolder(_ prepared: PreparedCard, _ body: (CardVisit, SimulatedCard) async throws -> Void) async throws {
  try await withCardVisit(pairings: try prepared.pairings()) { visit in
    let card = try prepared.copy()
    visit.reader.insert(card)
    try await visit.makeAccount(pin: PreparedCard.pin)
    try await body(visit, card)
  }
}
