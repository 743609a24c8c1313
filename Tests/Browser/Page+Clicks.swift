extension Page {
  /// Clicks the first element that matches, once there is one.
  public func click(_ css: String) async throws {
    try await press("an element \(css) that stays", "document.querySelector(arguments[0])", .string(css))
  }

  /// Clicks the button or link that carries this label, as a person would look for it; waits until there is one to see that can be
  /// pressed.
  public func press(_ label: String, timeout: Duration = Page.patience) async throws {
    let search = """
      [...document.querySelectorAll('button, a[href], summary, input[type=submit], input[type=button], [role=button], [role=link]')]
        .find(e => e.checkVisibility() && !e.matches(':disabled')
          && [e.innerText, e.value, e.getAttribute('aria-label')].some(t => t && t.replace(/\\s+/g, ' ').trim() === arguments[0])) ?? null
      """
    try await press("a button or link “\(label)”", search, .string(label), timeout: timeout)
  }

  /// Clicks what the expression finds, once it finds something, and where a click does not arrive, finds it again.
  /// - Parameter what: What is waited for, as the failure says it.
  func press(_ what: String, _ search: String, _ arguments: JSON..., timeout: Duration = Page.patience) async throws {
    let find = Self.soon(search)
    try await wait(until: what, timeout: timeout) {
      let place = try await run(Self.aiming(find), list: arguments)
      if place.isNull { return false }
      if let hit = try await press(at: place) { return hit }
      guard let element = Element(self, try await runWithElements(find, list: arguments)) else { return false }
      try await element.clickByDriver()
      return true
    }
  }

  /// A click of the mouse at a place that `aiming` gave.
  ///
  /// - Returns: Whether the element was clicked that it aimed at; if not, no other was either. `nil` where it could not aim.
  func press(at place: JSON) async throws -> Bool? {
    guard place["x"].number != nil else { return nil }
    let mouse: JSON = [
      ["type": "pointerMove", "duration": 0, "x": place["x"], "y": place["y"]], ["type": "pointerDown", "button": 0],
      ["type": "pointerUp", "button": 0],
    ]
    try await send(.post, "actions", ["actions": [["type": "pointer", "id": "mouse", "actions": mouse]]])
    do {
      return try await run(Self.asking, place["time"]).bool ?? false
    } catch let error as BrowserError where [.webDriver("unexpected alert open"), .webDriver("no such window")].contains(error.code) {
      return true  // A dialog that stands before the page, or a window that closed itself, is what the click did.
    }
  }

  /// The element that statements find, brought into view: the point to click at and the time, `null` where they find none, and `{}` where it is covered or
  /// disabled, which is left to the driver. From then on, until it is asked whether the click came, no other element takes one: what is drawn in
  /// between does not get it.
  static func aiming(_ find: String) -> String {
    """
    const target = await (async function () { \(find) }).apply(null, arguments);
    if (!target) return null;
    const shown = () => {
      const { left, right, top, bottom } = target.getClientRects()[0] ?? new DOMRect();
      return { left: Math.max(left, 0), right: Math.min(right, innerWidth), top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight),
        isWhole: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight };
    };
    if (!shown().isWhole) target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, bottom } = shown(), x = (left + right) / 2, y = (top + bottom) / 2;
    if (target.matches(':disabled') || !target.contains(document.elementFromPoint(x, y))) return {};
    window[Symbol.for('click')]?.();
    const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    let isMine = false, wasClicked = false;
    const hear = (event) => {
      if (!event.isTrusted) return;
      const isInside = target.contains(event.target);
      if (event.type === 'pointerdown') isMine = isInside;
      // What moves away under the mouse gives its click to what is around it. A label's second click, at its field, is one more.
      if (event.type === 'click') wasClicked ||= isMine && isInside;
      if (event.type === 'click' ? wasClicked : isMine) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const kind of kinds) addEventListener(kind, hear, true);
    window[Symbol.for('click')] = () => {
      for (const kind of kinds) removeEventListener(kind, hear, true);
      delete window[Symbol.for('click')];
      return wasClicked;
    };
    return { x: Math.floor(x), y: Math.floor(y), time: performance.timeOrigin + performance.now() };
    """
  }
  /// In another document: whether somebody set out for it after it was aimed at.
  private static let asking = "return window[Symbol.for('click')]?.() ?? performance.timeOrigin >= arguments[0];"
}
