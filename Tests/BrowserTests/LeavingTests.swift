import Browser
import Person
import TestSite
import Testing

/// Ways back other than buttons: the browser's Back, Esc, and a swipe down.
@Suite struct LeavingTests {
  enum Gesture: CaseIterable { case back, escape, swipe }

  private func make(_ gesture: Gesture, _ page: Page) async throws {
    switch gesture {
    case .back: try await page.back()
    case .escape: try await page.press(key: .escape)
    case .swipe: try await page.swipeDown(from: 120, by: 300)
    }
  }

  /// Step 1 closes without a question; the question itself can be left in the same way.
  @Test(
    "A-86 A-79 A-80 A-82 M-07: Back, Esc and a swipe leave step 1 at once, and ask from step 2",
    arguments: Gesture.allCases)
  func enrollment(by gesture: Gesture) async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.waitForKey()
      try await make(gesture, page)
      try await page.isIn(.keys)

      try await ring.enrollPrimary()
      try await ring.waitForKey()
      try await make(gesture, page)
      try await page.wait(forText: "Cancel enrollment? Your primary key won't be saved.")
      try await make(gesture, page)
      try await page.wait(untilTrue: "!document.querySelector('dialog')")
      #expect(try await page.evaluate("document.body.innerText.includes('2 of 4')") == true, "nothing was cancelled")
      try await make(gesture, page)
      try await page.press("Cancel enrollment")
      try await page.isIn(.keys)
    }
  }

  @Test("M-07 M-14: once a flow has ended, Back leads to the page before it, not into the flow")
  func over() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await visit.register()
      try await page.go(to: visit.site.origin + "/")
      try await visit.choose("Passkey-only login")
      try await page.wait(untilTrue: "history.state?.flow === 'above'")
      try await page.back()
      try await page.wait(forText: "Six ways to sign in")
      try await page.back()  // the lab once more, from which it was begun
      try await page.back()
      try await page.wait(untilTrue: "location.pathname === '/'")
    }
  }

  @Test("M-07: scrolling, moving aside, resting a finger or touching typed text closes nothing")
  func careless() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.emulate(width: 393, height: 300, mobile: true)
      try await visit.choose("Passkey-only login")
      try await page.swipeDown(from: 120, by: 60)
      try await page.swipeDown(from: 120, by: 150, aside: 150)
      try await page.run("scrollTo(0, 200)")
      try await page.wait(untilTrue: "scrollY > 0")
      try await page.swipeDown(from: 120, by: 140)
      try await page.press("Sign in with a passkey")
      try await page.wait(forText: "No passkey was given.")

      try await page.go(to: visit.site.origin + "/lab")
      try await page.click("form[action='/start/registration'] button")
      try await page.wait(forText: "Choose a user name")
      try await page.type("mirela", into: "#username")
      try await page.swipeDown(from: 150, by: 300)
      try await Task.sleep(for: .milliseconds(300))
      #expect(try await page.evaluate("document.getElementById('username')?.value").string == "mirela")
      try await page.swipeDown(from: 20, by: 300)
      try await page.wait(forText: "Six ways to sign in")
    }
  }

  /// A thousandth of the half hour.
  private static let hasty = """
    const later = setTimeout;
    globalThis.limits = [];
    globalThis.setTimeout = (work, time, ...rest) => {
      if (time > 60000) globalThis.limits.push(time);
      return later(work, time > 60000 ? 1500 : time, ...rest);
    };
    """

  /// The page announces it before the half hour has passed, and the words do not change.
  @Test("G-43 G-24: the half-hour inactivity limit is announced, and one press extends it")
  func idle() async throws {
    try await withKeyRing(script: Self.hasty) { ring in
      let page = ring.page
      try await ring.register()
      try await ring.enrollBoth()
      try await ring.test()
      let words = try await ring.words()
      try await page.wait(
        forText: "Still here? In five minutes this closes, and what it has saved so far is taken back.")
      #expect(try await page.evaluate("globalThis.limits.every((time) => time === 25 * 60 * 1000)") == true)
      let id = try #require(try await page.evaluate("location.pathname.split('/').pop()").string)
      let before = try await ring.site.store.read { try $0.run(id)?.activeAt }
      ring.site.clock.advance(20 * 60)
      try await page.press("I'm still here")
      try await page.wait(untilTrue: "!document.querySelector('[data-problem]')")
      let after = try await ring.site.store.read { try $0.run(id)?.activeAt }
      #expect(try #require(after).timeIntervalSince(try #require(before)) >= 20 * 60)
      #expect(try await ring.words() == words)
    }
  }

  @Test("Esc keeps the text being written, and leaving with an unsaved entry asks first")
  func unsaved() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await page.type("half a sentence", into: "#journal-text")
      try await page.press(key: .escape)
      try await Task.sleep(for: .milliseconds(300))
      #expect(try await page.evaluate("document.getElementById('journal-text')?.value").string == "half a sentence")
      #expect(try await page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))") == true)
      try await page.press("Save the entry")
      try await page.wait(forText: "Saved.")
      #expect(try await page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))") == true)
    }
  }
}
