import Crypto
import Foundation

/// The clock and the random bytes: the only inputs that differ between runs. Tests supply their own.
public struct ServerEnvironment: Sendable {
  public var now: @Sendable () -> Date
  public var randomBytes: @Sendable (Int) -> [UInt8]

  public init(now: @escaping @Sendable () -> Date, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.now = now; self.randomBytes = randomBytes
  }

  /// The system's clock and its random generator.
  public static let live = ServerEnvironment(
    now: { Date() },
    randomBytes: { count in SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Array($0) } })
}
