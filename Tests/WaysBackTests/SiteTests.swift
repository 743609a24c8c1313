import Access
import Sentences
import Testing

@testable import WaysBack

@Suite("where the data are") struct SiteTests {
  @Test("on one's own computer the data are a thing to lose, and words alone do not keep them")
  func ownComputer() throws {
    let picture = try Somebody.picture(.here("this disk")) {
      $0.code = Somebody.code(at: "home")
      $0.keys = [Somebody.key("yellow"), Somebody.key("blue")]
    }
    #expect(picture.sentence == "One loss locks you out: this computer.")
    #expect(picture.left("this computer") == .out && picture.left("this disk") == .out)
    #expect(picture.advice().first?.steps == [.copyAccounts])
    let hosted = try Somebody.picture { $0.keys = [Somebody.key("a"), Somebody.key("b")] }
    #expect(hosted.left("this site") == .out && Verdict(hosted).host?.english == "this site")
  }

  @Test("a copy opens with the kit whose record it holds, and not with a later one")
  func copyByRecord() throws {
    func picture(_ record: String) throws -> Picture {
      try Somebody.picture(.here("computer")) {
        $0.keys = [Somebody.key("yellow")]
        $0.code = Holdings.Code(kit: 2, record: "record 2", [.init(at: "bank", provedOn: Somebody.today)])
        $0.copies = [Somebody.copy(holds: [record], at: "friend")]
      }
    }
    #expect(try picture("record 2").left("computer") == .noAccount && picture("record 1").left("computer") == .out)
  }

  /// A computer with a key, a passkey that signs in, a kit in the bank and a copy with a friend.
  private func copied(
    _ kind: Holdings.Copy.Kind, _ holds: Set<String>, kitOn: Int? = Somebody.today, readOn: Int? = Somebody.today
  ) throws -> Picture {
    try Somebody.picture(.here("computer")) {
      $0.keys = [Somebody.key("a"), Somebody.key("p", .signsIn)]
      $0.code = Somebody.code(provedOn: kitOn, at: "bank")
      $0.copies = [Somebody.copy(kind, holds: holds, readOn: readOn, at: "friend")]
      $0.places["computer"] = .init("computer", isDevice: true, at: "desk")
    }
  }

  @Test("with a copy of the journal the data are left without the account")
  func journalCopy() throws {
    let picture = try copied(.journal, ["kit 1"])
    #expect(picture.left("computer") == .noAccount && picture.left("computer", "bank") == .out)
    #expect(picture.left("a", "bank") == .noData)
    #expect(picture.sentence == "No single loss closes your journal. Losing computer or desk ends the account.")
    #expect(try copied(.journal, ["kit 1"], kitOn: nil).left("a") == .hopedIn)
    #expect(try copied(.journal, ["a"]).left("computer") == .out, "a key opens nothing without a browser at the site")
  }

  @Test("with a copy of the accounts both come back, by each way that is in it")
  func accountsCopy() throws {
    let picture = try copied(.accounts, ["kit 1", "a", "p"])
    #expect(picture.left("computer") == .in && picture.left("computer", "bank") == .in)
    #expect(picture.left("computer", "friend") == .out && picture.sentence == "No single loss locks you out.")
    #expect(try copied(.accounts, ["kit 1"], readOn: nil).left("computer") == .hopedIn, "nobody read it back")
  }

  @Test("a computer and a copy lie at places too")
  func computersLieSomewhere() throws {
    let picture = try Somebody.picture(.here("computer")) {
      $0.keys = [Somebody.key("yellow", at: "bag")]
      $0.code = Somebody.code(at: "home")
      $0.copies = [Somebody.copy(holds: ["kit 1"], at: "home")]
      $0.places["computer"] = .init("my computer", isDevice: true, at: "home")
    }
    #expect(picture.left("home") == .out && picture.left("my computer") == .noAccount)
    #expect(picture.sentence == "One loss locks you out: home.")
  }

  @Test("a laptop that is also this computer is one thing")
  func laptop() throws {
    let picture = try Somebody.picture(.here("laptop")) {
      $0.keys = [Somebody.key("tpm", at: "laptop")]
      $0.code = Somebody.code(at: "bank")
      $0.copies = [Somebody.copy(.accounts, holds: ["tpm", "kit 1"], at: "laptop")]
    }
    #expect(picture.things.count { $0.id == "laptop" } == 1 && picture.left("laptop") == .out)
  }

  @Test("a way back names the copy if the site is lost, and what signs in if nothing opens")
  func wayBack() throws {
    let copied = try Somebody.picture {
      $0.keys = [Somebody.key("a")]
      $0.code = Somebody.code(at: "bank")
      $0.copies = [Somebody.copy(holds: ["kit 1"], at: "friend")]
    }
    #expect(copied.left("this site") == .noAccount)
    let names = copied.wayBack(after: copied.set(["this site"]))?.names.map(\.english)
    #expect(names == ["kit no. 1", "the copy at friend"])
    let half = try Somebody.picture { $0.keys = [Somebody.key("a"), Somebody.key("p", .signsIn)] }
    #expect(half.left("a") == .noData && half.wayBack(after: half.set(["a"]))?.names.map(\.english) == ["p"])
    #expect(half.wayBack(after: half.set(["this site"])) == nil)
  }
}
