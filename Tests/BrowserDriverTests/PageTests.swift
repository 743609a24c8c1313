import Browser
import Foundation
import Testing

@Suite("A page in the real Chromium")
struct PageTests {
  @Test("loads, shows its text, and can be clicked")
  func click() async throws {
    try await withTestPage { page in
      #expect(try await page.title == "A page")
      #expect(try await page.text.contains("Go on"))
      #expect(try await page.text.contains("not to be seen") == false)
      #expect(try await page.find("#secret").attribute("hidden") == "true")
      #expect(try await page.find("#secret").text == "")
      try await page.run("document.getElementById('go').style.opacity = 0")  // as if beginning to fade in
      #expect(try await page.find("#go").text == "Go on")
      #expect(try await page.find("#go").accessibleName == "Go on")
      #expect(try await page.find("#go").role == "button")
      try await page.click("#go")
      try await page.wait(forText: "clicked")
      try await page.reload()
      #expect(try await page.find("#out").text == "")
      try await page.press("Go on")
      try await page.wait(untilTrue: "document.getElementById('out').textContent === 'clicked'")
    }
  }

  @Test("a click relocates its element and never hits one that has moved under the mouse")
  func moved() async throws {
    try await withTestPage { page in
      let slide = """
        const go = document.getElementById('go'), other = document.createElement('button');
        [window.clicked, other.textContent] = [[], 'Another button'];
        for (const one of [go, other]) one.addEventListener('click', () => clicked.push(one.textContent));
        addEventListener('pointermove', () => go.before(other), { once: true });
        """
      try await page.run(slide)
      try await page.press("Go on")
      let clicked = try await page.evaluate("clicked")
      #expect(clicked == ["Go on"])
      try await page.reload()
      try await page.run(slide)
      try await page.find("#go").click()
      let again = try await page.evaluate("clicked")
      #expect(again == ["Go on"])
    }
  }

  @Test("a click returns once its page has loaded, and names any element that covers its target")
  func arrived() async throws {
    let server = try PageServer.shared.get()
    try await withTestPage { page in
      try await page.run(
        "document.getElementById('act').onclick = () => { location.href = arguments[0]; }",
        .string(server.url("/second")))
      try await page.press("Act")
      try await page.wait(untilTrue: "location.pathname === '/second'")
      try await page.run(
        "document.body.insertAdjacentHTML('beforeend', '<div id=cover style=\"position: fixed; inset: 0\"></div>')")
      let error = await #expect(throws: BrowserError.self) { try await page.find("#go").click() }
      #expect(error?.code == .webDriver("element click intercepted") && error?.message.contains("cover") == true)
    }
  }

  @Test("pressing a button that closes its own window counts as pressed")
  func closing() async throws {
    let server = try PageServer.shared.get()
    try await withTestPage { page in
      for later in 0..<20 {
        try await page.run("window.open(arguments[0])", .string(server.url()))
        let other = try #require(try await page.tabs().first { $0 != page })
        try await other.wait(untilTrue: "document.getElementById('go')")
        try await other.run(
          "document.getElementById('go').addEventListener('click', () => setTimeout(close, arguments[0]))",
          .number(Double(later)))
        try await other.press("Go on")
        try await page.wait(until: "the window to close itself") { try await page.tabs() == [page] }
      }
    }
  }

  @Test("with scripts disabled, one press presses only once")
  func withoutScripts() async throws {
    try await withTestPage { page in
      try await page.run(
        "document.body.insertAdjacentHTML('beforeend', '<details><summary>More</summary>It is.</details>')")
      try await page.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
      try await page.press("More")
      #expect(try await page.evaluate("document.querySelector('details').open") == true)
    }
  }

  @Test("accepts typing and keys, and reports where the focus is")
  func keys() async throws {
    try await withTestPage { page in
      try await page.type("Róbin", into: "#name")
      #expect(try await page.find("#name").property("value") == "Róbin")
      try await page.press(key: .tab)
      #expect(try await page.focused?.attribute("id") == "act")
      try await page.press(key: .tab, holding: .shift)
      try await page.press(key: .tab, holding: .shift)
      #expect(try await page.focused?.attribute("id") == "go")
      try await page.press(key: .enter)
      try await page.wait(forText: "clicked")
      try await page.run("window.keys = []; addEventListener('keydown', (event) => keys.push(event.key))")
      try await page.press(key: .escape)
      #expect(try await page.evaluate("keys") == ["Escape"])
    }
  }

  @Test("values pass through scripts unchanged, promises are awaited, errors are thrown")
  func scripts() async throws {
    try await withTestPage { page in
      let value: JSON = ["text": "“ü” 🐔", "list": [1, 2.5, nil, true], "nested": ["empty": [:]]]
      let back = try await page.evaluate("arguments[0]", value)
      #expect(back == value)
      #expect(try await page.evaluate("Promise.resolve(7)").int == 7)
      #expect(try await page.run("const n = await 3; return n + arguments[0]", 4).int == 7)
      await #expect(throws: BrowserError(.webDriver("javascript error"), "")) {
        try await page.evaluate("nothing.at.all")
      }
    }
  }

  @Test("a wait that times out reports what the page showed")
  func waiting() async throws {
    try await withTestPage { page in
      let error = await #expect(throws: BrowserError.self) {
        try await page.find("#absent", timeout: .milliseconds(200))
      }
      #expect(error?.code == .timeout)
      #expect(error?.message.contains("#absent") == true && error?.message.contains("Go on") == true)
    }
  }

  @Test("navigates back and reads HttpOnly cookies, which do not appear in the next browser")
  func cookies() async throws {
    let server = try PageServer.shared.get()
    try await withTestPage { page in
      try await page.setCookie("left", "over")
      #expect(try await page.cookie("seen")?.isHTTPOnly == true)
      try await page.go(to: server.url("/second"))
      #expect(try await page.cookies().map(\.name).sorted() == ["left", "seen"])
      try await page.back()
      #expect(try await page.url == server.url())
    }
    try await withTestPage { (page) async throws in
      #expect(try await page.cookie("left") == nil)
    }
  }

  @Test("a second tab shares the cookies, and comes to the front when it is used")
  func tabs() async throws {
    let server = try PageServer.shared.get()
    try await withTestPage { first in
      try await first.setCookie("shared", "1")
      let second = try await first.openTab()
      try await second.go(to: server.url("/second"))
      #expect(try await second.cookie("shared")?.value == "1")
      #expect(try await second.evaluate("document.hasFocus()") == true)
      #expect(try await first.url == server.url())
      #expect(try await first.evaluate("document.hasFocus()") == true)
      #expect(try await first.tabs().count == 2)
      try await second.close()
      #expect(try await first.tabs() == [first])
    }
  }
}
