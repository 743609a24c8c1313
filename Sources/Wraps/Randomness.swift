/// Gives `count` random bytes for the value that `drawn` names. Each maker says which values it asks for, in order.
public typealias Randomness = (_ count: Int, _ drawn: DrawnValue) -> [UInt8]

/// The random values of the format. The raw values are their names in the vectors.
public enum DrawnValue: String, Hashable, Sendable, CaseIterable {
  /// The Master Key itself, 32 bytes.
  case masterKey = "master"
  /// The one-time X25519 key of a wrap, 32 bytes.
  case ephemeral = "eph"
  /// The initialization vectors of the two layers of a wrap, 12 bytes each.
  case inner, outer
  /// The initialization vectors of what else is sealed, 12 bytes each.
  case anchor, pad, history, entry

  /// From the system's generator.
  public static func system(count: Int, drawn: DrawnValue) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
