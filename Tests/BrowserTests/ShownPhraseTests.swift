import Browser
import TestSite
import Testing

@Suite struct ShownPhraseTests {
  func withWords(_ body: (PhrasePage) async throws -> Void) async throws {
    try await withPhrasePage("words-shown", "window.forget = phrase.showWords(block, words);", body)
  }
  func copied(_ phrase: PhrasePage) async throws { try await phrase.page.wait(forText: "All 12 words are copied.") }

  /// They are in four columns and three rows, row by row.
  @Test("twelve words are shown four by three in order, and vanish on command [A-52]")
  func grid() async throws {
    try await withWords { phrase in
      let places = try await phrase.page.evaluate(
        """
        [...document.querySelectorAll('.words li')].map((li) =>
          [li.innerText, li.getBoundingClientRect().x, li.getBoundingClientRect().y])
        """
      )
      let cells = places.array ?? []
      #expect(cells.compactMap { $0[0].string } == PhrasePage.words)
      let columns = Set(cells.compactMap { $0[1].number }), rows = Set(cells.compactMap { $0[2].number })
      #expect(columns.count == 4 && rows.count == 3)
      #expect(cells.prefix(4).compactMap { $0[1].number } == columns.sorted())
      try await phrase.page.run("forget()")
      let left = try await phrase.page.evaluate("document.documentElement.outerHTML").string ?? "sausage"
      #expect(["winner", "sausage", "yellow"].allSatisfy { !left.contains($0) })
      try await phrase.setClipboard("other")
      try await phrase.page.press("Copy")
      #expect(try await phrase.clipboard() == "other")
    }
  }

  /// The page says that it promises nothing.
  @Test("Copy copies the phrase, and a minute later clears it, without a promise [A-55, G-16]")
  func copyButton() async throws {
    try await withWords { phrase in
      try await phrase.page.wait(forText: "We can't guarantee that")
      try await phrase.page.press("Copy")
      try await copied(phrase)
      #expect(try await phrase.clipboard() == PhrasePage.text)
      #expect(try await phrase.page.evaluate("late.length") == 1)
      try await phrase.letMinutePass()
      try await phrase.page.wait(untilTrue: "await navigator.clipboard.readText() === ''")
    }
  }

  @Test("a half-second press on a word copies the whole phrase; a shorter one does not [A-84, M-06]")
  func longPress() async throws {
    try await withWords { phrase in
      try await phrase.setClipboard("other")
      try await phrase.hold(".words li:nth-child(5)", for: .milliseconds(150))
      try await Task.sleep(for: .milliseconds(600))
      #expect(try await phrase.clipboard() == "other")
      try await phrase.hold(".words li:nth-child(5)", for: .milliseconds(700))
      try await copied(phrase)
      #expect(try await phrase.clipboard() == PhrasePage.text)
    }
  }

  @Test("a finger held on a word copies the whole phrase without opening a menu [A-84, M-06]")
  func touch() async throws {
    try await withWords { phrase in
      try await phrase.page.emulate(width: 393, height: 852, mobile: true)
      let place = try await phrase.page.evaluate(
        "(({ x, y }) => ({ x: x + 20, y: y + 20 }))(document.querySelector('.words').getBoundingClientRect())")
      try await phrase.page.cdp("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [place]])
      try await Task.sleep(for: .milliseconds(900))
      try await phrase.page.cdp("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": []])
      try await copied(phrase)
      #expect(try await phrase.clipboard() == PhrasePage.text)
    }
  }

  @Test("the context-menu key on the grid copies the whole phrase [M-06]") func contextMenuKey() async throws {
    try await withWords { phrase in
      try await phrase.page.run("document.querySelector('.words').focus()")
      try await phrase.press("ContextMenu", code: 93)
      try await copied(phrase)
      #expect(try await phrase.clipboard() == PhrasePage.text)
    }
  }

