extension Page {
  /// Presses and releases a key on the focused element.
  public func press(key: Key, holding modifiers: Key...) async throws {
    let down = modifiers + [key]
    let actions =
      down.map { ["type": "keyDown", "value": .string($0.rawValue)] as JSON }
      + down.reversed().map { ["type": "keyUp", "value": .string($0.rawValue)] as JSON }
    try await send(.post, "actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
  }

  /// The focused element; `nil` when only the page itself has the focus.
  public var focused: Element? {
    get async throws {
      try await element("return document.activeElement === document.body ? null : document.activeElement")
    }
  }
}
