import Browser
import Testing

/// The opener, loaded from a disk in a browser without a network.
struct OpenerPage {
  let page: Page

  static func with(_ file: String, _ body: (OpenerPage) async throws -> Void) async throws {
    try await withPage(PageSetup(flags: ["--host-resolver-rules=MAP * ~NOTFOUND"])) { page in
      try await page.setOffline(true)
      try await page.go(to: "file://\(file)")
      try await page.wait(untilTrue: "!document.getElementById('copy').disabled")
      try await body(OpenerPage(page: page))
    }
  }

  func choose(_ copy: String) async throws {
    try await page.find("#copy").type(copy)
    try await page.wait(untilTrue: "!document.getElementById('copy-said').hidden")
  }
  /// Types the words, each with Tab, and opens the copy.
  func open(with words: [String]) async throws {
    for (number, word) in words.enumerated() { try await page.type(word + "\u{E004}", into: "#word-\(number + 1)") }
    try await page.press("Open it")
  }
  /// Chooses the file that account recovery gave back, and opens the copy.
  func open(withFile file: String) async throws {
    try await page.find("#recovered").type(file)
    try await page.press("Open it")
  }

  /// Expects that nothing was asked of any network or kept, and that nothing can be asked.
  func expectNothingSent(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let asked = "fetch('http://latchstring.localhost/').then(() => 'sent', () => 'refused')"
    let resources = try await page.evaluate("performance.getEntriesByType('resource').length")
    #expect(resources == 0, sourceLocation: sourceLocation)
    #expect(try await page.evaluate(asked) == "refused", sourceLocation: sourceLocation)
    let kept = try await page.evaluate("[localStorage.length, document.cookie.length]")
    #expect(kept == [0, 0], sourceLocation: sourceLocation)
  }
}
