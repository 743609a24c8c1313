extension Page {
  /// Puts one finger down in the middle of the page, `top` px below its upper edge, drags it and lifts it. The page
  /// must `emulate` a phone.
  public func swipeDown(from top: Double, by distance: Double, aside: Double = 0) async throws {
    let steps = 6.0
    func touch(_ kind: TouchKind, _ part: Double) async throws {
      try await tools.touch(kind, x: 196 + aside * part, y: top + distance * part)
    }
    try await touch(.start, 0)
    for step in stride(from: 1, through: steps, by: 1) { try await touch(.move, step / steps) }
    try await touch(.end, 1)
  }
}
