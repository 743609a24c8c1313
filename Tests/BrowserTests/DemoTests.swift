import Browser
import Person
import TestSite
import Testing
import WebSurface

/// The demo: everything in it is pretended, and answers when it is tapped in the tray.
@Suite struct DemoTests {
  /// As `home --demo` is: on one's own computer.
  private func withDemo(_ body: (DemoGuest) async throws -> Void) async throws {
    try await withSite(change: { ($0.demo, $0.isHome) = (.ofDemo(), true) }) { site in
      try await withPage { page in try await body(DemoGuest(page: page, site: site)) }
    }
  }

  /// The demo says that its keys are simulated.
  @Test("B-24 G-35: the demo registers and signs in with its own keys, without the browser's API")
  func demo() async throws {
    try await withDemo { visitor in
      let page = visitor.page, seen = try await Happenings(of: page)
      try await page.choose("Registration", on: visitor.site)
      try await page.type("mirela", into: "#username")
      try await page.press("Create a passkey")
      try await visitor.tap("laptop")
      try await page.wait(forText: "You're in, mirela.")
      try await page.signOutHere()
      try await page.wait(forText: "all is pretended")
      for scenario in ["Passkey-only login", "preferImmediatelyAvailableCredentials mode"] {
        try await page.pick(scenario)
        try await page.press(scenario == "Passkey-only login" ? "Sign in with a passkey" : "Sign in")
        try await visitor.tap("laptop")
        try await page.wait(forText: "You're in, mirela.")
        try await page.go(to: visitor.site.origin + "/account")
        try await page.signOutHere()
      }
      // The list under a field is the laptop's: a tap picks from it.
      try await page.pick("AutoFill Passkey-only")
      try await page.wait(until: "the field to be filled by the laptop") {
        try await page.click("\(visitor.row("laptop")) [data-tap]")
        return try await page.shows(anyOf: ["You're in, mirela."])
      }
      #expect(try await seen.calls().isEmpty)
    }
  }

  @Test("nothing answers before it is tapped, nor while it is lost") func human() async throws {
    try await withDemo { visitor in
      let page = visitor.page
      try await visitor.create()
      try await page.signOutHere()
      try await visitor.lose("laptop")
      try await page.signInWithPasskey()
      try await visitor.hear("The laptop is lost. Find it again, or go back.")
      #expect(try await page.find("\(visitor.row("laptop")) [data-tap]").isEnabled == false)
      try await page.click("\(visitor.row("yellow")) [data-tap]")
      try await visitor.hear("Yellow has nothing for this. Tap another one.")
      #expect(try await page.shows(anyOf: ["You're in, mirela."]) == false)
      try await visitor.find("laptop")
      try await visitor.tap("laptop")
      try await page.wait(forText: "You're in, mirela.")
    }
  }

  @Test("the tray leads from the first page past a stolen bag, and back with the paper, in two minutes")
  func story() async throws {
    try await withDemo { visitor in
      let page = visitor.page
      try await page.addScriptOnNewDocument(PressCount.script)
      try await page.go(to: visitor.site.origin)
      try await visitor.hear("Create an account.")
      try await visitor.create()
      try await visitor.enroll()
      let verdict = try await page.evaluate("document.querySelector('[data-verdict]').innerText").string ?? ""
      #expect(verdict.hasPrefix("No single"), "the demo is a site, and not this computer: \(verdict)")
      try await visitor.hear("Press “What if I lose …”")
      try await page.press("What if I lose …")
      try await visitor.hear("Then lose the laptop and yellow here")

      try await visitor.lose("laptop")
      try await visitor.lose("yellow")
      try await visitor.hear("Go on at another one.")
      try await visitor.sitElsewhere()
      try await visitor.hear("then “Another key”: you still have black")
      try await page.press("Can't get in?")
      try await page.press("Another key")
      try await visitor.hear("Now tap black.")
      try await visitor.tap("black")
      try await page.press("Revoke all of these")
      try await page.press("They're lost or broken")
      try await page.wait(forText: "You're back, mirela.")
      try await page.wait(forText: "It is here. Nothing is written in it yet.")

      try await visitor.hear("lose what is left, but not the paper")
      try await visitor.lose("black")
      try await visitor.hear("Go on at another computer.")
      try await visitor.sitElsewhere()
      try await visitor.hear("then “My twelve words”")
      try await page.press("Can't get in?")
      try await page.press("My twelve words")
      try await visitor.hear("Press “Type”")
      try await visitor.type()
      try await page.press("Restore")
      try await visitor.enrollAnew("yellow", saying: "It is gone")
      try await visitor.hear("That is all of it.")
      let presses = try await PressCount.on(page)
      #expect(presses <= 45, "two minutes are 45 presses and some reading: \(presses)")
      let kept = "JSON.parse(sessionStorage.getItem('latchstring.demo')).story.words.join(' ')"
      let words = try await page.evaluate(kept).string
      #expect(words?.split(separator: " ").count == 12)
      #expect(visitor.site.wiretap.requests.allSatisfy { !$0.contains(words ?? "-") }, "the paper stays in the tab")
    }
  }

