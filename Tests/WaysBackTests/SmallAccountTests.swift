import Access
import Testing

@testable import WaysBack

@Suite("small accounts, and what helps them") struct SmallAccountTests {
  @Test("an account with nothing but a passkey that signs in has no journal to open")
  func signInOnly() throws {
    let picture = try Somebody.picture {
      $0.keys = [.init(id: "1", "laptop", .signsIn, provedOn: Somebody.today, isHardware: false)]
    }
    #expect(picture.sentence == "You have no journal yet." && picture.headline.english == picture.sentence)
    #expect(picture.left() == .noData && picture.left("laptop") == .out)
  }

  @Test("a journal that nothing opens any more is not called one that has none yet") func closed() throws {
    let picture = try Somebody.picture { $0.keys = [Somebody.key("yellow", .needsRewrap)] }
    let any = "Nothing that you have opens your journal any more."
    #expect(picture.sentence == any && Summary(picture).more.map(\.english).last == any)
    #expect(LossAnswer(picture, losing: .none).sentence.english.hasSuffix(any))
  }

  @Test("G-34: somebody who only practices is asked for a key, and told of no loss") func practice() throws {
    let picture = try Somebody.picture { $0.hasPractice = true }
    let only = "You have only what is there to practice with. Add a key: practice never counts."
    #expect(Summary(picture).sentence.english == only)
    #expect(LossAnswer(picture, losing: .none).sentence.english == only)
    let line = "1 Whoever uses a computer on which you practice: your practice card or practice recovery lets them in."
    #expect(Somebody.others(picture.holdings).contains(line))
    let keyed = try Somebody.picture {
      $0.hasPractice = true
      $0.keys = [Somebody.key("yellow")]
    }
    #expect(Summary(keyed).sentence.english != only && Somebody.others(keyed.holdings).contains(line))
  }

  @Test("a loss may end an account without a journal if something untried signs in after it")
  func mayEnd() throws {
    let picture = try Somebody.picture {
      var synced = Somebody.key("phone", .signsIn, at: "bag")
      (synced.saysSynced, synced.isHardware) = (true, false)
      $0.keys = [synced, Somebody.key("old", .signsIn, provedOn: nil, at: "home")]
    }
    let may = "One loss may end this account: "
    #expect(Summary(picture).sentence.english.hasPrefix(may), "\(Summary(picture).sentence)")
    #expect(LossAnswer(picture, losing: picture.set(["phone"])).left == .hopedIn)
    let bag = try Somebody.picture {
      $0.keys = [Somebody.key("a", .signsIn, at: "bag"), Somebody.key("b", .signsIn, provedOn: nil, at: "bag")]
    }
    let said = "One loss ends this account: bag. One loss may end this account: a or the PIN for a."
    #expect(Summary(bag).sentence.english == said)
    let bare = try Somebody.picture { $0.keys = ["a", "b"].map { .init(id: $0, "\($0)", .signsIn, provedOn: 1) } }
    let claim = "No single thing ends this account, as long as no two of them lie in one place or share a PIN."
    #expect(Summary(bare).sentence.english == claim)
  }

  @Test("a synced passkey comes back to a host's account, and not to one on a lost computer") func synced() throws {
    func more(_ site: Holdings.Site) throws -> String {
      let picture = try Somebody.picture {
        $0.site = site
        $0.keys = [.init(id: "1", "phone", .signsIn, provedOn: Somebody.today, saysSynced: true, isHardware: false)]
      }
      return Summary(picture).more.map(\.english).joined(separator: " ")
    }
    #expect(try more(.hosted("a site")).contains("on another device"))
    let here = try more(.here("this computer"))
    #expect(!here.contains("on another device") && here.contains("Lose this computer, and the account is gone"))
  }

  @Test("with one key one loss locks out, and it is named, its PIN beside it")
  func oneKey() throws {
    let bare = try Somebody.picture { $0.keys = [Somebody.bareKey("yellow")] }
    #expect(bare.sentence == "One loss locks you out: yellow or the PIN of yellow.")
    let effect = "Then no single thing locks you out, as long as no two of them lie in one place."
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
    #expect(picture.sentence == "One loss may lock you out: yellow, yellow's place or the PIN for yellow.")
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
    #expect(picture.sentence == "One loss locks you out: bag. One loss may lock you out: a or the PIN for a.")
    #expect(advice.effect.english == "Then losing a no longer locks you out.")
  }
}
