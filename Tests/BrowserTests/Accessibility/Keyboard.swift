import Browser
import Testing

/// A person with a keyboard and no mouse. Every element that they reach must visibly have the focus.
struct Keyboard {
  let page: Page

  /// Moves with Tab, or back with Shift+Tab, to the element with this name.
  func go(to name: String, back: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    if try await page.evaluate(Self.name).string == name { return }
    for _ in 0..<40 {
      if back { try await page.press(key: .tab, holding: .shift) } else { try await page.press(key: .tab) }
      try await expectVisibleFocus(sourceLocation)
      if try await page.evaluate(Self.name).string == name { return }
    }
    Issue.record("Tab never came to “\(name)”", sourceLocation: sourceLocation)
  }

  func press(
    _ name: String, with key: Key = .enter, back: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await go(to: name, back: back, sourceLocation: sourceLocation)
    try await page.press(key: key)
  }

  /// Types into the focused element.
  func type(_ text: String) async throws { try await page.focused?.type(text) }

  /// Waits for a screen, and for the focus to be where reading continues: its sentence, or its empty field.
  func arrive(
    at text: String, focusOn name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await page.wait(forText: text)
    try await page.wait(until: "the focus on “\(name ?? text)”") {
      try await page.evaluate(Self.name).string == name ?? text
    }
    try await expectVisibleFocus(sourceLocation)
  }

  /// Presses "Tap again" until the page shows one of the texts, waiting twice as long each time.
  func tapAgain(until texts: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for looks in [4, 8, 16, 32, 64, 128] {
      if try await page.shows(anyOf: texts) { return }
      guard
        let again = try await page.evaluate("document.querySelector('button.button[value$=tapAgain]')?.innerText")
          .string
      else { continue }
      try await press(again, sourceLocation: sourceLocation)
      for _ in 0..<looks where try await page.shows(anyOf: texts) { return }
    }
    Issue.record("no tap led to \(texts)", sourceLocation: sourceLocation)
  }

  /// Expects that the focus is visible, and that no bar hides the focused element.
  private func expectVisibleFocus(_ sourceLocation: SourceLocation) async throws {
    let problem = try await page.run(Self.lookForFocus).string ?? ""
    #expect(problem.isEmpty, "\(problem)", sourceLocation: sourceLocation)
  }

  private static let name = """
    ((e) => !e || e === document.body ? '' : (e.getAttribute('aria-label') ?? e.labels?.[0]?.innerText ?? e.innerText)
      .replace(/\\s+/g, ' ').trim())
      (document.activeElement)
    """
  private static let lookForFocus = """
    const e = document.activeElement;
    if (!e || e === document.body) return '';
    const name = e.outerHTML.slice(0, 120);
    // The boxes of a PIN draw the focus of the field that covers them.
    const drawn = [e, ...(e.closest('.pin')?.querySelectorAll('span') ?? [])].map((one) => getComputedStyle(one));
    const ring = drawn.find((one) => one.outlineStyle !== 'none') ?? drawn[0];
    // Text that only has to be read cannot be pressed, and gets no ring.
    if (e.tabIndex < 0) { if (!e.matches('h1, p.say')) return `nothing to read at ${name}`; }
    else if (ring.outlineStyle === 'none' || parseFloat(ring.outlineWidth) < 2) return `no focus is seen on ${name}`;
    const { left, top, right, bottom } = e.getBoundingClientRect();
    const places = [[(left + right) / 2, (top + bottom) / 2], [left + 4, top + 4], [right - 4, top + 4],
      [left + 4, bottom - 4], [right - 4, bottom - 4]];
    const isSeen = places.some(([x, y]) => {
      const at = document.elementFromPoint(x, y);
      return at && e.contains(at);
    });
    return isSeen ? '' : `something covers ${name}`;
    """
}