  @Test("what the tab remembers of an earlier demo is gone with it") func again() async throws {
    try await withDemo { visitor in
      let page = visitor.page, before = #"{"run":"before","story":{"words":["one"],"held":{"laptop":["a"]}}}"#
      try await page.go(to: visitor.site.origin)
      try await page.run("sessionStorage.setItem('latchstring.demo', arguments[0])", .string(before))
      try await page.go(to: visitor.site.origin)
      try await visitor.hear("Create an account.")
      #expect(try await page.evaluate("document.querySelector('[data-paper]').hidden") == true)
    }
  }

  @Test("account recovery in the demo: with the tray's things and the paper gone, practice providers let one in")
  func recovery() async throws {
    try await withEscrowPlace(demo: .ofDemo()) { place in
      try await place.visit { visit in
        let page = visit.page, guest = DemoGuest(page: page, site: place.site)
        try await guest.create()
        try await guest.enroll()
        try await visit.beginSetUp()
        try await visit.meet()
        try await visit.identify()
        try await visit.addQuestion()
        try await visit.addEmail()
        let program = try await visit.addClock()
        try await visit.confirmCost()
        try await visit.payAtTill()
        try await page.press("Confirm with your passkey")
        try await guest.tap("laptop")
        try await page.wait(forText: "Account recovery is set up.")
        try await page.press("Back to Settings")
        for thing in ["laptop", "yellow", "black", "paper"] { try await guest.lose(thing) }
        try await guest.hear("only account recovery gets you back")
        try await guest.sitElsewhere()
        try await visit.beginRecovery()
        try await visit.identify()
        try await visit.see("and you are in.", "escrow-challenges")
        let way = try await visit.ways().first ?? []
        try await visit.finish(Array(way.prefix(2)), program)
        try await guest.enrollAnew("yellow", saying: "All of these are gone")
        try await page.press("Go to your account")
        try await page.wait(forText: "You're in, mirela.")
      }
    }
  }

  @Test("the demo's card is the rehearsal card, on the reader once it is tapped, and nowhere while it is lost")
  func card() async throws {
    try await withCardVisit(demo: .ofDemo()) { visit in
      let page = visit.page, guest = DemoGuest(page: page, site: visit.site)
      visit.reader.show(.noReader)
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      try await visit.meet()
      try await guest.tap("card")
      try await visit.choosePIN("482913")
      _ = try await visit.writeSecretsDown()
      _ = try await visit.writePhraseDown()
      try await visit.nameAccount()
      let paper = "JSON.parse(sessionStorage.getItem('latchstring.demo') ?? '{}').story?.words?.length ?? 0"
      #expect(try await page.evaluate(paper).int == 0, "a card's phrase is not what stands on the paper")
      try await visit.signOut()
      try await page.go(to: visit.site.origin)
      try await guest.lose("card")
      try await visit.begin("Sign in with a card")
      try await page.wait(forText: "Use the rehearsal card")
      #expect(try await page.findAll("#pin").isEmpty)
      try await guest.find("card")
      try await guest.tap("card")
      try await visit.enterPIN("482913")
      try await visit.isIn()
    }
  }

  @Test("the tray covers no button of a small page, folds, and is there again when a page asks")
  func roomy() async throws {
    try await withDemo { visitor in
      let page = visitor.page
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await page.go(to: visitor.site.origin)
      try await page.press("Create an account")
      try await page.type("mirela", into: "#username")
      let tray = "document.querySelector('[data-tray]').checkVisibility()"
      let gap =
        """
        document.querySelector('#tray').getBoundingClientRect().top
          - document.querySelector('.actions').getBoundingClientRect().bottom
        """
      try await page.wait(untilTrue: "\(gap) >= 0")
      try await page.click("[data-fold]")
      try await page.wait(untilTrue: "!\(tray)")
      try await page.wait(untilTrue: "\(gap) >= 0")
      try await page.reload()
      try await page.wait(untilTrue: "document.querySelector('[data-fold]')?.hidden === false")
      #expect(try await page.evaluate(tray) == false)
      try await page.type("mirela", into: "#username")
      try await page.press("Create a passkey")
      try await page.wait(untilTrue: tray)
      try await visitor.hear("Now tap the laptop.")
      let order = "document.querySelector('main').compareDocumentPosition(document.querySelector('#tray'))"
      #expect(try await page.evaluate(order).int == 4, "the tray is read after the page")
    }
  }

  @Test("axe finds no problems in the tray, waiting or at rest") func axe() async throws {
    try await withDemo { visitor in
      let page = visitor.page, axe = try Axe(page)
      try await visitor.create()
      try await axe.check("the account's home in the demo", in: Axe.Look.all)
      try await page.emulate(width: 1280, height: 800, mobile: false)
      try await page.go(to: visitor.site.origin + "/account")
      try await page.press("Add a hardware key")
      try await page.press("Confirm with your passkey")
      try await page.wait(untilTrue: "document.querySelector('[data-thing=laptop].is-asked') !== null")
      try await visitor.lose("black")
      try await axe.check("the demo waits for a tap", in: Axe.Look.all)
    }
  }

  @Test("without the demo there is no tray, and nothing pretended answers") func absent() async throws {
    try await withSite { site in
      let visitor = Visitor(site)
      let page = try await visitor.get("/", accept: "text/html").text
      #expect(!page.contains("tray") && !page.contains("demo"))
      #expect(try await visitor.get("/card.js").text.contains("/card-orders.js"))
    }
  }
}
