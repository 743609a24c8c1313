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

  /// Clicks what the expression finds, once it finds something. Where the page was drawn anew meanwhile, it is looked for again.
  public func press(_ what: String, _ search: String, _ arguments: JSON..., timeout: Duration = Page.patience) async throws {
    let find = Self.soon(search)
    try await wait(until: what, timeout: timeout) {
      let place = try await run(Self.aiming(find), .array(arguments))
      if place.isNull { return false }
      if let hit = try await press(at: place) { return hit }
      guard let element = Element(self, try await runWithElements(find, .array(arguments))) else { return false }
      try await element.clickByDriver()
      return true
    }
  }

  /// A click of the mouse at a place that `aiming` gave.
  ///
  /// - Returns: Whether the element was clicked that it aimed at; if not, no other was either. `nil` where it could not aim.
  func press(at place: JSON) async throws -> Bool? {
    guard place["x"].number != nil else { return nil }
    for (event, button, count) in [("mouseMoved", "none", 0), ("mousePressed", "left", 1), ("mouseReleased", "left", 1)] {
      try await cdp(
        "Input.dispatchMouseEvent",
        ["type": .string(event), "x": place["x"], "y": place["y"], "button": .string(button), "clickCount": .number(Double(count))])
    }
    // Where the document is gone, or a dialog stands before it, that is what the click did.
    guard let hit = try? await run(Self.asking) else { return true }
    return hit.bool ?? true
  }

  /// The element that statements find, brought into view: the point to click at, and `null` where they find none. From then on, until it is asked
  /// whether the click came, no other element takes one: what is drawn in between does not get it.
  ///
  /// What is covered or disabled is left to the driver, which says what is in the way.
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
    const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    let isMine = false, wasClicked = false;
    const hear = (event) => {
      if (event.type === 'pointerdown') isMine = target.contains(event.target);
      if (event.type === 'click') wasClicked ||= target.contains(event.target);
      if (isMine) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const kind of kinds) addEventListener(kind, hear, true);
    window[Symbol.for('click')] = () => {
      for (const kind of kinds) removeEventListener(kind, hear, true);
      delete window[Symbol.for('click')];
      return wasClicked;
    };
    return { x, y };
    """
  }
  private static let asking = "return window[Symbol.for('click')]?.() ?? null;"
}
