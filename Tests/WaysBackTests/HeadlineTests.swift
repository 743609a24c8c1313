import Foundation
import Sentences
import Testing

@testable import WaysBack

@Suite("what the headline may claim") struct HeadlineTests {
  @Test("two keys of which nobody said where they lie: the headline has a condition")
  func placesUnknown() throws {
    let server = try Somebody.picture { $0.keys = [Somebody.bareKey("a"), Somebody.bareKey("b")] }
    #expect(
      server.sentence == "No single thing locks you out, as long as no two of them lie in one place or share a PIN.")
    let doubt = "We don't know where your things lie. Two that lie together are one loss."
    #expect(Verdict(server).doubt?.english == doubt + " One PIN for two keys is one thing to forget.")
    let bag = try Somebody.picture { $0.keys = [Somebody.bareKey("a", at: "bag"), Somebody.bareKey("b", at: "home")] }
    #expect(bag.sentence == "No single thing locks you out, as long as no two share a PIN.")
    #expect(Verdict(bag).doubt?.english == "One PIN for two keys is one thing to forget.")
  }

  @Test("a key that nobody placed shares at most one place with the others")
  func halfPlaced() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.key("a", at: "bag"), Somebody.key("b", at: "home"), Somebody.bareKey("c")]
    }
    #expect(Verdict(picture).sure == 2 && Verdict(picture).strength == 3)
    #expect(picture.sentence == "No single loss of yours locks you out while this site stands.")
  }

  @Test("the host is named as a condition, unless a tried copy makes that needless")
  func whileTheHostStands() throws {
    let hosted = try Somebody.picture { $0.keys = [Somebody.key("a"), Somebody.key("b")] }
    #expect(hosted.sentence == "No single loss of yours locks you out while this site stands.")
    #expect(!Verdict(hosted).survivesHost && Verdict(hosted).withoutHost == 1)
    let copied = try Somebody.picture {
      $0.keys = [Somebody.key("a"), Somebody.key("b")]
      $0.code = Somebody.code(at: "bank")
      $0.copies = [Somebody.copy(holds: ["kit 1"], at: "office")]
    }
    #expect(copied.sentence == "You can lose any two things of yours and still come back while this site stands.")
    #expect(Verdict(copied).survivesHost && Verdict(copied).withoutHost == 2)
    let one = try Somebody.picture {
      $0.keys = [Somebody.key("a")]
      $0.code = Somebody.code(at: "bank")
      $0.copies = [Somebody.copy(holds: ["kit 1"], at: "office")]
    }
    #expect(one.sentence == "No single loss locks you out.")
  }

  @Test("the headline has the date of the oldest proof that it needs, and of no older one")
  func restsOn() throws {
    let old = Somebody.today - 3650
    let two = try Somebody.picture { $0.keys = [Somebody.key("a", provedOn: old), Somebody.key("b")] }
    let claim = "No single loss of yours locks you out while this site stands."
    #expect(two.headline.english == "\(claim) Last tried 25 November 2016.")
    let more = try Somebody.picture {
      $0.keys = [
        Somebody.key("a", provedOn: Somebody.today - 1), Somebody.key("b"), Somebody.key("c", .signsIn, provedOn: old),
      ]
    }
    #expect(more.headline.english == "\(claim) Last tried 22 November 2026.")
    let none = try Somebody.picture { $0.keys = [Somebody.key("a", provedOn: nil)] }
    #expect(
      none.headline.english
        == "You have what you need, and none of it was seen to open your journal yet. Try one thing today.")
    let fresh = try Somebody.picture { $0.keys = [Somebody.key("a"), Somebody.key("b")] }
    #expect(fresh.headline.english == "\(claim) Last tried today.")
  }

  @Test("days are counted in UTC, before 1970 too, and have the month's name in the reader's language")
  func days() {
    #expect(UnixDay.text(0).english == "1 January 1970" && UnixDay.text(-1).english == "31 December 1969")
    #expect(UnixDay.text(19_782).english == "29 February 2024")
    #expect(UnixDay.number(of: Date(timeIntervalSince1970: 86_399)) == 0)
    #expect(UnixDay.number(of: Date(timeIntervalSince1970: -1)) == -1)
    let german = Catalogue(language: "de") { _ in nil }
    #expect(Catalogue.$current.withValue(german) { UnixDay.text(19_782).said } == "29 Februar 2024")
  }

  @Test("to a server, shares that were joined more than a year ago are a hope")
  func joinedLongAgo() throws {
    func picture(_ days: Int) throws -> Picture {
      try Somebody.picture { $0.escrow = .somewhere(joinedOn: Somebody.today - days) }
    }
    #expect(try picture(365).left() == .in && picture(366).left() == .hopedIn)
    let lately = "You have what you need, but too little of it was tried lately. Try one thing today."
    #expect(try picture(366).sentence == lately)
    let ten = try Somebody.picture {
      let old = Somebody.today - 3650
      $0.keys = [Somebody.bareKey("a", provedOn: old), Somebody.bareKey("b", provedOn: old)]
      $0.escrow = .somewhere(joinedOn: old)
    }
    #expect(ten.headline.english.hasSuffix(" Last tried 25 November 2016."))
  }

  @Test("one loss that leaves a way to sign in closes the journal, and locks nobody out")
  func closes() throws {
    let apart = try Somebody.picture { $0.keys = [Somebody.key("a"), Somebody.key("p", .signsIn)] }
    #expect(apart.sentence == "One loss closes your journal: a, a's place or the PIN for a.")
    let bag = try Somebody.picture { $0.keys = [Somebody.key("a", at: "bag"), Somebody.key("p", .signsIn, at: "bag")] }
    #expect(bag.sentence == "One loss locks you out: bag. One loss closes your journal: a or the PIN for a.")
    #expect(bag.left("a") == .noData && bag.left("bag") == .out)
  }

  @Test("a loss that is answered with “In, if it works” may lock out, and no more is claimed")
  func may() throws {
    let ring = try Somebody.picture {
      $0.keys = [Somebody.key("a", at: "bag"), Somebody.key("p", .signsIn, at: "home")]
      $0.code = Somebody.code(provedOn: nil, at: "bag")
    }
    #expect(
      ring.sentence == "One loss closes your journal: bag. One loss may close your journal: a or the PIN for a.")
    #expect(ring.left("bag") == .noData && ring.left("a") == .hopedIn)
    let bag = try Somebody.picture {
      $0.keys = [Somebody.key("a", at: "bag"), Somebody.key("p", .signsIn, at: "bag")]
      $0.code = Somebody.code(provedOn: nil, at: "home")
    }
    #expect(
      bag.sentence == "One loss may lock you out: bag. One loss may close your journal: a or the PIN for a.")
    let copied = try Somebody.picture(.here("computer")) {
      $0.keys = [Somebody.key("a")]
      $0.code = Somebody.code()
      $0.copies = [Somebody.copy(holds: ["kit 1"], readOn: nil, at: "friend")]
    }
    #expect(copied.left("computer") == .noAccount)
    #expect(copied.sentence == "One loss locks you out: this computer.", "an untried copy signs nobody in")
  }

  @Test("a condition that the journal alone meets says beside it what ends the account")
  func journalIfApart() throws {
    let picture = try Somebody.picture(.here("computer")) {
      $0.keys = [Somebody.bareKey("a")]
      $0.code = Somebody.code()
      $0.copies = [Somebody.copy(holds: ["kit 1"], at: nil)]
      $0.places["computer"] = .init("computer", isDevice: true)
    }
    let claim = "No single thing closes your journal, as long as no two of them lie in one place."
    #expect(picture.sentence == claim + " Losing computer ends the account.")
  }

  @Test("names are said in the reader's language, and names that people gave are not translated")
  func translated() throws {
    let french = Catalogue(language: "fr") {
      ["One loss locks you out: {1}.": "Une perte suffit : {1}.", "the PIN of {1}": "le code de {1}"][$0]
    }
    let picture = try Somebody.picture { $0.keys = [Somebody.bareKey("the copy", at: "bag")] }
    let names = "the copy, bag or le code de the copy"
    #expect(Verdict(picture).sentence.said(in: french) == "Une perte suffit : \(names).")
  }
}
