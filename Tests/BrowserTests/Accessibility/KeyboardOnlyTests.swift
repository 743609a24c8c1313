import Browser
import Person
import TestSite
import Testing

/// Complete paths through the program using only Tab, Shift+Tab, Enter, Space, Escape, arrow keys and typed text.
@Suite struct KeyboardOnlyTests {
  /// The path goes from Settings to the receipt.
  @Test("two keys can be enrolled with only the keyboard, and focus follows the reading order")
  func enrollment() async throws {
    try await withKeyRing { ring in
      let page = ring.page, keyboard = Keyboard(page: ring.page)
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await ring.register()
      try await page.enter(.keys)
      try await keyboard.press("Add a hardware key")
      try await keyboard.arrive(at: "First, confirm that it's you.")
      try await ring.hold(ring.laptop)
      try await keyboard.press("Confirm with your passkey")
      try await page.wait(forText: "1 of 4")
      try await ring.hold(ring.yellow)
      try await keyboard.tapAgain(until: "Name this key")
      try await keyboard.arrive(at: "Name this key", focusOn: "Name this key")
      try await keyboard.type("yellow")
      try await page.press(key: .enter)
      try await page.wait(forText: "2 of 4")
      try await ring.hold(ring.black)
      try await keyboard.tapAgain(until: "Name this key")
      try await keyboard.arrive(at: "Name this key", focusOn: "Name this key")
      try await keyboard.type("black")
      try await keyboard.press("Continue", with: .space)
      // The backup key was touched although the primary one was requested.
      try await keyboard.arrive(at: "That's a different key. Tap “yellow”.")
      try await ring.hold(ring.yellow)
      try await keyboard.tapAgain(until: "Now your backup.", "Tap “black”.")
      try await ring.hold(ring.black)
      try await keyboard.tapAgain(until: "4 of 4")
      try await keyboard.arrive(
        at: "4 of 4",
        focusOn: "Write these twelve words on paper, in order.")
      let paper = try await ring.words()
      try await keyboard.go(to: "Your recovery code, 12 words")
      try await keyboard.go(to: "Print")
      try await keyboard.press("Copy", back: true)
      try await keyboard.press("I've saved this somewhere offline", with: .space)
      try await keyboard.press("Finish")
      let three = try await ring.threeWords().map(\.place)
      try await keyboard.arrive(at: "Read three words from the paper, not from the screen.")
      try await keyboard.go(to: "Word \(three[0] + 1)")
      for place in three {
        try await keyboard.type(paper[place])
        try await page.press(key: .enter)
      }
      try await keyboard.arrive(at: "Keys are in. Two enrolled, recovery code saved. The kitchen's locked up well.")
      try await keyboard.press("Back to Settings")
      try await page.isIn(.keys)
      try await page.expectQuietConsole()
    }
  }

  @Test("the keyboard leads from room to room and into a key's page, and back to the overview") func rooms()
    async throws
  {
    try await withKeyRing { ring in
      let page = ring.page, keyboard = Keyboard(page: ring.page)
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await ring.register()
      try await ring.site.addKey("blue Solo", .primary)
      try await page.enter(.keys)
      for (name, room) in [
        ("Recovery", Room.recovery), ("Password", .password), ("Devices signed in", .devices), ("Activity", .activity),
        ("Keys", .keys),
      ] {
        try await keyboard.press(name)
        try await page.isIn(room)
        #expect(try await page.find("nav [aria-current=page]").text == name)
        #expect(try await page.findAll("h1").count == 1)
      }
      try await KeyboardTests().tab(to: "a.key-row", page)
      try await page.press(key: .enter)
      try await page.wait(untilTrue: "document.querySelector('h1')?.innerText === 'blue Solo'")
      try await keyboard.go(to: "Revoke blue Solo")
      try await keyboard.press("Overview", back: true)
      try await page.wait(untilTrue: "location.pathname === '/account'")
      try await page.expectQuietConsole()
    }
  }

