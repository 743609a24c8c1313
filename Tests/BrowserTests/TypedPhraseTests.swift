import Browser
import TestSite
import Testing

@Suite struct TypedPhraseTests {
  /// Runs a test on the fields and expects that no request is sent to the server meanwhile, so no word reaches it
  /// (G-28).
  func withFields(_ body: (PhrasePage) async throws -> Void) async throws {
    try await withPhrasePage(
      "words-entry", "window.entry = await phrase.enterWords(block, (isReady) => told.push(isReady));"
    ) { phrase in
      try await phrase.field(1).click()
      func requests() async throws -> [String] {
        try await Task.sleep(for: .milliseconds(300))  // the log has one when it has been answered
        return phrase.site.log.lines.filter { $0.contains("info request") }
      }
      let before = try await requests()
      #expect(before.contains { $0.contains("/words/english.txt") })
      try await body(phrase)
      #expect(try await requests() == before)
    }
  }
  func words(_ phrase: PhrasePage) async throws -> [String]? {
    try await phrase.page.evaluate("entry.words()").array?.compactMap(\.string)
  }

  @Test("the words are typed in twelve labelled comboboxes that no browser fills, corrects or sends")
  func fields() async throws {
    try await withFields { phrase in
      #expect(try await phrase.page.findAll(".word-entry input").count == 12)
      for number in [1, 12] {
        let field = try await phrase.field(number)
        #expect(try await field.accessibleName == "Word \(number)")
        #expect(try await field.role == "combobox")
        #expect(try await field.attribute("name") == nil)
        for (name, value) in [("autocomplete", "off"), ("autocapitalize", "none"), ("spellcheck", "false")] {
          #expect(try await field.attribute(name) == value)
        }
      }
    }
  }

  /// The phrase is typed with only the keyboard, and is ready at the twelfth word.
  @Test("A-71 A-72 G-28: first letters plus Enter, Tab or space enter the word; none is sent")
  func keyboard() async throws {
    try await withFields { phrase in
      let ends = ["\u{E007}", "\u{E004}", " "]
      for (number, word) in PhrasePage.words.enumerated() {
        #expect(try await phrase.focusedField() == "code-\(number + 1)")
        #expect(try await phrase.told() == [])
        try await phrase.type(word.prefix(4) + ends[number % 3])
        #expect(try await phrase.value(number + 1) == word)
      }
      #expect(try await phrase.told() == [true])
      #expect(try await words(phrase) == PhrasePage.words)
      #expect(try await phrase.page.findAll(".suggest").isEmpty)
      try await phrase.field(12).click()
      try await phrase.page.press(key: .enter)
      #expect(try await phrase.page.evaluate("sent") == [0], "the form went, and no word with it")
      let attributes = try await phrase.page.evaluate("document.getElementById('code').outerHTML").string ?? "legal"
      #expect(!attributes.contains("legal") && !attributes.contains("yellow"), "what is typed is in no attribute")
    }
  }

  @Test("A-71: arrows select a completion, Escape only closes the list, and a click accepts one")
  func arrows() async throws {
    try await withFields { phrase in
      func active() async throws -> String? {
        try await phrase.page.evaluate(
          "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.innerText ?? ''"
        ).string
      }
      try await phrase.type("act")
      #expect(try await active() == "", "\"act\" is a word, so Enter leaves it as it is")
      #expect(try await phrase.field(1).attribute("aria-expanded") == "true")
      try await phrase.page.press(key: .down)
      #expect(try await active() == "action")
      try await phrase.page.press(key: .up)
      #expect(try await active() == "actual")
      try await phrase.page.press(key: .down)
      try await phrase.page.press(key: .down)
      #expect(try await active() == "actor")
      try await phrase.page.press(key: .escape)
      #expect(try await phrase.field(1).attribute("aria-expanded") == "false")
      #expect(try await phrase.page.evaluate("escapes") == 0)
      try await phrase.page.press(key: .escape)
      #expect(try await phrase.page.evaluate("escapes") == 1)
      try await phrase.page.press(key: .down)
      try await phrase.page.press(key: .down)
      try await phrase.page.press(key: .down)
      try await phrase.page.press(key: .enter)
      #expect(try await phrase.value(1) == "actor")
      #expect(try await phrase.focusedField() == "code-2")
      try await phrase.type("ab")
      try await phrase.page.click("#code-2-list [role=option]:nth-child(3)")
      #expect(try await phrase.value(2) == "able")
      #expect(try await phrase.focusedField() == "code-3")
    }
  }

