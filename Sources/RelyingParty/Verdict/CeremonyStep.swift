/// A numbered step of one of the two ceremonies of WebAuthn Level 3: §7.1 "Registering a New Credential" or §7.2 "Verifying an
/// Authentication Assertion".
public struct CeremonyStep: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Which of the two.
  public enum Ceremony: String, Hashable, Sendable, Codable {
    /// §7.1
    case registration
    /// §7.2
    case authentication
  }

  /// The ceremony.
  public var ceremony: Ceremony
  /// The number of the step in the list of the ceremony's section.
  public var number: Int

  /// A step by its number.
  public init(_ ceremony: Ceremony, _ number: Int) { (self.ceremony, self.number) = (ceremony, number) }

  /// Step `number` of §7.1.
  public static func registration(_ number: Int) -> Self { Self(.registration, number) }
  /// Step `number` of §7.2.
  public static func authentication(_ number: Int) -> Self { Self(.authentication, number) }

  /// For example `7.1 step 9`.
  public var description: String { "\(ceremony == .registration ? "7.1" : "7.2") step \(number)" }
}
