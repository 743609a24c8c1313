import Browser
import Foundation
import TestSite
import Person
import Testing

/// The recovery code wherever it appears: on the clipboard, on paper, and on the screen where it is typed again.
@Suite struct SavedCodeTests {
  /// Lets the minute pass on the test's command, and counts the presses of Print.
  private static let script = """
    window.late = [];
    window.original = setTimeout.bind(window);
    window.setTimeout = (task, delay, ...rest) => delay === 60_000 ? late.push(task) : original(task, delay, ...rest);
    window.prints = 0;
    window.print = () => { prints++; };
    """

  private func atStep4(_ body: (KeyRing, PhrasePage, [String]) async throws -> Void) async throws {
    try await withKeyRing(script: Self.script) { ring in
      let shown = PhrasePage(page: ring.page, site: ring.site)
      try await shown.allowClipboard()
      try await ring.register()
      try await ring.enrollBoth()
      try await ring.test()
      let words = try await ring.words()
      try await ring.page.wait(forText: "4 of 4")
      try await ring.page.run(
        "document.querySelector('ol.words').scrollIntoView({ block: 'center', behavior: 'instant' })")
      try await body(ring, shown, words)
    }
  }
  private func requests(_ site: TestSite) async throws -> [String] {
    try await Task.sleep(for: .milliseconds(300))  // the log has one when it has been answered
    return site.log.lines.filter { $0.contains("info request") }
  }

  /// A button, a long press, a key or a selection copies the whole phrase. The clipboard is cleared after a minute, and
  /// the phrase prints on one page.
  @Test("A-55 A-84 A-85 G-16 M-04 M-05 M-06: step 4 copies, clears and prints the phrase")
  func shown() async throws {
    try await atStep4 { ring, shown, words in
      let page = ring.page, phrase = words.joined(separator: " "), before = try await requests(ring.site)
      func expectCopied(_ how: String) async throws {
        try await page.wait(until: "\(how) copies the phrase") { try await shown.clipboard() == phrase }
        #expect(try await page.evaluate("late.length") == 1, "\(how): it is taken back")
        try await shown.letMinutePass()
        try await page.wait(untilTrue: "await navigator.clipboard.readText() === ''")
      }
      let note = try await page.find("[data-phrase=note]")
      #expect(try await note.isDisplayed)
      let says = try await note.text
      #expect(
        says.contains("We clear it after 60 seconds if this page stays in front")
          && says.contains("We can't guarantee that"))

      try await page.press("Copy")
      try await expectCopied("the button")
      try await shown.setClipboard("other")
      try await shown.hold("ol.words li:nth-child(5)", for: .milliseconds(300))
      try await Task.sleep(for: .milliseconds(400))
      #expect(try await shown.clipboard() == "other", "a short press copies nothing")
      try await shown.hold("ol.words li:nth-child(5)", for: .milliseconds(650))
      try await expectCopied("a long press on a word")
      try await page.run("document.querySelector('ol.words').focus()")
      try await shown.press("ContextMenu", code: 93)
      try await expectCopied("the context-menu key")
      try await shown.hold("ol.words li:nth-child(2)", clicks: 2)
      let selected = try await page.evaluate("String(getSelection()).split(/\\s+/).filter((word) => word !== '')")
      #expect(selected.array?.compactMap(\.string) == words, "A-85: one word cannot be taken out")
      try await shown.copySelection()
      try await expectCopied("a selection")
      #expect(try await page.findAll("ol.words button, ol.words a, ol.words [role=button]").isEmpty)

      try await page.press("Copy")
      try await page.wait(untilTrue: "late.length === 1")
      try await page.run("original(() => { for (const task of late.splice(0)) task(); }, 500)")
      let other = try await page.openTab()
      try await other.go(to: ring.site.origin + "/")
      try await Task.sleep(for: .seconds(1))
      #expect(
        try await other.evaluate("navigator.clipboard.readText()").string == phrase, "M-05: nobody looks at the page")
      #expect(try await page.evaluate("late.length") == 0)
      try await page.wait(untilTrue: "await navigator.clipboard.readText() === ''")

      let asked = try await requests(ring.site)
      try await page.press("Print")
      #expect(try await page.evaluate("prints") == 1)
      let paper = try await page.cdp(
        "Page.printToPDF", ["paperWidth": 8.27, "paperHeight": 11.69, "preferCSSPageSize": true])
      let document = String(
        decoding: try #require(Data(base64Encoded: paper["data"].string ?? "")), as: Unicode.ASCII.self)
      #expect(document.matches(of: /\/Type ?\/Page\b/).count == 1, "one sheet of A4")
      #expect(try await requests(ring.site) == asked, "paper is made in the browser")
      #expect(
        asked.filter { !before.contains($0) }.allSatisfy { !$0.contains("/flow/") },
        "copying asks nothing of the server")
    }
  }

  @Test("G-42: a numbered recovery kit is printed, but no other sheet with the twelve words")
  func paper() async throws {
    try await atStep4 { ring, _, words in
      try await ring.page.emulatePrint()
      let printed = try await ring.page.evaluate("document.querySelector('main').innerText").string ?? ""
      #expect(
        printed.contains("Recovery kit no. 1") && printed.contains("Kit number") && words.allSatisfy(printed.contains))
      #expect(printed.contains("Add a new key when you are asked."))
      // “card” may be one of the words.
      let sentences = words.reduce(printed.lowercased()) { $0.replacing($1, with: "") }
      #expect(!sentences.contains("card"), "\(sentences)")
    }
  }

  /// It asks about one word at a time, and keeps what is typed to itself.
  @Test("A-98 G-28 G-42: the form says which paper it needs, and asks “Did you mean” for each word")
  func entry() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.getBackIn(with: "My twelve words", on: visit.site)
      try await page.click("#words-1")
      try await page.wait(
        forText:
          """
          Those of your recovery kit, numbered 1 to 12. A smart card's backup phrase is another paper, with \
          other words.
          """
      )
      #expect(try await page.find(".top-title").text == "Recovery code")
      #expect(try await page.find(".word-entry").accessibleName == "Recovery code, 12 words")
      let fetched = "performance.getEntriesByType('resource').length"
      let before = try await requests(visit.site), resources = try await page.evaluate(fetched)
      try await page.focused?.type("cristal")
      #expect(try await page.findAll(".suggest").isEmpty, "not before the word is left")
      try await page.press(key: .tab)
      try await page.wait(forText: "Did you mean: crystal?")
      try await page.focused?.type("qqqqq")
      try await page.press(key: .tab)
      try await page.wait(forText: "Word 2 is not in the list")
      let (hints, uses) = (try await page.findAll(".suggest").count, try await page.findAll(".suggest button").count)
      #expect(hints == 2 && uses == 1, "each word by itself")
      try await page.press("Use crystal")
      #expect(try await page.find("#words-1").property("value") == "crystal")
      #expect(try await page.find("main .is-primary").isEnabled == false)
      #expect(try await requests(visit.site) == before, "nothing leaves the page")
      #expect(try await page.evaluate(fetched) == resources, "nor for another site")
    }
  }
}
