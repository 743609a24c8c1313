import Browser
import Demo
import Person
import TestSite
import Testing
import WebSurface

/// The demo: everything in it is pretended, and answers when it is tapped in the tray.
@Suite struct DemoTests {
  /// A visitor of a demo, who has no authenticator at all.
  private struct Guest {
    let page: Page, site: TestSite

    func row(_ thing: String) -> String { "[data-thing=\(thing)]" }
    /// Taps a thing once the page asks for it.
    func tap(_ thing: String) async throws {
      try await page.wait(untilTrue: "document.querySelector('\(row(thing)).is-asked') !== null")
      try await page.click("\(row(thing)) [data-tap]")
    }
    func lose(_ thing: String) async throws { try await page.click("\(row(thing)) [data-lose]") }
    func find(_ thing: String) async throws { try await page.click("\(row(thing)) [data-find]") }
    /// Waits until the tray says this as the next thing to do.
    func hear(_ hint: String) async throws {
      try await page.wait(
        untilTrue: "document.querySelector('[data-hint]').textContent.includes(\(String(reflecting: hint)))")
    }
    func name(_ name: String) async throws {
      try await page.type(name, into: "#name")
      try await page.press("Continue")
    }
    func save() async throws {
      try await page.wait(untilTrue: "document.querySelectorAll('ol.words li').length === 12")
      try await page.click("#saved")
      try await page.press("Finish")
      try await page.wait(untilTrue: "document.querySelectorAll('[data-three-words] input').length === 3")
      try await page.click("\(row("paper")) [data-tap]")
      try await page.press("The paper is good")
    }
    /// Creates an account with the laptop, from the first page.
    func create() async throws {
      try await page.go(to: site.origin)
      try await page.press("Create an account")
      try await page.type("mirela", into: "#username")
      try await page.press("Create a passkey")
      try await tap("laptop")
      try await page.wait(forText: "You're in, mirela.")
    }
    /// Adds both keys and the paper, from the account's page.
    func enroll() async throws {
      try await page.go(to: site.origin + "/account")
      try await page.press("Add a hardware key")
      try await page.press("Confirm with your passkey")
      try await tap("laptop")
      try await page.wait(forText: "1 of 4")
      try await tap("yellow")
      try await name("yellow")
      try await tap("yellow")
      try await page.wait(forText: "2 of 4")
      try await tap("black")
      try await name("black")
      try await page.wait(forText: "Tap your primary.")
      try await tap("yellow")
      try await page.wait(forText: "Now your backup.")
      try await tap("black")
      try await save()
      try await page.wait(forText: "Keys are in.")
      try await page.go(to: site.origin + "/account")
    }
    func signOut() async throws {
      try await page.go(to: site.origin + "/account")
      try await page.signOutHere()
    }
  }

  private static func pretended() -> PretendedKeys {
    let things = DemoThings()
    return PretendedKeys(
      create: { try things.create($0, $1, origin: $2) }, get: { try things.get($0, $1, origin: $2) })
  }
  private func withDemo(_ body: (Guest) async throws -> Void) async throws {
    let keys = Self.pretended()
    try await withSite(change: { $0.demo = keys }) { site in
      try await withPage { page in try await body(Guest(page: page, site: site)) }
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
      try await page.wait(forText: "are pretended here")
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
      try await visitor.signOut()
      try await page.go(to: visitor.site.origin)
      try await visitor.lose("laptop")
      try await page.signInWithPasskey()
      try await page.wait(untilTrue: "document.querySelector('[data-thing=yellow].is-asked') !== null")
      #expect(try await page.find("\(visitor.row("laptop")) [data-tap]").isEnabled == false)
      try await page.click("\(visitor.row("yellow")) [data-tap]")
      try await visitor.hear("Yellow has nothing for this. Tap another one.")
      #expect(try await page.shows(anyOf: ["You're in, mirela."]) == false)
      try await visitor.find("laptop")
      try await visitor.tap("laptop")
      try await page.wait(forText: "You're in, mirela.")
    }
  }

