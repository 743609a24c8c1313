import Crypto
import Encoding
import Foundation

/// The proof that a provider verifies before it releases a share: 64 bytes, derived from the typed answer
/// (`h_response`).
public enum AnswerHash {
  /// Returns the hash of a security answer, exactly as typed. As in other clients, nothing is trimmed and case is kept.
  ///
  /// - Parameters:
  ///   - salt: The question's salt, 16 bytes.
  ///   - truth: The truth's name, 32 bytes.
  public static func of(answer: Secret, salt: [UInt8], truth: [UInt8]) throws(EscrowError) -> [UInt8] {
    var text = answer.exposed
    defer { Wiping.wipe(&text) }
    let stretched = try Stretching.stretch(text, salt: salt)
    return KeyDerivation.derive(64, salt: truth, from: stretched, info: Array("anastasis-secure-question-hashing".utf8))
      .exposed
  }

  /// Returns the hash of a code that was delivered or computed from a clock: SHA-512 of its decimal digits, without
  /// leading zeros.
  public static func of(code: UInt64) -> [UInt8] { EscrowHash.of(Array(String(code).utf8)) }
}

/// TOTP (RFC 6238) as GNU Anastasis providers accept it: HMAC-SHA1, steps of 30 seconds, eight digits.
public enum TimeBasedCode {
  public static let step = 30
  public static let digits = 8
  /// The number of steps before and after the current one for which a provider accepts codes.
  public static let window = 2
  /// The length of a key in bytes.
  public static let keyCount = 32

  /// Returns the code for one time step.
  public static func code(key: Secret, counter: UInt64) -> UInt64 {
    let message = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
    let mac = key.withBytes {
      Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: Data($0))))
    }
    let offset = Int(mac[19] & 0x0f)
    let number = mac[offset..<offset + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7fff_ffff
    return number % 100_000_000
  }

  /// Returns the codes that a provider accepts at this second of the Unix clock.
  public static func codes(key: Secret, at seconds: UInt64) -> [UInt64] {
    let now = seconds / UInt64(step)
    return (Int64(-window)...Int64(window)).compactMap { shift in
      let counter = Int64(clamping: now) + shift
      return counter < 0 ? nil : code(key: key, counter: UInt64(counter))
    }
  }
}
