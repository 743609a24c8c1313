import Browser
import Person
import TestSite
import Testing

@testable import CardTests

/// A person who can't get in: from a failed sign-in to each thing that they may still have, and back.
@Suite struct TroubleTests {
  /// What the page for trouble shows: the names of what is left, and of what was given up.
  private func names(_ page: Page) async throws -> (left: [String], gone: [String]) {
    func shown(_ css: String) async throws -> [String] {
      let names = try await page.evaluate("[...document.querySelectorAll('\(css)')].map((b) => b.textContent)")
      return (names.array ?? []).compactMap(\.string)
    }
    return (try await shown(".choices:not(.is-gone) b"), try await shown(".choices.is-gone b"))
  }
  /// Moves with Tab to the row with this name, and presses it.
  private func pressRow(_ name: String, _ page: Page) async throws {
    for _ in 0..<40 {
      try await page.press(key: .tab)
      if try await page.evaluate("document.activeElement.querySelector('b')?.textContent ?? ''").string == name {
        return try await page.press(key: .enter)
      }
    }
    Issue.record("Tab never came to “\(name)”")
  }
  private func isAsked(_ page: Page) async throws {
    try await page.wait(untilTrue: "location.pathname === '/trouble' && document.readyState === 'complete'")
    try await page.wait(forText: "What do you still have?")
  }

  @Test("from a failed sign-in, the keyboard leads to what is left and back, until none is left")
  func failedSignIn() async throws {
    try await withVisit { visit in
      let page = visit.page, keyboard = Keyboard(page: visit.page)
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await page.go(to: visit.site.origin)
      try await page.signInWithPasskey()
      try await page.wait(forText: "No passkey was given.")
      try await keyboard.press("Can't get in?")
      try await isAsked(page)
      try await pressRow("Another key", page)
      try await page.wait(forText: "Sign in with your backup key.")
      try await page.wait(untilTrue: "document.querySelector('.detector')?.dataset.look === 'timedOut'")
      try await keyboard.press("I don't have another key")
      try await isAsked(page)
      #expect(try await names(page) == (["My twelve words", "None of these"], ["Another key"]))
      try await pressRow("My twelve words", page)
      _ = try await page.find("#words-1")
      try await keyboard.press("I don't have the words")
      try await isAsked(page)
      #expect(try await names(page) == (["None of these"], ["Another key", "My twelve words"]))
      try await pressRow("None of these", page)
      try await page.wait(forText: "With none of these, nobody can open the account. We can't either.")
      try await keyboard.press("Look again")
      try await isAsked(page)
      #expect(try await names(page).gone.isEmpty)
      try await page.expectQuietConsole()
    }
  }

  @Test("a card, and account recovery, each lead back to what else there may be") func withHands() async throws {
    try await withCardVisit { visit in
      let page = visit.page
      try await page.getBackIn(with: "A card", on: visit.site)
      try await visit.meet()
      try await page.wait(forText: "Put your card into the reader")
      try await page.press("I lost my card")
      try await isAsked(page)
      try await page.press("Account recovery, with my phone or mail")
      try await page.wait(untilTrue: "location.pathname.startsWith('/flow/')")
      try await page.press("I can't use account recovery")
      try await isAsked(page)
      #expect(
        try await names(page)
          == (
            ["Another key", "My twelve words", "None of these"], ["A card", "Account recovery, with my phone or mail"]
          ))
      try await page.press("A card")  // it turned up after all
      try await page.wait(forText: "Put your card into the reader")
      try await page.press("Other ways")
      try await isAsked(page)
      #expect(try await names(page).gone == ["Account recovery, with my phone or mail"])
    }
  }

  @Test("a card's PIN page says what to do without the PIN, and leads on without the card") func forgottenPIN()
    async throws
  {
    let prepared = try PreparedCard.withAccount.get()
    try await withHolder(prepared) { visit, _ in
      let page = visit.page
      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      _ = try await page.find("#pin")
      try await page.press("I forgot the PIN")
      try await page.wait(forText: "Without the PIN, your PUK opens the card.")
      try await page.press("Back to the PIN")
      try await visit.enterPIN("000000")
      try await page.wait(forText: "2 tries left.")
      try await page.press("I lost my card")
      try await isAsked(page)
      #expect(try await names(page).gone == ["A card"])
    }
  }

  @Test("words that open nothing say so in the heading, and lead on without the words") func wrongWords() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.type(Array(repeating: "abandon", count: 11) + ["about"])
      try await page.press("Restore")
      try await page.wait(
        untilTrue: "document.querySelector('h1').innerText === 'These 12 words open no account here.'")
      #expect(try await page.evaluate("document.activeElement === document.querySelector('h1')") == true)
      try await page.press("I don't have the words")
      try await isAsked(page)
      #expect(try await names(page).gone == ["My twelve words"])
    }
  }

  @Test("once the words have opened the account, nothing leads away from it by a link") func opened() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      let words = try await ring.enroll()
      try await ring.signOut()
      try await ring.restore(words)
      #expect(try await ring.page.findAll("main a[href^='/trouble']").isEmpty)
    }
  }

  @Test("signing out leads to the first page, which says so, and to the lab if the sign-in began there")
  func signedOut() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await visit.register()
      try await page.go(to: visit.site.origin)
      try await page.signInWithPasskey()
      try await visit.isSignedIn()
      try await page.signOutHere()
      try await page.wait(forText: "You are signed out. Your keys stay where they are.")
      #expect(try await page.evaluate("location.pathname") == "/")
      try await visit.choose("Passkey-only login")
      try await page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      try await page.signOutHere()
      try await page.wait(forText: "Six ways to sign in")
      #expect(try await page.evaluate("location.pathname") == "/lab")
    }
  }
}
