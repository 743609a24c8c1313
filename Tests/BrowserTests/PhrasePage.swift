import Browser
import Foundation
import TestSite
import Testing

/// A page of the site that contains one of the phrase's blocks, as drawn by its template, inside a form with a button
/// "Go on".
///
/// The minute before a copy is cleared passes on the test's command.
struct PhrasePage {
  static let words = "legal winner thank year wave sausage worth useful legal winner thank yellow".split(separator: " ")
    .map(String.init)
  static let text = words.joined(separator: " ")

  let page: Page
  let site: TestSite

  /// The notifications from `enterWords`: `[true]` after the last word, `[true, false]` once one has been spoiled
  /// again.
  func told() async throws -> JSON { try await page.evaluate("told") }
  func clipboard() async throws -> String? { try await page.evaluate("navigator.clipboard.readText()").string }
  func setClipboard(_ text: String) async throws {
    try await page.run("await navigator.clipboard.writeText(arguments[0])", .string(text))
  }

  /// Lets the page read and write the clipboard without a prompt, or only write, or neither.
  func allowClipboard(read: Bool = true, write: Bool = true) async throws {
    for (name, isAllowed) in [("clipboard-read", read), ("clipboard-write", write)] {
      try await page.cdp(
        "Browser.setPermission",
        [
          "permission": ["name": .string(name)], "setting": isAllowed ? "granted" : "denied",
          "origin": .string(site.origin),
        ])
    }
  }

  func letMinutePass() async throws { try await page.run("for (const task of late.splice(0)) task();") }

  /// Presses a key together with the browser's command for it, for keys without a WebDriver name.
  func press(_ key: String, code: Int, command: String? = nil) async throws {
    var event: [String: JSON] = [
      "type": "rawKeyDown", "key": .string(key), "windowsVirtualKeyCode": .number(Double(code)),
    ]
    if let command { event["commands"] = [.string(command)] }
    try await page.cdp("Input.dispatchKeyEvent", .object(event))
    event["type"] = "keyUp"
    event["commands"] = nil
    try await page.cdp("Input.dispatchKeyEvent", .object(event))
  }
  func paste() async throws { try await press("v", code: 86, command: "paste") }
  func copySelection() async throws { try await press("c", code: 67, command: "copy") }

  /// Presses the mouse button in the middle of an element and releases it later.
  func hold(_ css: String, for duration: Duration = .zero, clicks: Int = 1) async throws {
    let place = try await page.evaluate(
      """
      (({ x, y, width, height }) => [x + width / 2, y + height / 2])(
        document.querySelector(arguments[0]).getBoundingClientRect())
      """,
      .string(css))
    for click in 1...clicks {
      for type in ["mousePressed", "mouseReleased"] {
        try await page.cdp(
          "Input.dispatchMouseEvent",
          ["type": .string(type), "x": place[0], "y": place[1], "button": "left", "clickCount": .number(Double(click))])
        if type == "mousePressed" { try await Task.sleep(for: duration) }
      }
    }
  }

  func field(_ number: Int) async throws -> Element { try await page.find("#code-\(number)") }
  func value(_ number: Int) async throws -> String? { try await field(number).property("value").string }
  /// Types into the focused element.
  func type(_ text: String) async throws { try await page.focused?.type(text) }
  /// The number of the focused field.
  func focusedField() async throws -> String? { try await page.focused?.attribute("id") }
}

/// - Parameter block: the template's name.
/// - Parameter start: the script that uses it, with `phrase` as the module and `block` as the element.
func withPhrasePage(_ block: String, _ start: String, _ body: (PhrasePage) async throws -> Void) async throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Sources/WebSurface/Templates/blocks/\(block).mustache")
  let template = try String(contentsOf: file, encoding: .utf8)
  let drawn = template.replacing("{{id}}", with: "code").replacing("{{label}}", with: "Your recovery code, 12 words")
    .replacing("{{#say}}", with: "").replacing("{{/say}}", with: "")
  try await withSite { site in
    try await withPage { page in
      let phrase = PhrasePage(page: page, site: site)
      try await page.go(to: site.origin + "/lab")
      try await phrase.allowClipboard()
      try await page.run(
        """
        document.querySelector('main').innerHTML =
          `<form class="column" id="step">${arguments[0]}<button class="button">Go on</button></form>`;
        Object.assign(window, { late: [], told: [], sent: [], escapes: 0, prints: 0, original: setTimeout });
        window.setTimeout = (task, delay, ...rest) => delay === 60_000 ? late.push(task)
          : original(task, delay, ...rest);
        window.print = () => { prints++; };
        document.addEventListener('keydown', (event) => { if (event.key === 'Escape') escapes++; });
        document.querySelector('form').addEventListener('submit', (event) => {
          event.preventDefault();
          sent.push([...new FormData(event.target, event.submitter)].length);
        });
        const phrase = await \(ours("phrase.js")), block = document.getElementById('code'),
          words = arguments[1];
        \(start)
        """, .string(drawn), .array(PhrasePage.words.map(JSON.string)))
      try await body(phrase)
      try await page.expectQuietConsole()
    }
  }
}
