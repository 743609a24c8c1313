import Sentences
import Testing

@testable import WaysBack

@Suite("who else could get in") struct WhoElseTests {
  private func said(
    _ site: Holdings.Site = .hosted("this site"), _ change: (inout Holdings) -> Void
  ) -> [String] { Somebody.holdings(site, change).whoElse.map(\.english) }

  @Test("a card is opened with its PIN or PUK, a key with its PIN or a fingerprint")
  func cards() {
    let card = said { $0.cards = [Holdings.Card(id: "c", "gray", provedOn: nil)] }
    #expect(card.first == "Whoever has your card and its PIN or PUK." && !card.contains { $0.contains("finger") })
    let both = said {
      $0.keys = [Somebody.key("yellow"), Somebody.key("blue")]
      $0.cards = [Holdings.Card(id: "c", "gray", provedOn: nil)]
    }
    #expect(
      both.prefix(2) == [
        "Whoever has one of your keys and its PIN or fingerprint.", "Whoever has your card and its PIN or PUK.",
      ])
  }

  @Test("on one's own computer, found words are not enough: they also take the computer")
  func code() {
    #expect(said { $0.code = Somebody.code(3) }.first == "Whoever finds kit no. 3 needs nothing else.")
    let here = said(.here("this computer")) { $0.code = Somebody.code(3) }
    #expect(here.first == "Whoever finds kit no. 3, and can use this computer.")
    let last = "Whoever uses this computer as you, while your journal is open here. Lock the screen when you leave it."
    #expect(here.last == last)
  }

  @Test("a copy of the accounts keeps what was removed since") func copies() {
    let said = said(.here("this computer")) { $0.copies = [Somebody.copy(.accounts, holds: ["a"], at: "office")] }
    #expect(said.first?.hasPrefix("Whoever has a copy of the accounts, and anything that opened them") == true)
    #expect(!self.said { $0.copies = [Somebody.copy(holds: ["a"], at: "office")] }.contains { $0.contains("accounts") })
  }
}
