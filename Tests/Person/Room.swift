import Browser

/// A room of Settings, as a person knows it by its address.
public enum Room: String, CaseIterable, Sendable {
  case keys, recovery, card, password, devices, activity

  public var path: String { "/settings/" + rawValue }
  /// The rooms of an account on a site where no card can be used.
  public static let withoutCard = allCases.filter { $0 != .card }
}

extension Page {
  /// Goes to a room from any page of the site.
  public func enter(_ room: Room) async throws {
    try await go(to: (evaluate("location.origin").string ?? "") + room.path)
  }

  /// Waits until the page is a room.
  public func isIn(_ room: Room) async throws {
    try await wait(untilTrue: "location.pathname === '\(room.path)' && document.readyState === 'complete'")
  }

  /// Goes to the page of the key or card with this name, through the list in its room.
  public func openKey(_ name: String, in room: Room = .keys) async throws {
    try await enter(room)
    let search =
      "return [...document.querySelectorAll('a.key-row')].find((one) => one.querySelector('h2').innerText === arguments[0])"
    try await element(search, .string(name))?.click()
    try await wait(untilTrue: "document.querySelector('h1')?.innerText === \(String(reflecting: name))")
  }
}