  @Test("after every key is lost, the keyboard alone suffices to get from home to the new code")
  func recovery() async throws {
    try await withKeyRing { ring in
      let page = ring.page, keyboard = Keyboard(page: ring.page)
      try await ring.register()
      let words = try await ring.enroll()
      try await ring.signOut()
      try await page.go(to: ring.site.origin)
      try await keyboard.press("Can't get in?")
      try await page.wait(forText: "What do you still have?")
      try await keyboard.press(
        """
        My twelve words Those of your recovery kit. They open your account, and a new key takes the place of the lost \
        ones. About five minutes.
        """)
      _ = try await page.find("#words-1")
      try await keyboard.go(to: "Word 1")
      try await keyboard.type("cristal")
      try await page.press(key: .tab)
      try await page.wait(forText: "Did you mean: crystal?")
      try await page.press(key: .tab, holding: .shift)
      for _ in 0..<7 { try await page.press(key: .backspace) }
      // the beginning of a word and an arrow, a whole word and Tab, a whole word and a space
      let (first, second) = (words[0], words[1])
      try await keyboard.type(String(first.prefix(4)))
      let chosen =
        """
        ((e) => document.getElementById(e.getAttribute('aria-activedescendant'))?.innerText ?? e.value)(
          document.activeElement)
        """
      for _ in 0..<6 {
        if try await page.evaluate(chosen).string == first { break }
        try await page.press(key: .down)
      }
      try await page.press(key: .enter)
      #expect(try await page.evaluate("document.activeElement.id") == "words-2")
      try await keyboard.type(second)
      try await page.press(key: .tab)
      for word in words.dropFirst(2) { try await keyboard.type(word + " ") }
      let typed = try await page.evaluate(
        "[...document.querySelectorAll('.word-entry input')].map((field) => field.value)")
      #expect(typed == .array(words.map(JSON.string)))
      try await page.press(key: .enter)
      try await keyboard.arrive(at: "Master Key restored. Enroll a new primary key now.")
      try await ring.hold(nil)
      let green = try await page.addAuthenticator(.ble, .init(prf: true, presence: false))
      try await keyboard.press("Enroll a new primary key now")
      try await page.wait(forText: "1 of 3")
      try await green.setPresence(true)
      try await keyboard.tapAgain(until: "Name this key")
      try await keyboard.arrive(at: "Name this key", focusOn: "Name this key")
      try await keyboard.type("green")
      try await page.press(key: .enter)
      try await keyboard.arrive(at: "Which of these are gone?")
      try await keyboard.press("All of these are gone")
      let new = try await ring.words()
      #expect(new != words)
      try await keyboard.press("I've saved this somewhere offline", with: .space)
      try await keyboard.press("Finish")
      try await keyboard.press("Not now")
      try await page.wait(forText: "You're back, mirela.")
      try await page.expectQuietConsole()
    }
  }

  /// Escape also closes a tip, asks before it cancels, and dismisses that question.
  @Test("Escape triggers the screen's own way back, and cancels step 1 without confirmation")
  func escape() async throws {
    try await withKeyRing { ring in
      let page = ring.page, keyboard = Keyboard(page: ring.page)
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.waitForKey()
      try await page.press(key: .escape)
      try await page.isIn(.keys)
      try await ring.enrollPrimary()
      try await ring.waitForKey()
      try await keyboard.go(to: "backup", back: true)
      #expect(try await page.findAll(":popover-open").count == 1)
      try await page.press(key: .escape)
      try await page.wait(untilTrue: "!document.querySelector(':popover-open')")
      #expect(try await page.findAll("dialog").isEmpty)
      let question = "Cancel enrollment? Your primary key won't be saved."
      try await page.press(key: .escape)
      try await page.wait(forText: question)
      try await page.wait(untilTrue: "document.querySelector('dialog:modal').contains(document.activeElement)")
      try await page.press(key: .escape)
      try await keyboard.arrive(
        at: "Second key strongly encouraged. If your first key disappears, the second one keeps you in.")
      #expect(try await page.findAll("dialog").isEmpty)
      try await page.press(key: .escape)
      try await page.wait(forText: question)
      try await keyboard.press("Cancel enrollment")
      try await page.isIn(.keys)
      try await page.wait(forText: "Add a hardware key — recommended")
    }
  }

  @Test("A-25 M-10: the badge's explanation opens on click and focus, and closes when focus leaves")
  func badge() async throws {
    try await withKeyRing { ring in
      let page = ring.page, keyboard = Keyboard(page: ring.page)
      let meaning = "Backup keys can sign in if the primary is lost or damaged."
      func open() async throws -> String? {
        try await page.evaluate("document.querySelector(':popover-open')?.innerText ?? ''").string
      }
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.waitForKey()
      let badge = try await page.find(".badge")
      #expect(try await badge.attribute("aria-describedby") == "role-tip")
      #expect(try await open() == "")
      try await badge.click()
      #expect(try await open() == meaning)
      try await badge.click()
      #expect(try await open() == "")
      try await keyboard.go(to: "Ask for the key again")
      try await keyboard.go(to: "primary", back: true)
      #expect(try await open() == meaning)
      try await page.press(key: .space)
      #expect(try await open() == "")
      try await page.press(key: .space)
      #expect(try await open() == meaning)
      try await page.press(key: .tab)
      #expect(try await open() == "")
    }
  }
}
