import HandsProtocol
import Testing
import Vocabulary

@testable import WebSurface

/// What pages say of the hands and of commands that a person runs.
@Suite struct HandsGoneTests {
  @Test("a page whose hands have ended is told no address, which another program may have", arguments: [true, false])
  func address(areGone: Bool) async throws {
    let hands = "http://127.0.0.1:8421"
    let pages = try await Pages(isDemo: false, isHome: true, hands: hands, areHandsGone: { areGone })
    let page = try pages.draw("home", ["title": "x", "origin": "home"])
    #expect(page.contains("data-hands=") == !areGone)
    #expect(page.contains("Sign in with a card"), "it still leads to the screen that says so")
  }

  @Test("a command can be copied and names the page's own site; a page of home needs no hands lent to it")
  func command() async throws {
    let lead = Copy("t", "In a terminal:")
    let screen = Screen<String>(
      .working, [lead], [.command(.installCardService, lead), .command(.lendHands, lead)], choices: [])
    for isHome in [true, false] {
      var view = ScreenView(run: "r", revision: 1, screen: screen, origin: .home, site: "https://example.org")
      view.isHome = isHome
      let page = try await Pages(isDemo: false).draw("flow-body", view.values)
      #expect(page.contains("<code>sudo apt install pcscd</code>") && page.contains("Copy this line<code"))
      #expect(page.contains("<code>latchstring hands --for https://example.org</code>") == !isHome)
    }
  }
}