  @Test("the tray alone leads from the first page to a tried account, past a lost key, and back with the paper")
  func story() async throws {
    try await withDemo { visitor in
      let page = visitor.page
      try await page.go(to: visitor.site.origin)
      try await visitor.hear("Create an account with the laptop.")
      try await visitor.create()
      try await visitor.hear("Add yellow")
      try await visitor.enroll()
      let verdict = try await page.evaluate("document.querySelector('[data-verdict]').innerText").string
      #expect(verdict?.contains("tried none") == false, "the keys were tried on the way: \(verdict ?? "")")
      try await visitor.hear("Lose yellow. What now?")

      try await visitor.lose("yellow")
      try await visitor.hear("come back with black")
      try await visitor.signOut()
      try await page.press("Can't get in?")
      try await page.press("Another key")
      try await visitor.tap("black")
      try await page.press("Revoke “yellow”")
      try await page.press("It's lost or broken")
      try await page.wait(forText: "You're back, mirela.")
      try await page.wait(forText: "It is here. Nothing is written in it yet.")

      try await visitor.hear("Now lose black and the laptop")
      try await visitor.lose("black")
      try await visitor.lose("laptop")
      try await visitor.find("yellow")
      try await visitor.hear("from the paper")
      try await visitor.signOut()
      try await page.press("Can't get in?")
      try await page.press("My twelve words")
      try await page.wait(untilTrue: "document.querySelectorAll('.word-entry input').length === 12")
      try await page.click("\(visitor.row("paper")) [data-tap]")
      try await page.press("Restore")
      try await page.press("Enroll a new primary key now")
      try await visitor.tap("yellow")
      try await visitor.name("yellow again")
      try await visitor.tap("yellow")
      try await page.press("All of these are gone")
      try await visitor.save()
      try await page.wait(forText: "You're back, mirela.")
      try await page.wait(forText: "It is here. Nothing is written in it yet.")
      try await visitor.hear("That is all of it.")
      let words = try await page.evaluate("JSON.parse(sessionStorage.getItem('latchstring.demo')).words.join(' ')")
        .string
      #expect(words?.split(separator: " ").count == 12)
      #expect(visitor.site.wiretap.requests.allSatisfy { !$0.contains(words ?? "-") }, "the paper stays in the tab")
    }
  }

  @Test("the demo's card is the rehearsal card, on the reader once it is tapped, and nowhere while it is lost")
  func card() async throws {
    try await withCardVisit(demo: Self.pretended()) { visit in
      let page = visit.page, guest = Guest(page: page, site: visit.site)
      visit.reader.show(.noReader)
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      try await visit.meet()
      try await guest.tap("card")
      try await visit.choosePIN("482913")
      _ = try await visit.writeSecretsDown()
      _ = try await visit.writePhraseDown()
      try await visit.nameAccount()
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

  @Test("the tray covers no button of a small page, folds, and can keep silent") func roomy() async throws {
    try await withDemo { visitor in
      let page = visitor.page
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await page.go(to: visitor.site.origin)
      try await page.press("Create an account")
      _ = try await page.find("#username")
      let gap =
        """
        document.querySelector('#tray').getBoundingClientRect().top
          - document.querySelector('.actions').getBoundingClientRect().bottom
        """
      try await page.wait(untilTrue: "\(gap) >= 0")
      try await page.click("[data-fold]")
      try await page.wait(untilTrue: "!document.querySelector('[data-things]').checkVisibility()")
      try await page.wait(untilTrue: "\(gap) >= 0")
      try await page.click("[data-hide]")
      try await page.wait(untilTrue: "document.querySelector('[data-hint]').textContent === ''")
      try await page.reload()
      try await page.wait(untilTrue: "document.querySelector('#tray')?.hidden === false")
      #expect(try await page.evaluate("document.querySelector('[data-things]').checkVisibility()") == false)
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
