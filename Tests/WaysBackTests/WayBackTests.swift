import Access
import Testing

@testable import WaysBack

@Suite("what brings somebody back") struct WayBackTests {
  private func names(_ picture: Picture, without lost: String...) -> [String]? {
    picture.wayBack(after: picture.set(lost))?.names.map(\.english)
  }

  @Test("a second key brings back before the words on paper do, although it also takes a PIN")
  func keyFirst() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.bareKey("yellow"), Somebody.bareKey("black")]
      $0.code = Somebody.code(2)
    }
    #expect(names(picture, without: "yellow") == ["black"])
    #expect(names(picture, without: "yellow", "black") == ["kit no. 2"])
  }

  @Test("what was tried comes before what was not, and one thing before several")
  func triedFirst() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.key("yellow", provedOn: nil)]
      $0.code = Somebody.code(at: "bank")
      $0.escrow = .known(Somebody.plan)
    }
    #expect(names(picture) == ["kit no. 1"])
    let policy = ["A", "B", "what you said of yourself", "your e-mail", "your answers"]
    #expect(names(picture, without: "bank") == policy)
  }

  @Test("to sign in, a passkey comes before a password")
  func password() throws {
    let picture = try Somebody.picture {
      var passkey = Somebody.key("phone", .signsIn, at: "bag")
      passkey.isHardware = false
      $0.keys = [passkey]
      $0.hasPassword = true
    }
    #expect(names(picture) == ["phone"] && names(picture, without: "bag") == ["your password"])
  }
}
