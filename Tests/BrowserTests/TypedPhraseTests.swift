import Browser
import TestSite
import Testing

@Suite struct TypedPhraseTests {
  /// Whatever the test does: nothing is asked of the server meanwhile, so no word reaches it (G-28).
  func withFields(_ body: (PhrasePage) async throws -> Void) async throws {
    try await withPhrasePage("words-entry", "window.entry = await phrase.enterWords(block, (isReady) => told.push(isReady));") { desk in
      try await desk.field(1).click()
      func requests() async throws -> [String] {
        try await Task.sleep(for: .milliseconds(300))  // the log has one when it has been answered
        return desk.site.log.lines.filter { $0.contains("info request") }
      }
      let before = try await requests()
      #expect(before.contains { $0.contains("/words/english.txt") })
      try await body(desk)
      #expect(try await requests() == before)
    }
  }
  func words(_ desk: PhrasePage) async throws -> [String]? { try await desk.page.evaluate("entry.words()").array?.compactMap(\.string) }

  @Test("twelve labelled comboboxes, none of which a browser fills, corrects or sends") func fields() async throws {
    try await withFields { desk in
      #expect(try await desk.page.findAll(".word-entry input").count == 12)
      for number in [1, 12] {
        let field = try await desk.field(number)
        #expect(try await field.accessibleName == "Word \(number)")
        #expect(try await field.role == "combobox")
        #expect(try await field.attribute("name") == nil)
        for (name, value) in [("autocomplete", "off"), ("autocapitalize", "none"), ("spellcheck", "false")] {
          #expect(try await field.attribute(name) == value)
        }
      }
    }
  }

  @Test("A-71 A-72 G-28: by keyboard alone, a beginning and Enter, Tab or space take the word; ready at the twelfth, and no word is sent")
  func keyboard() async throws {
    try await withFields { desk in
      let ends = ["\u{E007}", "\u{E004}", " "]
      for (number, word) in PhrasePage.words.enumerated() {
        #expect(try await desk.focusedField() == "code-\(number + 1)")
        #expect(try await desk.told() == [])
        try await desk.type(word.prefix(4) + ends[number % 3])
        #expect(try await desk.value(number + 1) == word)
      }
      #expect(try await desk.told() == [true])
      #expect(try await words(desk) == PhrasePage.words)
      #expect(try await desk.page.findAll(".suggest").isEmpty)
      try await desk.field(12).click()
      try await desk.page.press(key: .enter)
      #expect(try await desk.page.evaluate("sent") == [0], "the form went, and no word with it")
      let attributes = try await desk.page.evaluate("document.getElementById('code').outerHTML").string ?? "legal"
      #expect(!attributes.contains("legal") && !attributes.contains("yellow"), "what is typed is in no attribute")
    }
  }

  @Test("A-71: arrows choose among the completions, Escape closes them and nothing else, a click takes one") func arrows() async throws {
    try await withFields { desk in
      func active() async throws -> String? {
        try await desk.page.evaluate("document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.innerText ?? ''").string
      }
      try await desk.type("act")
      #expect(try await active() == "", "\"act\" is a word, so Enter leaves it as it is")
      #expect(try await desk.field(1).attribute("aria-expanded") == "true")
      try await desk.page.press(key: .down)
      #expect(try await active() == "action")
      try await desk.page.press(key: .up)
      #expect(try await active() == "actual")
      try await desk.page.press(key: .down)
      try await desk.page.press(key: .down)
      #expect(try await active() == "actor")
      try await desk.page.press(key: .escape)
      #expect(try await desk.field(1).attribute("aria-expanded") == "false")
      #expect(try await desk.page.evaluate("escapes") == 0)
      try await desk.page.press(key: .escape)
      #expect(try await desk.page.evaluate("escapes") == 1)
      try await desk.page.press(key: .down)
      try await desk.page.press(key: .down)
      try await desk.page.press(key: .down)
      try await desk.page.press(key: .enter)
      #expect(try await desk.value(1) == "actor")
      #expect(try await desk.focusedField() == "code-2")
      try await desk.type("ab")
      try await desk.page.click("#code-2-list [role=option]:nth-child(3)")
      #expect(try await desk.value(2) == "able")
      #expect(try await desk.focusedField() == "code-3")
    }
  }

