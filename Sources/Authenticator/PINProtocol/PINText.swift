import Crypto
import Encoding
import Foundation

/// A PIN as it is typed and as it travels (CTAP 2.1 §6.5.1).
enum PINText {
  /// Bytes of UTF-8; one less than what it is padded to.
  static let longest = 63
  static let padded = 64

  /// Whether it could be anybody's PIN (CTAP 2.1 §6.5.1): not whether it is the one.
  static func isPossible(_ typed: Secret) -> Bool {
    typed.withBytes {
      $0.count <= longest && String(decoding: $0, as: UTF8.self).unicodeScalars.count >= Configuration.leastPINLength
    }
  }

  /// LEFT(SHA-256(PIN), 16) of the PIN in Normalization Form C.
  static func hash(_ typed: Secret) -> Secret {
    var bytes = typed.withBytes {
      Array(String(decoding: $0, as: UTF8.self).precomposedStringWithCanonicalMapping.utf8)
    }
    defer { Wiping.wipe(&bytes) }
    return Secret(Array(SHA256.hash(data: bytes).prefix(16)))
  }

  /// Followed by zeros to 64 bytes; `nil` where it is too long for that.
  static func pad(_ typed: Secret) -> Secret? {
    var bytes = typed.withBytes {
      Array(String(decoding: $0, as: UTF8.self).precomposedStringWithCanonicalMapping.utf8)
    }
    defer { Wiping.wipe(&bytes) }
    guard bytes.count <= longest else { return nil }
    return Secret(byteCount: padded) { $0.copyBytes(from: bytes) }
  }

  /// The PIN without its padding, and its length in code points; `nil` where it is no text or fills all 64 bytes.
  static func unpad(_ text: Secret) -> (pin: Secret, codePoints: Int)? {
    text.withBytes { bytes in
      let pin = bytes.prefix(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)
      guard pin.count <= longest, let text = String(validating: pin, as: UTF8.self) else { return nil }
      return (Secret(Array(pin)), text.unicodeScalars.count)
    }
  }
}
