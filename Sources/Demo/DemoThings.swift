/// The three things of the demo that hold keys: a laptop and two security keys. Each answers only when its name is given,
/// as a real one answers only when it is touched.
public struct DemoThings: Sendable {
  /// The names by which the tray of the demo's pages calls them.
  public enum Name: String, CaseIterable, Sendable { case laptop, yellow, black }
  private let things: [Name: DemoAuthenticator]

  public init() {
    let made = Name.allCases.map { name in
      (name, DemoAuthenticator(hasPRF: true, refusesExcluded: true, isRoaming: name != .laptop))
    }
    things = Dictionary(uniqueKeysWithValues: made)
  }

  /// Returns the response to PublicKeyCredentialCreationOptionsJSON; `nil` if the thing holds one of the excluded keys.
  public func create(_ thing: String, _ options: String, origin: String) throws -> String? {
    do { return try named(thing).create(options, origin: origin) } catch DemoAuthenticator.Failure.excluded {
      return nil
    }
  }
  /// Returns the response to PublicKeyCredentialRequestOptionsJSON; `nil` if the thing has no matching key.
  public func get(_ thing: String, _ options: String, origin: String) throws -> String? {
    try named(thing).get(options, origin: origin)
  }
  private func named(_ thing: String) throws -> DemoAuthenticator {
    guard let found = Name(rawValue: thing).flatMap({ things[$0] }) else { throw DemoAuthenticator.Failure.malformed }
    return found
  }
}