  @Test("leaving an unknown word asks “Did you mean: crystal?”, and one press fills it [A-98, A-99]")
  func didYouMean() async throws {
    try await withFields { phrase in
      try await phrase.type("cristal")
      #expect(try await phrase.page.findAll(".suggest").isEmpty, "not before it is left")
      try await phrase.page.press(key: .tab)
      try await phrase.page.wait(forText: "Did you mean: crystal?")
      #expect(try await phrase.page.text.contains("Word 1 is not in the list"))
      #expect(try await phrase.field(1).attribute("aria-invalid") == "true")
      #expect(try await phrase.field(1).attribute("aria-describedby") == "code-1-hint")
      try await phrase.page.wait(
        untilTrue: "document.getElementById('live').textContent.includes('Did you mean: crystal?')")
      try await phrase.type("qqqqq")
      try await phrase.page.press(key: .tab)
      try await phrase.page.wait(forText: "Word 2 is not in the list")
      #expect(try await phrase.page.findAll(".suggest button").count == 1, "nothing is near to the second word")
      try await phrase.page.press("Use crystal")
      #expect(try await phrase.value(1) == "crystal")
      #expect(try await phrase.field(1).attribute("aria-invalid") == nil)
      #expect(try await phrase.page.findAll(".suggest").count == 1)
      #expect(try await phrase.focusedField() == "code-2")
    }
  }

  @Test("a phrase pasted into any field fills all of them, even from numbered lines [G-43]", arguments: [1, 5])
  func paste(into number: Int) async throws {
    try await withFields { phrase in
      let lines = PhrasePage.words.enumerated().map { "\($0 + 1). \($1.uppercased())" }.joined(separator: "\n")
      try await phrase.setClipboard(lines)
      try await phrase.field(number).click()
      try await phrase.paste()
      #expect(try await words(phrase) == PhrasePage.words)
      #expect(try await phrase.told() == [true])
      #expect(try await phrase.page.findAll(".suggest").isEmpty)
    }
  }

  /// The page says what is wrong with a partial phrase.
  @Test("a partial phrase fills the fields from its own on; overlong text changes nothing [G-43]")
  func partPasted() async throws {
    try await withFields { phrase in
      try await phrase.setClipboard("zoo cristal able")
      try await phrase.field(3).click()
      try await phrase.paste()
      #expect(try await words(phrase) == ["", "", "zoo", "cristal", "able", "", "", "", "", "", "", ""])
      try await phrase.page.wait(forText: "Did you mean: crystal?")
      #expect(try await phrase.focusedField() == "code-1")
      try await phrase.setClipboard(PhrasePage.text + " zoo")
      try await phrase.paste()
      #expect(try await words(phrase) == ["", "", "zoo", "cristal", "able", "", "", "", "", "", "", ""])
      try await phrase.page.wait(
        untilTrue: "document.getElementById('live').textContent.startsWith('These are 13 words')")
    }
  }

  /// They need not form a valid phrase.
  @Test("A-72 A-78: any twelve listed words can be submitted, matching or not, until one is spoiled")
  func readyAndNot() async throws {
    try await withFields { phrase in
      try await phrase.setClipboard(Array(repeating: "zoo", count: 12).joined(separator: " "))
      try await phrase.paste()
      #expect(try await phrase.told() == [true])
      #expect(try await phrase.page.findAll(".suggest, [aria-invalid]").isEmpty)
      try await phrase.field(4).type("o")
      #expect(try await phrase.told() == [true, false])
      try await phrase.page.press(key: .backspace)
      #expect(try await phrase.told() == [true, false, true])
    }
  }

  @Test("after the command to forget, no word is left in the page") func forget() async throws {
    try await withFields { phrase in
      try await phrase.setClipboard(PhrasePage.text)
      try await phrase.paste()
      try await phrase.page.run("window.fields = [...document.querySelectorAll('.word-entry input')]; entry.forget();")
      #expect(try await words(phrase) == [])
      #expect(try await phrase.page.evaluate("fields.map((field) => field.value).join('')") == "")
      #expect(try await phrase.page.findAll(".word-entry input").isEmpty)
    }
  }
}
