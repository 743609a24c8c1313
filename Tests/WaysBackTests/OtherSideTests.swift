import Sentences
import Testing

@testable import WaysBack

@Suite("who else could get in") struct OtherSideTests {
  private func said(
    _ site: Holdings.Site = .hosted("this site"), _ change: (inout Holdings) -> Void
  ) -> [String] { Somebody.others(Somebody.holdings(site, change)) }

  @Test("a card is opened with its PIN or PUK, a key with its PIN or a fingerprint")
  func cards() {
    let both = said {
      $0.keys = [Somebody.bareKey("yellow"), Somebody.key("blue")]
      $0.cards = [Holdings.Card(id: "c", "gray", provedOn: nil)]
    }
    #expect(
      both == [
        "1 Whoever has yellow and its PIN or fingerprint.", "1 Whoever has blue and the PIN for blue.",
        "1 Whoever has gray and its PIN or PUK.",
      ])
    let papers = said { $0.cards = [Holdings.Card(id: "c", "gray", provedOn: nil, pukAt: "home", phraseAt: "bank")] }
    #expect(
      papers == [
        "1 Whoever finds the phrase of gray needs nothing else.", "1 Whoever has gray and its PIN.",
        "2 Whoever finds the PUK of gray, and has gray.",
      ])
  }

  @Test("who gets the fewest things of others comes first") func order() {
    let all = said {
      $0.code = Somebody.code(2)
      $0.escrow = .known(Somebody.plan)
      $0.keys = [Somebody.bareKey("yellow")]
    }
    #expect(all.first == "1 Whoever finds kit no. 2 needs nothing else.")
    #expect(all.dropFirst().first == "1 Whoever has yellow and its PIN or fingerprint.")
    #expect(all.last?.hasPrefix("2 ") == true)
  }

  @Test("two keys of one name are two ways, and read as two") func toldApart() {
    let said = said { $0.keys = [Somebody.key("1", named: "YubiKey"), Somebody.key("2", named: "YubiKey")] }
    #expect(said == ["1 Whoever has YubiKey and the PIN for 1.", "1 Whoever has YubiKey (2) and the PIN for 2."])
  }

  @Test("a passkey in a device takes the device; whoever has its synced copies needs no device") func passkeys() {
    var synced = Holdings.Key(id: "1", "phone passkey", provedOn: nil, saysSynced: true, isHardware: false, at: "phone")
    let device = Holdings.Place("your phone", isDevice: true)
    let unnamed = said { ($0.keys, $0.places["phone"]) = ([synced], device) }
    #expect(
      unnamed == [
        "1 Whoever gets into, or runs, the account that your passkeys say they are synced with.",
        "1 Whoever has your phone and can unlock it.",
      ])
    synced.maker = "Maker"
    let named = said { ($0.keys, $0.places["phone"]) = ([synced], device) }
    #expect(named.first == "1 Whoever gets into, or runs, your account with Maker.")
    let here = said(.here("this computer")) {
      $0.keys = [Holdings.Key(id: "1", "p", .signsIn, provedOn: nil, isHardware: false, at: "this computer")]
    }
    #expect(here == ["1 Whoever can use this computer and unlock it, to sign in only."])
  }

  @Test("on one's own computer, found words also take the computer or a copy; what lies together is one find")
  func ownComputer() {
    let apart = said(.here("this computer")) {
      $0.code = Somebody.code(3)
      $0.copies = [Somebody.copy(.accounts, holds: ["kit 3"], at: "office")]
    }
    #expect(
      apart == [
        "2 Whoever finds kit no. 3, and can use this computer.",
        "2 Whoever finds kit no. 3, and has the copy of the accounts at office.",
      ])
    let together = said(.here("this computer")) {
      $0.code = Somebody.code(3, at: "home")
      $0.places["this computer"] = .init("this computer", isDevice: true, at: "home")
    }
    #expect(together == ["1 Whoever finds kit no. 3, and can use this computer."])
  }

  @Test("a copy opens with what was replaced since, also if nothing else opens it any more") func copies() {
    let older = "and has something that opened it then, and that was removed or replaced since."
    let journal = said { $0.copies = [Somebody.copy(holds: ["kit 1"], at: "office")] }
    #expect(journal == ["2 Whoever has the copy at office, \(older)"])
    let newest = said {
      $0.code = Somebody.code(2)
      $0.copies = [Somebody.copy(holds: ["kit 2"], at: "office")]
    }
    #expect(newest == ["1 Whoever finds kit no. 2 needs nothing else."], "the words alone are enough")
    let spent = said(.here("this computer")) {
      $0.spentCopies = [Somebody.copy(.accounts, holds: ["gone"], at: "office")]
    }
    #expect(spent == ["2 Whoever has the copy of the accounts at office, \(older)"])
    let kept = said(.here("this computer")) {
      $0.copies = [Somebody.copy(.accounts, holds: ["gone"], at: "this computer")]
    }
    #expect(
      kept == [
        "2 Whoever has the copy of the accounts at this computer, has something that opened it then, and that was "
          + "removed or replaced since, and can use this computer."
      ])
  }

  @Test("providers act by themselves or with whoever gets what they send, if they know the facts") func providers() {
    let together = "if they know or guess what you told them of yourself"
    #expect(
      said { $0.escrow = .known(Somebody.plan) } == [
        "1 A alone, \(together), and your answers.",
        "1 Whoever reads your e-mail, knows or guesses what you told your providers of yourself, and knows or guesses "
          + "your answers.",
        "2 A and C together, \(together).", "2 C together with whoever reads your e-mail, \(together).",
        "2 A together with whoever gets your letters, \(together).",
        "2 Whoever reads your e-mail, gets your letters, and knows or guesses what you told your providers of yourself.",
      ])
  }

  @Test("a provider that is gone may have kept its part, and sends nothing any more") func gone() {
    var plan = Somebody.plan
    plan.providers[0].trouble = .gone
    plan.policies = [[0, 1]]
    let alone = "1 A alone, if they know or guess what you told them of yourself, and your answers."
    #expect(said { $0.escrow = .known(plan) } == [alone])
    for at in plan.providers.indices { plan.providers[at].hasDocument = false }
    #expect(said { $0.escrow = .known(plan) } == [], "without a document shares open nothing")
  }

  @Test("a server says of account recovery what it knows: enough providers, however many that is") func escrow() {
    let enough = "Enough of your recovery providers together"
    let condition = "if they know or guess what you told them of yourself."
    #expect(said { $0.escrow = .somewhere(joinedOn: nil) } == ["1+ \(enough), \(condition)"])
    let here = said(.here("this computer")) { $0.escrow = .somewhere(joinedOn: nil) }
    #expect(here == ["2+ \(enough) with whoever can use this computer, \(condition)"])
  }

  @Test("a password that is enough signs in, and opens nothing") func password() {
    let said = said {
      $0.hasPassword = true
      $0.keys = [Holdings.Key(id: "1", "p", .signsIn, provedOn: nil, isHardware: false)]
    }
    #expect(
      said == [
        "1 Whoever knows your password, to sign in only.",
        "1 Whoever has p and its PIN or fingerprint, to sign in only.",
      ])
  }

  @Test("whoever can look at an open page comes last, on one's own computer as well") func onlooker() {
    #expect(
      Somebody.holdings(.here("this computer")) { _ in }.onlooker.english
        == "Whoever uses this computer as you, while your journal is open here. Lock the screen when you leave it.")
    #expect(
      Somebody.holdings { _ in }.onlooker.english
        == "Whoever runs this site, when you open your journal here; not in a terminal.")
  }

  @Test("more acts than can be judged are not judged") func tooMany() {
    let many = Somebody.holdings { $0.keys = (0..<40).map { Somebody.bareKey("key \($0)") } }
    #expect(OtherSide(many) == nil)
  }
}
