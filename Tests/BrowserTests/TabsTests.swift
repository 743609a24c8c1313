import Browser
import Person
import TestSite
import Testing

@Suite struct TabsTests {
  @Test("M-14: the older of two tabs says it is outdated and changes nothing; the newer continues")
  func twoTabs() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.choose("Passkey-only login")
      let address = try await visit.page.url
      let newer = try await visit.page.openTab()
      let key = try await newer.addAuthenticator(.internal)
      for credential in try await visit.key.credentials() { try await key.add(credential) }
      try await newer.go(to: address)
      try await newer.wait(untilTrue: "document.querySelector('input[name=revision]').value > 1")
      let changes = try await visit.site.changes { () async throws in
        try await visit.page.press("Sign in with a passkey")
        try await visit.page.wait(forText: "This page was out of date.")
      }
      #expect(changes.isEmpty)
      #expect(try await visit.seen.calls().isEmpty, "the older tab asks for nothing")
      try await newer.press("Sign in with a passkey")
      try await newer.wait(forText: "You're in, mirela.")
    }
  }

  @Test("B-30 B-36: signing out ends the session on the server and invalidates the old cookie")
  func signOut() async throws {
    try await withVisit { visit in
      try await visit.page.register("mirela", on: visit.site, signingOut: false)
      let old = try #require(try await visit.page.cookie("latchstring"))
      #expect(old.isHTTPOnly && old.sameSite == "Lax")
      let thief = Visitor(visit.site)
      thief.cookie = "latchstring=\(old.value)"
      #expect(try await thief.get("/account", accept: "text/html").status == 200)
      try await visit.page.signOutHere()
      #expect(try await visit.page.cookie("latchstring") == nil)
      thief.cookie = "latchstring=\(old.value)"
      #expect(try await thief.get("/account", accept: "text/html").status != 200)
    }
  }

  @Test("signing out in one tab takes the words of a recovery code off another")
  func wordsElsewhere() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.enrollBoth()
      try await ring.test()
      _ = try await ring.words()
      let other = try await ring.page.openTab()
      try await other.go(to: ring.site.origin + "/account")
      try await other.signOutHere()
      try await ring.page.wait(untilTrue: "!document.querySelector('ol.words')?.textContent.trim()")
    }
  }

  @Test("signing in as somebody else in one tab closes a journal that is open in another")
  func somebodyElse() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      _ = try await ring.enroll()
      let other = try await ring.page.openTab(), site = ring.site
      _ = try await other.addAuthenticator(.internal, .init(prf: true))
      try await ring.signOut()
      try await other.go(to: site.origin)
      try await ring.signIn(ring.yellow)
      try await ring.openJournal(ring.yellow)
      try await other.press("Create an account")
      try await other.type("ilinca", into: "#username")
      try await other.press("Create a passkey")
      try await other.wait(forText: "You're in, ilinca.")
      try await ring.page.wait(forText: "You were signed out, so the journal is closed here.")
    }
  }

  /// The old request ends, and Back leads to the button.
  @Test("M-14: a reload during the browser's prompt repeats the request with a fresh challenge")
  func reload() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setPresence(false)
      try await visit.choose("Passkey-only login")
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "Your browser is asking.")
      try await visit.seen.wait(until: [CredentialsCall.modal])
      try await visit.page.reload()
      try await visit.seen.wait(until: [CredentialsCall.modal, CredentialsCall.modal])
      #expect(try await visit.seen.calls().last?.isPending == true)
      try await visit.page.press("Back")
      _ = try await visit.page.find("main button[value=signIn]")
      try await visit.key.setPresence(true)
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      #expect(Set(try await visit.seen.challenges()).count == 3)
    }
  }

  @Test("M-14 B-34: Back or Esc during the browser's prompt ends its request and shows the button")
  func back() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.key.setPresence(false)
      try await visit.choose("Passkey-only login")
      for isEscape in [false, true] {
        try await visit.page.press("Sign in with a passkey")
        try await visit.seen.recorder.wait(until: "a pending request") { $0.last?.isPending == true }
        if isEscape { try await visit.page.press(key: .escape) } else { try await visit.page.press("Back") }
        _ = try await visit.page.find("main button[value=signIn]")
        #expect(try await visit.seen.calls().last?.outcome == .rejected("AbortError"))
      }
      expectOneAtATime(try await visit.seen.calls())
    }
  }

  /// Back is the browser's own button.
  @Test("B-03 B-35: forward and back pass through lab, flow and account page, each at its address")
  func history() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.choose("Passkey-only login")
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      try await visit.page.back()  // the flow is over, and Back does not lead into it again
      try await visit.page.wait(forText: "Six ways to sign in")
    }
  }
}
