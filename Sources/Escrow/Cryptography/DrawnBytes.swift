import Encoding

/// The random values of a backup, and how long each is (GNU Anastasis, `anastasis_crypto_lib.h`).
public enum DrawnBytes {
  /// One part of what a policy is made of: 32 bytes.
  public static let keyShareCount = 32
  /// Under what a truth is sealed: 64 bytes.
  public static let truthKeyCount = 64
  /// The name of a truth: 32 bytes.
  public static let truthIDCount = 32
  /// What an answer is stretched with: 16 bytes.
  public static let questionSaltCount = 16
  /// A policy's own: 64 bytes.
  public static let policySaltCount = 64
  /// The key above a core secret: 64 bytes.
  public static let masterCount = 64
  /// What an identifier is stretched with, each provider's own: 16 bytes.
  public static let providerSaltCount = 16
  /// What names a payment: 32 bytes.
  public static let paymentSecretCount = 32

  /// So many bytes from the system's generator that are no secret.
  public static func bytes(_ count: Int) -> [UInt8] { Sodium.random(count) }
  /// So many bytes from the system's generator that are one.
  public static func secret(_ count: Int) -> Secret {
    var bytes = Sodium.random(count)
    defer { Wiping.wipe(&bytes) }
    return Secret(bytes)
  }
}
