import Browser
import Person
import TestSite
import Testing

/// Every screen that a person sees, judged by axe-core: WCAG 2.0 to 2.2, levels A and AA, and its best practices.
@Suite struct AxeTests {
  @Test("axe finds no problems on the pages, in the lab and on the sign-in screens") func pages() async throws {
    try await withVisit(AuthenticatorOptions(presence: false)) { visit in
      let page = visit.page, axe = try Axe(page)
      for (path, looks) in [
        ("/", Axe.Look.all), ("/?signed-out", Axe.Look.all), ("/lab", Axe.Look.all),
        ("/trouble?without=words", Axe.Look.all), ("/trouble/nothing", Axe.Look.all), ("/nothing-here", [Axe.Look()]),
      ] {
        try await page.go(to: visit.site.origin + path)
        try await axe.check(path, in: looks)
      }
      for scenario in LayoutTests.scenarios {
        try await visit.choose(scenario)
        try await page.wait(untilTrue: "document.querySelector('input[name=revision]').value > 0")
        try await axe.check(scenario)
      }
      try await page.press("Sign in")
      try await page.wait(untilTrue: "document.querySelector('dialog:modal')")
      try await axe.check("the sheet with both ways", in: Axe.Look.all)
      try await visit.choose("Passkey-only login")
      try await page.press("Sign in with a passkey")
      try await page.wait(forText: "Your browser is asking.")
      try await axe.check("the browser is asking")
    }
  }

  @Test("axe finds no problems on the account page, in each empty room and when setting a password")
  func account() async throws {
    try await withVisit { visit in
      let page = visit.page, axe = try Axe(page)
      try await page.register("mirela", on: visit.site)
      try await page.pick("Passkey-only login")
      try await page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      try await axe.check("the account with the nudge", in: Axe.Look.all)
      for room in Room.withoutCard {
        try await page.enter(room)
        try await axe.check("\(room), empty", in: Axe.Look.all)
      }
      try await page.enter(.password)
      try await page.press("Set a password")
      try await page.press("Confirm with your passkey")
      _ = try await page.find("#new-password")
      try await axe.check("setting a password")
    }
  }

