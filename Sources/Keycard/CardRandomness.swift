/// Gives so many random bytes.
public typealias CardRandomness = (_ count: Int) -> [UInt8]

/// The system's generator.
public enum SystemRandomness {
  /// So many bytes of it.
  public static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
