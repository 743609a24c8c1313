import Sentences
import Testing

@testable import WaysBack

@Suite("what is one thing, and what is two") struct OneThingTests {
  @Test("two keys of one name are two things, and read as two")
  func ids() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.key("1", named: "YubiKey"), Somebody.key("2", named: "YubiKey")]
    }
    #expect(Verdict(picture).strength == 2)
    #expect(picture.names(picture.set(["1", "2"])).map(\.english) == ["YubiKey", "YubiKey (2)"])
    #expect(picture.left("1") == .in && picture.left("1", "2") == .out)
    #expect(picture.left("YubiKey (2)", "YubiKey") == .out)
  }

  @Test("one PIN for two keys is one thing to forget")
  func onePIN() throws {
    let picture = try Somebody.picture {
      let pin = Holdings.PIN(id: "1", Sentence(verbatim: "the old number"))
      $0.keys = ["a", "b"].map { Holdings.Key(id: $0, "key", provedOn: Somebody.today, pin: pin, at: "\($0)'s place") }
    }
    #expect(picture.sentence == "One loss locks you out: the old number.")
    #expect(picture.left("the old number") == .out)
  }

  @Test("two things in one bag are one loss")
  func oneBag() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.key("yellow", at: "bag"), Somebody.key("blue", at: "bag")]
    }
    #expect(picture.sentence == "One loss locks you out: bag." && picture.left("bag") == .out)
  }

  @Test("synced passkeys of one maker are one thing, on whatever device")
  func oneMaker() throws {
    func picture(_ makers: [String?]) throws -> Picture {
      try Somebody.picture {
        $0.keys = zip(["phone", "tablet"], makers).map { name, maker in
          var key = Somebody.key(name)
          (key.saysSynced, key.maker, key.isHardware) = (true, maker, false)
          return key
        }
      }
    }
    let one = try picture(["Maker", "Maker"])
    #expect(one.sentence == "One loss may lock you out: your account with Maker.")
    #expect(one.left("Your account with Maker") == .hopedIn, "each device may still have its own")
    #expect(try Verdict(picture([nil, nil])).strength == 1)
    #expect(try Verdict(picture(["Maker", "Another"])).strength == 2)
  }

  @Test("a synced passkey survives the loss of its device only by its own word")
  func synced() throws {
    let picture = try Somebody.picture {
      $0.keys = [.init(id: "phone", "phone", provedOn: Somebody.today, saysSynced: true, isHardware: false)]
    }
    #expect(picture.left("phone") == .hopedIn && Verdict(picture).strength == 1)
  }

  @Test("each paper of a code is proved by itself")
  func papers() throws {
    let picture = try Somebody.picture {
      let papers: [Holdings.Code.Paper] = [
        .init(at: "home", provedOn: Somebody.today), .init(at: "aunt", provedOn: nil),
      ]
      $0.code = .init(kit: 1, record: "kit 1", papers)
    }
    #expect(picture.left("aunt") == .in && picture.left("home") == .hopedIn && picture.left("home", "aunt") == .out)
    let step = try #require(picture.advice().first { $0.steps == [.tryPaper(1)] }).steps[0]
    #expect(step.title(picture.holdings).english == "Try kit no. 1 at aunt")
  }

  @Test("a card: its PUK stands in for its PIN, and its phrase may stand in for the card")
  func card() throws {
    let picture = try Somebody.picture {
      $0.cards = [
        .init(id: "1", "card", provedOn: Somebody.today, at: "bag", pukAt: "home", phraseAt: "bank")
      ]
    }
    #expect(picture.left("The PIN of card") == .in && picture.left("the PIN of card", "home") == .hopedIn)
    #expect(picture.left("card") == .hopedIn && picture.left("card", "bank") == .out)
  }

  @Test("a place that lies in itself is a place nobody knows")
  func circle() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.key("a", at: "phone"), Somebody.key("b", at: "box")]
      $0.places = [
        "phone": .init("phone", isDevice: true, at: "case"), "case": .init("case", at: "phone"),
        "box": .init("box", at: "box"),
      ]
    }
    #expect(picture.left("phone") == .in && picture.left("phone", "box") == .out)
  }
}
