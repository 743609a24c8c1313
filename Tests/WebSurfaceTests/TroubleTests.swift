import Demo
import TestSite
import Testing

/// The door for a person who can't get in, and the links that lead to it.
@Suite struct TroubleTests {
  private static let signIns = [
    "registration", "passkey-only", "passkey-or-password", "autofill-passkey-only", "immediately-available",
    "autofill-hybrid",
  ]
  private static let branches = [
    (name: "Another key", flow: "lost-key", without: "key", title: "Sign in"),
    (name: "My twelve words", flow: "recovery", without: "words", title: "Recovery code"),
    (name: "A card", flow: "card-login", without: "card", title: "Sign in with a card"),
    (
      name: "Account recovery, with my phone or mail", flow: "escrow-recovery", without: "papers",
      title: "Account recovery"
    ),
  ]

  private func withHands(_ body: (TestSite) async throws -> Void) async throws {
    try await withSite(change: { $0.hands = "http://127.0.0.1:1" }) { site in try await body(site) }
  }
  private func page(_ path: String, _ visitor: Visitor) async throws -> String {
    try await visitor.get(path, accept: "text/html").text
  }
  /// The page of a run that was just begun.
  private func begin(_ flow: String, from origin: String, _ visitor: Visitor) async throws -> String {
    let run = try #require(try await visitor.submit("/start/\(flow)", ["from": origin]).header("location"))
    _ = try await visitor.open(run)
    return try await page(run, visitor)
  }
  /// The form of a button that begins a flow.
  private func form(_ flow: String, from origin: String) -> String {
    #"<form method="post" action="/start/\#(flow)"><input type="hidden" name="from" value="\#(origin)">"#
  }
  /// The names of the buttons for what is left, and for what was given up, in the page's order.
  private func names(_ page: String) -> (left: [String], gone: [String]) {
    let parts = page.split(separator: "<h2>")
    let all = parts.map { $0.matches(of: /action="\/start\/[^>]*>.*?<b>([^<]*)<\/b>/).map { String($0.1) } }
    return (all.first ?? [], all.dropFirst().first ?? [])
  }

  @Test("every signed-out page and sign-in screen leads to the page for trouble, and no signed-in one does")
  func links() async throws {
    try await withHands { site in
      let stranger = Visitor(site), owner = Visitor(site)
      try await owner.register(with: DemoAuthenticator())
      for path in ["/", "/lab", "/nothing-here", "/h/none"] {
        #expect(try await page(path, stranger).contains("href=\"/trouble\">Can't get in?</a>"), "\(path)")
      }
      for path in ["/", "/lab", "/account", "/settings/keys"] {
        #expect(try await !page(path, owner).contains("href=\"/trouble"), "\(path)")
      }
      for flow in Self.signIns {
        for origin in ["/", "/lab"] {
          let shown = try await begin(flow, from: origin, stranger)
          #expect(shown.matches(of: /href="\/trouble">/).count == 1, "\(flow) from \(origin)")
        }
      }
      for flow in Self.signIns + ["lost-key", "recovery"] {
        #expect(try await !begin(flow, from: "/lab", owner).contains("href=\"/trouble"), "\(flow), signed in")
      }
    }
  }

  @Test("a failed sign-in shows the way to the page for trouble, also as a redrawn screen") func failed() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), run = try await visitor.start("passkey-only")
      let opened = try await visitor.open(run)
      let start = try #require(try await visitor.press("signIn", on: run, at: opened.revision).start)
      _ = try await visitor.report(["ticket": start.ticket, "reply": "key.fault", "fault": "dismissed"], on: run)
      let drawn = try await visitor.post(run + "/open", accept: "application/vnd.latchstring.screen+json")
      for text in [try await page(run, visitor), drawn.json["html"] as? String ?? ""] {
        #expect(text.contains("No passkey was given.") && text.contains("href=\"/trouble\">"))
      }
    }
  }

  @Test("each thing that is left begins its flow, which leads back without that thing") func branches() async throws {
    try await withHands { site in
      let asked = try await page("/trouble", Visitor(site))
      #expect(asked.contains("<h1 class=\"say\">What do you still have?</h1>") && asked.matches(of: /<h1/).count == 1)
      #expect(names(asked) == (Self.branches.map(\.name), []))
      for branch in Self.branches {
        #expect(asked.contains(form(branch.flow, from: "/trouble")), "\(branch.name)")
        let shown = try await begin(branch.flow, from: "/trouble", Visitor(site))
        #expect(shown.contains("<title>\(branch.title) · ") && shown.contains("</svg> Other ways</button>"))
        #expect(shown.contains("href=\"/trouble?without=\(branch.without)\">"), "\(branch.name)")
      }
    }
  }

  @Test("what was given up is set apart at the end, adds up, and can be taken up again") func without() async throws {
    try await withHands { site in
      let visitor = Visitor(site)
      let two = try await page("/trouble?without=words,key,nonsense", visitor)
      let left = ["A card", "Account recovery, with my phone or mail"]
      #expect(names(two) == (left, ["Another key", "My twelve words"]))
      #expect(two.contains(form("card-login", from: "/trouble?without=key,words")))
      #expect(
        two.contains(form("recovery", from: "/trouble?without=key")),
        "whoever takes the words up again has not given them up")
      let card = try await begin("card-login", from: "/trouble?without=key,words", visitor)
      #expect(card.contains("href=\"/trouble?without=key,words,card\">"))
      let none = try await page("/trouble?without=key,words,card,papers", visitor)
      #expect(names(none) == ([], Self.branches.map(\.name)) && none.contains("href=\"/trouble/nothing\""))
      for address in [
        "/trouble?without=words,key", "/trouble?without=", "/trouble?without=nonsense", "https://a.example",
      ] {
        let shown = try await begin("recovery", from: address, Visitor(site))
        #expect(shown.contains("</svg> Lab</button>"), "\(address) is none of the addresses that a run returns to")
      }
    }
  }

  @Test("a page without hands offers only what a browser can do by itself") func withoutHands() async throws {
    try await withSite { (site) async throws in
      let asked = try await page("/trouble", Visitor(site))
      #expect(names(asked) == (["Another key", "My twelve words"], []))
    }
  }

  @Test("with nothing left, the page says that nobody can open the account, and what may be found")
  func nothing() async throws {
    try await withSite { (site) async throws in
      let said = try await page("/trouble/nothing", Visitor(site))
      #expect(!said.contains("A friend's provider") && !said.contains("A card and its words"), "neither is of use here")
    }
    try await withSite(change: { $0.hands = "http://127.0.0.1:1" }) { (site) async throws in
      let said = try await page("/trouble/nothing", Visitor(site))
      for sentence in [
        "With none of these, nobody can open the account. We can't either.",
        "We can't recover keys from our side. That's the whole point.", "An old paper", "A passkey on another device",
        "A friend's provider",
      ] { #expect(said.contains(sentence), "\(sentence)") }
      #expect(said.contains("href=\"/trouble\">Look again</a>") && said.contains("action=\"/start/registration\""))
      #expect(said.matches(of: /<h1/).count == 1)
    }
  }

  @Test("a signed-in person on the page for trouble is told that they are in") func signedIn() async throws {
    try await withSite { (site) async throws in
      let owner = Visitor(site), line = "You are signed in here: <a href=\"/account\">open your account</a>."
      try await owner.register(with: DemoAuthenticator())
      #expect(try await page("/trouble", owner).contains(line))
      #expect(try await !page("/trouble", Visitor(site)).contains(line))
    }
  }

  @Test("after signing out, the first page says so, and only to somebody who is signed out")
  func signedOut() async throws {
    try await withSite { (site) async throws in
      let owner = Visitor(site), line = "You are signed out. Your keys stay where they are."
      try await owner.register(with: DemoAuthenticator())
      #expect(try await !page("/?signed-out", owner).contains(line))
      let home = try #require(try await owner.submit("/sign-out").header("location"))
      #expect(try await page(home, owner).contains(line))
      #expect(try await !page("/", owner).contains(line))
    }
  }
}