  // Two tests, because a simulated key was observed to refuse for good after several cancelled, untouched requests.
  @Test("axe finds no problems while enrolling the first key, or on the sheets over the second step")
  func firstKey() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      try await ring.start("enrollment")
      try await page.wait(forText: "First, confirm that it's you.")
      try await axe.check("confirm first")
      try await ring.hold(ring.laptop)
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "1 of 4")
      try await ring.waitForKey()
      try await axe.check("step 1", in: Axe.Look.all)
      try await page.click(".badge")
      try await page.wait(forText: "Backup keys can sign in if the primary is lost or damaged.")
      try await axe.check("step 1 with the badge's meaning")
      try await ring.tap(ring.laptop, until: "You signed up with this key.")
      try await axe.check("step 1 missed", in: Axe.Look.all)
      try await ring.tap(ring.yellow, until: "Name this key")
      try await axe.check("step 1 named", in: Axe.Look.all)
      try await ring.hold(nil)
      try await page.type("yellow", into: "#name")
      try await page.press("Continue")
      try await page.wait(forText: "Tap once more to confirm. Same key.")
      try await axe.check("confirm tap")
      try await ring.tap(ring.yellow, until: "2 of 4")
      try await ring.waitForKey()
      try await axe.check("step 2", in: Axe.Look.all)
      try await page.press("Skip backup (not recommended)")
      try await page.wait(untilTrue: "document.querySelector('dialog:modal')")
      try await axe.check("the sheet that asks about skipping")
      try await page.press("Add a second key")
      try await page.press("Cancel")
      try await page.wait(untilTrue: "document.querySelector('dialog:modal')")
      try await axe.check("the sheet that asks about cancelling", in: Axe.Look.all)
    }
  }

  @Test("axe finds no problems from the second key to the receipt, and in rooms with keys")
  func secondKey() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      try await ring.enrollPrimary()
      try await ring.tap(ring.black, until: "Name this key")
      try await axe.check("step 2 named")
      try await page.type("black", into: "#name")
      try await page.press("Continue")
      try await page.wait(forText: "Revoke “yellow”")  // the backup was touched where the primary was asked for
      try await axe.check("step 3 missed", in: Axe.Look.all)
      try await ring.test()
      _ = try await ring.words()
      try await axe.check("step 4", in: Axe.Look.all)
      try await page.press("Show again later")
      try await page.wait(forText: "We'll remind you in Settings.")
      try await page.click("#saved")
      try await axe.check("step 4 with a reminder, ready")
      try await page.press("Finish")
      let three = try await ring.threeWords()
      try await axe.check("three words", in: Axe.Look.all)
      try await three[0].field.type("zoo")
      try await three[1].field.click()
      try await page.wait(forText: "is not the one that was shown")
      try await axe.check("three words, one of them wrong")
      try await page.press("Not now")
      try await page.wait(forText: "Keys are in.")
      try await axe.check("the receipt", in: Axe.Look.all)
      try await page.press("Back to Settings")
      for room in [Room.keys, .recovery, .activity] {
        try await page.enter(room)
        try await axe.check("\(room) with keys", in: Axe.Look.all)
      }
      try await page.openKey("yellow")
      try await axe.check("a key's page", in: Axe.Look.all)
    }
  }

  @Test("axe finds no problems on the key test") func testing() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      try await ring.enrollPrimary()
      try await ring.name(ring.black, "black", lettingGo: true)
      try await page.wait(forText: "Tap your primary.")
      try await axe.check("step 3", in: Axe.Look.all)
    }
  }

  @Test("axe detects an unnamed button and an unreadable heading in dark mode") func finds() async throws {
    try await withVisit { visit in
      try await visit.page.go(to: visit.site.origin + "/lab")
      let axe = try Axe(visit.page)
      try await axe.check("the lab")
      try await visit.page.run("document.querySelector('main').append(document.createElement('button'))")
      #expect(try await axe.problems().contains { $0.hasPrefix("button-name (critical) at ") })

      try await visit.page.emulateMedia(colorScheme: .dark)
      try await visit.page.run("document.querySelector('h1').style.color = '#444'")
      #expect(try await axe.problems(contrastAlone: true).contains { $0.hasPrefix("color-contrast (serious) at ") })
    }
  }

  @Test("of text at 200 %, a line that no longer fits its box is found") func findsCutText() async throws {
    try await withVisit { visit in
      try await visit.page.go(to: visit.site.origin + "/lab")
      let text = LargeText(page: visit.page)
      #expect(try await text.cut() == [])
      try await visit.page.run(
        """
        const one = document.createElement('button');
        [one.textContent, one.style.cssText] = ['Open your journal', 'white-space: nowrap; inline-size: 170px'];
        document.querySelector('main').append(one);
        """)
      #expect(try await text.cut() == ["spills: Open your journal"])
      try await visit.page.run("document.querySelector('main > button:last-child').style.overflow = 'hidden'")
      #expect(try await text.cut().contains { $0.hasPrefix("cut by ") })
    }
  }

  @Test("axe finds no problems in the journal, or when a key is revoked or lost")
  func afterwards() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The spare is at Ana's.")
      try await axe.check("the journal", in: Axe.Look.all)
      try await ring.start("revocation")
      try await page.wait(forText: "Revoke missing key?")
      try await axe.check("which key is missing", in: Axe.Look.all)
      try await page.press("Revoke “black”")
      try await page.wait(forText: "lost, or may someone have it?")
      try await axe.check("lost, or may someone have it")
      try await page.press("It's lost or broken")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Revoked: “black”.")
      try await axe.check("revoked", in: Axe.Look.all)
      try await ring.signOut()
      try await ring.hold(nil)
      try await page.getBackIn(with: "Another key", on: ring.site)
      try await page.wait(forText: "Sign in with your backup key.")
      try await ring.waitForKey()
      try await axe.check("the key is lost", in: Axe.Look.all)
    }
  }

  @Test("axe finds no problems while the paper with the recovery code is tried") func trying() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      let words = try await ring.enroll()
      try await ring.start("code-test")
      try await ring.hold(ring.yellow)
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Type the twelve words on your paper.")
      try await axe.check("the words to try", in: Axe.Look.all)
      try await ring.type(PhrasePage.words)
      try await page.press("Try these words")
      try await page.wait(forText: "These words don't open your account.")
      try await axe.check("the words are not the account's", in: Axe.Look.all)
      try await page.press("Try the words again")
      try await page.wait(untilTrue: "document.querySelectorAll('.word-entry input').length === 12")
      try await ring.type(words)
      try await page.press("Try these words")
      try await page.wait(forText: "Your paper works.")
      try await axe.check("the paper works", in: Axe.Look.all)
    }
  }

  @Test("axe finds no problems on the recovery screens") func recovery() async throws {
    try await withKeyRing { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      let words = try await ring.enroll()
      try await ring.signOut()
      try await page.getBackIn(with: "My twelve words", on: ring.site)
      let first = try await page.find("#words-1")
      try await axe.check("word entry", in: Axe.Look.all)
      try await first.click()
      try await first.type("cristal\u{E004}ab")
      try await page.wait(forText: "Did you mean: crystal?")
      _ = try await page.find("#words-2-list [role=option]")
      try await axe.check("word entry with a misspelled word and a list", in: Axe.Look.all)
      try await ring.enter(PhrasePage.words)
      try await page.press("Restore")
      try await page.wait(forText: "These 12 words open no account here.")
      try await axe.check("the words open nothing", in: Axe.Look.all)
      try await page.press("Try the words again")
      try await ring.enter(words)
      try await page.press("Restore")
      try await page.wait(forText: "Master Key restored.")
      try await axe.check("restored", in: Axe.Look.all)
      try await ring.hold(nil)
      try await page.press("Enroll a new primary key now")
      try await page.wait(forText: "1 of 3")
      try await axe.check("a new primary key")
      try await ring.black.clear()
      try await ring.name(ring.black, "black again")
      try await page.wait(forText: "Which of these are gone?")
      try await page.press("“yellow”")
      try await page.wait(forText: "“yellow”: gone")
      try await axe.check("what is gone", in: Axe.Look.all)
      try await page.press("Go on without it")
      _ = try await ring.save()
      try await page.wait(forText: "It is here. Nothing is written in it yet.")
      try await axe.check("coming back", in: Axe.Look.all)
    }
  }
}
