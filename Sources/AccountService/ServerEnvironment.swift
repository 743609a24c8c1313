import Crypto
import Foundation
import Model

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

extension Store {
  /// Returns this installation's secret of that name, 32 bytes that never change, or generates it when it is first
  /// asked for.
  public func secret(_ name: String, drawnBy environment: ServerEnvironment) async throws -> [UInt8] {
    let fresh = environment.randomBytes(32)
    return try await write { records in
      try records.setInstallationValue(name, fresh)
      return try records.installationValue(name) ?? fresh
    }
  }
}
