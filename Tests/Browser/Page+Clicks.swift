extension Page {
  /// Clicks the first matching element, once there is one.
  public func click(_ css: String) async throws {
    try await press("an element \(css) that stays", "document.querySelector(arguments[0])", .string(css))
  }

  /// Clicks the button or link with this label, as a person would look for it; waits until one is visible and enabled.
  public func press(_ label: String, timeout: Duration = Page.patience) async throws {
    let search = """
      [...document.querySelectorAll(
        'button, a[href], summary, input[type=submit], input[type=button], [role=button], [role=link]')]
        .find(e => e.checkVisibility() && !e.matches(':disabled')
          && [e.innerText, e.value, e.getAttribute('aria-label'), e.querySelector('b')?.innerText]
            .some(t => t && t.replace(/\\s+/g, ' ').trim() === arguments[0])) ?? null
      """
    try await press("a button or link “\(label)”", search, .string(label), timeout: timeout)
  }

  /// Clicks the element that the expression finds, once there is one; if a click does not arrive, finds it again.
  /// - Parameter what: The thing waited for, as named in the failure.
  func press(_ what: String, _ search: String, _ arguments: JSON..., timeout: Duration = Page.patience) async throws {
    let find = Self.soon("(\(tools.isReadyToPress)) && (\(search)) || null")
    try await wait(until: what, timeout: timeout) {
      let place = try await run(Self.aiming(find), list: arguments)
      if place.isNull { return false }
      if let hit = try await press(at: place) { return hit }
      guard let element = Element(self, try await runWithElements(find, list: arguments)) else { return false }
      try await element.clickByDriver()
      return true
    }
  }

  /// Presses the mouse at one point of the page and releases it at another, each given as `x` and `y` in whole CSS px.
  public func drag(from start: JSON, to end: JSON) async throws {
    func move(_ point: JSON) -> JSON { ["type": "pointerMove", "duration": 0, "x": point["x"], "y": point["y"]] }
    let steps: JSON = [
      move(start), ["type": "pointerDown", "button": 0], move(end), ["type": "pointerUp", "button": 0],
    ]
    try await send(.post, "actions", ["actions": [["type": "pointer", "id": "mouse", "actions": steps]]])
  }

  /// Clicks the mouse at a place returned by `aiming`.
  ///
  /// - Returns: `true` if the intended element was clicked; `false` if no element was clicked. `nil` if aiming was
  ///   impossible.
  func press(at place: JSON) async throws -> Bool? {
    guard place["x"].number != nil else { return nil }
    try await drag(from: place, to: place)
    var hasArrived = false
    do {
      // A document being unloaded does not answer; the next one is asked, and nothing is pressed twice.
      try await wait(until: "word of a click") {
        guard let answer = try await run(Self.asking, place["time"]).bool else { return false }
        hasArrived = answer
        return true
      }
    } catch let error as BrowserError
      where [.webDriver("unexpected alert open"), .webDriver("no such window")].contains(error.code)
    {
      return true  // a dialog over the page, or a window that closed itself, is the click's result
    }
    return hasArrived
  }

  /// A script that brings the element found by statements into view. It returns the point to click and the time, `null`
  /// if they find none, and `{}` if the click is left to the driver: the element is covered or disabled, or nothing can
  /// observe a click. Until the script is asked whether the click arrived, no other element receives one, not even one
  /// drawn meanwhile.
  static func aiming(_ find: String) -> String {
    """
    const target = await (async function () { \(find) }).apply(null, arguments);
    if (!target) return null;
    const shown = () => {
      const { left, right, top, bottom } = target.getClientRects()[0] ?? new DOMRect();
      return { left: Math.max(left, 0), right: Math.min(right, innerWidth),
        top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight),
        isWhole: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight };
    };
    if (!shown().isWhole) target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, bottom } = shown(), x = (left + right) / 2, y = (top + bottom) / 2;
    let isHeard = false;  // not in a page whose scripts are switched off
    addEventListener('aimed', () => { isHeard = true; }, { once: true });
    dispatchEvent(new Event('aimed'));
    if (!isHeard || target.matches(':disabled') || !target.contains(document.elementFromPoint(x, y))) return {};
    window[Symbol.for('click')]?.();
    const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    let isMine = false, wasClicked = false;
    const hear = (event) => {
      if (!event.isTrusted) return;
      const isInside = target.contains(event.target);
      if (event.type === 'pointerdown') isMine = isInside;
      // If an element moves away under the mouse, its surroundings receive the click. A label's second click, at its
      // field, counts separately.
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
  /// In a different document, this is true if the navigation to it began after the aiming.
  private static let asking = "return window[Symbol.for('click')]?.() ?? performance.timeOrigin >= arguments[0];"
}
