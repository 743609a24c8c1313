import Crypto
import Encoding
import Foundation

/// TOTP (RFC 6238) as providers of GNU Anastasis take it: HMAC-SHA1, steps of 30 seconds, eight digits.
public enum TimeBasedCode {
  public static let step = 30
  public static let digits = 8
  /// A provider takes codes of so many steps before and after its own.
  public static let window = 2
  /// A key has so many bytes.
  public static let keyCount = 32

  /// The code of one step.
  public static func code(key: Secret, counter: UInt64) -> UInt64 {
    let message = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
    let mac = key.withBytes { Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: Data($0)))) }
    let offset = Int(mac[19] & 0x0f)
    let number = mac[offset..<offset + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7fff_ffff
    return number % 100_000_000
  }

  /// The codes that a provider takes at this second of the Unix clock.
  public static func codes(key: Secret, at seconds: UInt64) -> [UInt64] {
    let now = seconds / UInt64(step)
    return (Int64(-window)...Int64(window)).compactMap { shift in
      let counter = Int64(clamping: now) + shift
      return counter < 0 ? nil : code(key: key, counter: UInt64(counter))
    }
  }
}