  @Test("a double click on a word selects all twelve, and copying them copies the phrase [A-85]")
  func selection() async throws {
    try await withWords { phrase in
      try await phrase.hold(".words li:nth-child(2)", clicks: 2)
      let selected = try await phrase.page.evaluate(
        "String(getSelection()).split(/\\s+/).filter((word) => word !== '')")
      #expect(selected.array?.compactMap(\.string) == PhrasePage.words)
      try await phrase.copySelection()
      try await copied(phrase)
      #expect(try await phrase.clipboard() == PhrasePage.text)
      try await phrase.letMinutePass()
      try await phrase.page.wait(untilTrue: "await navigator.clipboard.readText() === ''")
    }
  }

  @Test("the clipboard is kept while the person is in a different window [M-05]") func elsewhere() async throws {
    try await withWords { phrase in
      try await phrase.page.press("Copy")
      try await copied(phrase)
      try await phrase.page.run("original(() => { for (const task of late.splice(0)) task(); }, 1000)")
      let other = try await phrase.page.openTab()
      try await other.go(to: phrase.site.origin + "/")
      try await Task.sleep(for: .seconds(3))
      #expect(try await other.evaluate("navigator.clipboard.readText()").string == PhrasePage.text)
      #expect(try await phrase.page.evaluate("late.length") == 0)
      try await phrase.page.wait(untilTrue: "await navigator.clipboard.readText() === ''")
    }
  }

  @Test("text copied later is kept in this page and, if the page may read it, elsewhere [M-05]")
  func later() async throws {
    try await withWords { phrase in
      try await phrase.page.press("Copy")
      try await copied(phrase)
      try await phrase.setClipboard("from another program")
      try await phrase.letMinutePass()
      try await Task.sleep(for: .milliseconds(500))
      #expect(try await phrase.clipboard() == "from another program")

      try await phrase.allowClipboard(read: false)
      try await phrase.page.press("Copy")
      try await phrase.page.wait(untilTrue: "late.length === 1")
      try await phrase.page.run("getSelection().selectAllChildren(document.querySelector('[data-phrase=note]'))")
      try await phrase.copySelection()
      try await phrase.letMinutePass()
      try await Task.sleep(for: .milliseconds(500))
      try await phrase.allowClipboard()
      #expect(try await phrase.clipboard()?.hasPrefix("Copying puts all 12 words") == true)
    }
  }

  @Test("a page that may not read the clipboard clears it anyway, even with its screen gone [M-05]")
  func blind() async throws {
    try await withWords { phrase in
      try await phrase.allowClipboard(read: false)
      try await phrase.page.press("Copy")
      try await copied(phrase)
      try await phrase.page.run("forget()")
      try await phrase.letMinutePass()
      try await Task.sleep(for: .milliseconds(500))
      try await phrase.allowClipboard()
      #expect(try await phrase.clipboard() == "")
    }
  }

  @Test("if the browser forbids copying, the page says so and the clipboard is unchanged") func refused() async throws {
    try await withWords { phrase in
      try await phrase.setClipboard("other")
      try await phrase.allowClipboard(write: false)
      try await phrase.page.press("Copy")
      try await phrase.page.wait(forText: "This browser did not let us copy.")
      try await phrase.allowClipboard()
      #expect(try await phrase.clipboard() == "other")
      #expect(try await phrase.page.evaluate("late.length") == 0)
    }
  }

  /// The page asks the browser to print.
  @Test("Print prints the words on paper, with no buttons or notes [A-56]") func prints() async throws {
    try await withWords { phrase in
      try await phrase.page.press("Print")
      #expect(try await phrase.page.evaluate("prints") == 1)
      try await phrase.page.emulatePrint()
      let paper = try await phrase.page.text
      #expect(PhrasePage.words.allSatisfy(paper.contains))
      #expect(!paper.contains("Copy") && !paper.contains("Print"))
    }
  }
}