  @Test("a word that is not in the list is asked about when it is left: \"Did you mean: crystal?\", and one press fills it in [A-98, A-99]")
  func didYouMean() async throws {
    try await withFields { desk in
      try await desk.type("cristal")
      #expect(try await desk.page.findAll(".suggest").isEmpty, "not before it is left")
      try await desk.page.press(key: .tab)
      try await desk.page.wait(forText: "Did you mean: crystal?")
      #expect(try await desk.page.text.contains("Word 1 is not in the list"))
      #expect(try await desk.field(1).attribute("aria-invalid") == "true")
      #expect(try await desk.field(1).attribute("aria-describedby") == "code-1-hint")
      try await desk.page.wait(untilTrue: "document.getElementById('live').textContent.includes('Did you mean: crystal?')")
      try await desk.type("qqqqq")
      try await desk.page.press(key: .tab)
      try await desk.page.wait(forText: "Word 2 is not in the list")
      #expect(try await desk.page.findAll(".suggest button").count == 1, "nothing is near to the second word")
      try await desk.page.press("Use crystal")
      #expect(try await desk.value(1) == "crystal")
      #expect(try await desk.field(1).attribute("aria-invalid") == nil)
      #expect(try await desk.page.findAll(".suggest").count == 1)
      #expect(try await desk.focusedField() == "code-2")
    }
  }

  @Test("a phrase pasted into any field fills all of them, from lines with numbers too [G-43]", arguments: [1, 5])
  func paste(into number: Int) async throws {
    try await withFields { desk in
      let lines = PhrasePage.words.enumerated().map { "\($0 + 1). \($1.uppercased())" }.joined(separator: "\n")
      try await desk.setClipboard(lines)
      try await desk.field(number).click()
      try await desk.paste()
      #expect(try await words(desk) == PhrasePage.words)
      #expect(try await desk.told() == [true])
      #expect(try await desk.page.findAll(".suggest").isEmpty)
    }
  }

  @Test("part of a phrase goes on from its field, with a word about what is wrong in it; too long a text changes nothing [G-43]")
  func partPasted() async throws {
    try await withFields { desk in
      try await desk.setClipboard("zoo cristal able")
      try await desk.field(3).click()
      try await desk.paste()
      #expect(try await words(desk) == ["", "", "zoo", "cristal", "able", "", "", "", "", "", "", ""])
      try await desk.page.wait(forText: "Did you mean: crystal?")
      #expect(try await desk.focusedField() == "code-1")
      try await desk.setClipboard(PhrasePage.text + " zoo")
      try await desk.paste()
      #expect(try await words(desk) == ["", "", "zoo", "cristal", "able", "", "", "", "", "", "", ""])
      try await desk.page.wait(untilTrue: "document.getElementById('live').textContent.startsWith('These are 13 words')")
    }
  }

  @Test("A-72 A-78: twelve words of the list are ready whether or not they belong together, and one that is spoiled ends it")
  func readyAndNot() async throws {
    try await withFields { desk in
      try await desk.setClipboard(Array(repeating: "zoo", count: 12).joined(separator: " "))
      try await desk.paste()
      #expect(try await desk.told() == [true])
      #expect(try await desk.page.findAll(".suggest, [aria-invalid]").isEmpty)
      try await desk.field(4).type("o")
      #expect(try await desk.told() == [true, false])
      try await desk.page.press(key: .backspace)
      #expect(try await desk.told() == [true, false, true])
    }
  }

  @Test("when the page is told to forget, no word is left in it") func forget() async throws {
    try await withFields { desk in
      try await desk.setClipboard(PhrasePage.text)
      try await desk.paste()
      try await desk.page.run("window.fields = [...document.querySelectorAll('.word-entry input')]; entry.forget();")
      #expect(try await words(desk) == [])
      #expect(try await desk.page.evaluate("fields.map((field) => field.value).join('')") == "")
      #expect(try await desk.page.findAll(".word-entry input").isEmpty)
    }
  }
}
