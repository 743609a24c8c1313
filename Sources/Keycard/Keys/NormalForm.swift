import Encoding
import Foundation

/// Unicode's NFKD, in which passwords and passphrases are hashed, so that one text typed on two keyboards is one secret.
enum NormalForm {
  /// Bytes that are no UTF-8 stay as they are.
  static func compatibilityDecomposed(_ text: Secret) -> Secret {
    text.withBytes { bytes in
      // Plain ASCII is in this form, and need not pass through a string that nobody wipes.
      guard bytes.contains(where: { $0 >= 0x80 }), let string = String(validating: bytes, as: UTF8.self) else { return text }
      return Secret(Array(string.decomposedStringWithCompatibilityMapping.utf8))
    }
  }
}
