import Crypto
import Encoding
import Foundation

/// A PIN as typed and as transmitted (CTAP 2.1 §6.5.1).
enum PINText {
  /// The maximum length in UTF-8 bytes; one less than the padded length.
  static let longest = 63
  static let padded = 64

  /// Returns `true` if the text is a possible PIN (CTAP 2.1 §6.5.1), whether or not it is correct.
  static func isPossible(_ typed: Secret) -> Bool {
    typed.withBytes {
      $0.count <= longest && String(decoding: $0, as: UTF8.self).unicodeScalars.count >= Configuration.leastPINLength
    }
  }

  /// Returns LEFT(SHA-256(PIN), 16) of the PIN in Normalization Form C.
  static func hash(_ typed: Secret) -> Secret {
    var bytes = typed.withBytes {
      Array(String(decoding: $0, as: UTF8.self).precomposedStringWithCanonicalMapping.utf8)
    }
    defer { Wiping.wipe(&bytes) }
    return Secret(Array(SHA256.hash(data: bytes).prefix(16)))
  }

  /// Returns the PIN padded with zeros to 64 bytes, or `nil` if it is too long.
  static func pad(_ typed: Secret) -> Secret? {
    var bytes = typed.withBytes {
      Array(String(decoding: $0, as: UTF8.self).precomposedStringWithCanonicalMapping.utf8)
    }
    defer { Wiping.wipe(&bytes) }
    guard bytes.count <= longest else { return nil }
    return Secret(byteCount: padded) { $0.copyBytes(from: bytes) }
  }

  /// Returns the PIN without its padding, and its length in code points. Returns `nil` if the text is not UTF-8 or
  /// fills all 64 bytes.
  static func unpad(_ text: Secret) -> (pin: Secret, codePoints: Int)? {
    text.withBytes { bytes in
      let pin = bytes.prefix(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)
      guard pin.count <= longest, let text = String(validating: pin, as: UTF8.self) else { return nil }
      return (Secret(Array(pin)), text.unicodeScalars.count)
    }
  }
}
