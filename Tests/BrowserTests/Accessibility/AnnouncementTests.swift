import Browser
import Person
import TestSite
import Testing

/// The words that a screen reader reads, and their order.
@Suite struct AnnouncementTests {
  func expectAnnounced(_ sentence: String, _ page: Page) async throws {
    try await page.wait(until: "“\(sentence)” in the live region") {
      try await page.evaluate("document.querySelector('#live[aria-live=polite]').textContent").string == sentence
    }
  }

  /// The role and name of everything that a screen reader reaches, in reading order.
  func readAloud(_ page: Page) async throws -> [[String]] {
    let nodes = try await page.cdp("Accessibility.getFullAXTree")["nodes"].array ?? []
    func walk(_ id: JSON) -> [[String]] {
      guard let node = nodes.first(where: { $0["nodeId"] == id }) else { return [] }
      let own =
        node["ignored"].bool == true ? [] : [[node["role"]["value"].string ?? "", node["name"]["value"].string ?? ""]]
      return own + (node["childIds"].array ?? []).flatMap(walk)
    }
    return nodes.first.map { walk($0["nodeId"]) } ?? []
  }

  @Test("A-87 A-93: step header, status and action are read aloud in this order, but no pulse is")
  func order() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.waitForKey()
      try await expectAnnounced("Waiting for key…", page)
      let names = try await readAloud(page)
      let header = names.firstIndex { $0[0] == "StaticText" && $0[1].hasPrefix("1 of 4 ·") }
      let status = names.firstIndex(of: ["StaticText", "Waiting for key…"])
      let action = names.firstIndex(of: ["button", "Ask for the key again"])
      let places = [header, status, action].compactMap(\.self)
      #expect(places.count == 3 && places == places.sorted(), "\(names)")
      #expect(
        names.filter { $0[0] == "heading" }.first == [
          "heading", "Put your key in a USB port. Touch it when it lights up.",
        ], "\(names)")
      #expect(!names.contains { $0[0] == "image" || $0[0] == "graphics-document" || $0[0] == "img" }, "\(names)")
      #expect(
        try await page.evaluate("document.querySelector('.rings').closest('[aria-hidden=true]') !== null") == true)
    }
  }

  @Test("A-94: reading a key is announced, and focus moves to the field for the key's name")
  func detected() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.tap(ring.yellow, until: "Name this key")
      try await expectAnnounced("Key detected. Name field below.", page)
      #expect(try await page.evaluate("document.activeElement.id") == "name")
    }
  }

  /// The detector's status remains on the screen as text.
  @Test("A-95 A-100: with reduced motion, no ring expands and a read key fades in once")
  func motion() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      let rings =
        "[...document.querySelectorAll('.rings i')].filter((e) => getComputedStyle(e).animationName !== 'none').length"
      let seen = "[...document.querySelectorAll('.rings i')].filter((e) => getComputedStyle(e).opacity !== '0').length"
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.waitForKey()
      #expect(try await page.evaluate(rings) == 0, "A-100: while the browser asks, it alone asks")
      try await page.run("document.querySelector('.detector').classList.remove('is-paused')")
      #expect(try await page.evaluate(rings) == 3)
      try await page.emulateMedia(reducedMotion: true)
      #expect(try await page.evaluate(rings) == 0)
      #expect(try await page.evaluate(seen) == 0)
      #expect(try await page.find(".detector-status").text == "Waiting for key…")
      try await ring.tap(ring.yellow, until: "Name this key")
      let fade = try await page.evaluate(
        "(({ animationName, animationIterationCount }) => [animationName, animationIterationCount])"
          + "(getComputedStyle(document.querySelector('.detector-ring')))")
      #expect(fade == ["arrive", "1"])
    }
  }
}
