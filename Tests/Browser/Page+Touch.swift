extension Page {
  /// Puts one finger down in the middle of the page, `top` px below its upper edge, drags it and lifts it. The page
  /// must `emulate` a phone.
  public func swipeDown(from top: Double, by distance: Double, aside: Double = 0) async throws {
    let steps = 6.0
    func touch(_ kind: String, _ part: Double?) async throws {
      let points = part.map { [["x": .number(196 + aside * $0), "y": .number(top + distance * $0)] as JSON] } ?? []
      try await cdp("Input.dispatchTouchEvent", ["type": .string(kind), "touchPoints": .array(points)])
    }
    try await touch("touchStart", 0)
    for step in stride(from: 1, through: steps, by: 1) { try await touch("touchMove", step / steps) }
    try await touch("touchEnd", nil)
  }
}
