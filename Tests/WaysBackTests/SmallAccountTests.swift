import Access
import Testing

@testable import WaysBack

@Suite("small accounts, and what helps them") struct SmallAccountTests {
  @Test("an account with nothing but a passkey that signs in has no journal to open")
  func signInOnly() throws {
    let picture = try Somebody.picture {
      $0.keys = [.init(id: "1", "laptop", .signsIn, provedOn: Somebody.today, isHardware: false)]
    }
    #expect(picture.sentence == "Nothing opens your journal yet." && picture.headline.english == picture.sentence)
    #expect(picture.left() == .noData && picture.left("laptop") == .out)
  }

  @Test("with one key one loss locks out, and it is named, its PIN beside it")
  func oneKey() throws {
    let bare = try Somebody.picture { $0.keys = [Somebody.bareKey("yellow")] }
    #expect(bare.sentence == "One loss locks you out: yellow or the PIN of yellow.")
    let effect = "Then no single thing locks you out, if no two lie together."
    #expect(bare.advice().first?.effect.english == effect)
    let placed = try Somebody.picture { $0.keys = [Somebody.key("yellow", at: "bag")] }
    let sure = "Then no single loss of yours locks you out while this site stands."
    #expect(placed.advice().first?.effect.english == sure)
  }

  @Test("a key whose wrap is not sound signs in, and counts for nothing else")
  func rewrap() throws {
    let picture = try Somebody.picture { $0.keys = [Somebody.key("yellow"), Somebody.key("blue", .needsRewrap)] }
    #expect(Verdict(picture).strength == 1 && picture.left("yellow") == .noData)
    let advice = try #require(picture.advice().first { $0.steps == [.rewrap(1)] })
    #expect(advice.effect.english == "Then no single loss of yours locks you out while this site stands.")
  }

  @Test("a code that was saved and never tried is a hope, and the sentence says so")
  func untriedCode() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.key("yellow")]
      $0.code = Somebody.code(provedOn: nil)
    }
    let verdict = Verdict(picture)
    #expect(verdict.strength == 1 && verdict.hoped == 2)
    #expect(verdict.hope?.english == "You'd be safer still if kit no. 1 works. You haven't tried it.")
    #expect(picture.left("yellow") == .hopedIn && picture.advice().first?.steps == [.tryPaper(0)])
  }

  @Test("words that were shown and not saved are no thing at all")
  func shownNotSaved() throws {
    let picture = try Somebody.picture { $0.keys = [Somebody.key("yellow")] }
    #expect(!picture.things.contains { $0.kind == .paper })
    #expect(picture.advice().contains { $0.steps == [.saveCode] })
  }

  @Test("with a hardware key, a password alone is no way in any more")
  func password() throws {
    let alone = try Somebody.picture {
      $0.hasPassword = true
      $0.keys = [.init(id: "1", "p", .signsIn, provedOn: Somebody.today, isHardware: false)]
    }
    let held = alone.set(["Your password", "this site"])
    #expect(held.count == 2 && alone.structure(.signIn, .proved).opens(with: held))
    let hardware = try Somebody.picture {
      $0.hasPassword = true
      $0.keys = [Somebody.key("yellow")]
    }
    #expect(!hardware.structure(.signIn, .hoped).opens(with: hardware.set(["Your password", "this site"])))
  }

  @Test("two steps are advised if neither helps alone: this computer's own key, and data on the same disk")
  func twoSteps() throws {
    let picture = try Somebody.picture(.here("computer")) {
      $0.keys = [Somebody.key("tpm", at: "computer")]
      $0.places["computer"] = .init("computer", isDevice: true, at: "desk")
    }
    let best = try #require(picture.advice().first)
    #expect(best.steps.count == 2 && best.steps.contains(.copyAccounts))
    #expect(best.effect.english == "Then no single loss locks you out.")
    #expect(best.minutes == best.steps[0].minutes + best.steps[1].minutes)
  }

  @Test("a step that takes one of two losses away names the loss")
  func oneOfTwo() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.key("a", at: "bag"), Somebody.key("b", provedOn: nil, at: "bag")]
    }
    let advice = try #require(picture.advice().first { $0.steps == [.tryKey(1)] })
    #expect(picture.sentence == "One loss locks you out: a, bag or the PIN for a.")
    #expect(advice.effect.english == "Then losing a no longer locks you out.")
  }
}
