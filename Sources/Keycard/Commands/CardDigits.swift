import Encoding

/// The form of PIN and PUK. What does not have it is never sent, and so costs no try (D-58).
public enum CardDigits {
  public static let pinCount = 6, pukCount = 12

  /// Whether these are six ASCII digits.
  public static func isPIN(_ text: Secret) -> Bool { isDigits(text, count: pinCount) }
  /// Whether these are twelve ASCII digits.
  public static func isPUK(_ text: Secret) -> Bool { isDigits(text, count: pukCount) }

  /// Whether the PUK begins with the PIN. A card that was given no duress PIN takes the PUK's first six digits for one, and the duress wallet
  /// is asked first: with such a PIN every key would be another one, and nothing would say so.
  public static func begins(puk: Secret, with pin: Secret) -> Bool { puk.part(0..<pinCount).matches(pin) }

  static func checkPIN(_ pin: Secret) throws(KeycardError) {
    guard isPIN(pin) else { throw KeycardError(.invalid, "a PIN has six digits") }
  }

  static func checkPUK(_ puk: Secret) throws(KeycardError) {
    guard isPUK(puk) else { throw KeycardError(.invalid, "a PUK has twelve digits") }
  }

  /// So many digits, each equally likely, which do not begin like `other`.
  ///
  /// - Throws: `invalid` where the source of randomness gives none in many tries, which a working one never does.
  static func random(count: Int, unlike other: Secret, _ random: CardRandomness) throws(KeycardError) -> Secret {
    for _ in 0..<64 {
      var drawn = random(2 * count)
      defer { Wiping.wipe(&drawn) }
      // 250 is the largest multiple of ten in a byte; what lies above it would make small digits likelier.
      var digits = drawn.filter { $0 < 250 }.prefix(count).map { 0x30 + $0 % 10 }
      defer { Wiping.wipe(&digits) }
      let secret = Secret(digits)
      if secret.count == count, !secret.part(0..<other.count).matches(other) { return secret }
    }
    throw KeycardError(.invalid, "the source of randomness gives no digits")
  }

  /// So many digits that somebody typed, with or without spaces between them, as a PUK is shown in groups; `nil` for anything else.
  public static func typed(_ text: Secret, count: Int) -> Secret? {
    let digits = text.withBytes { bytes in
      var kept = bytes.filter { $0 != 0x20 }
      defer { Wiping.wipe(&kept) }
      return Secret(kept)
    }
    return isDigits(digits, count: count) ? digits : nil
  }

  /// Whether these are so many ASCII digits.
  public static func isDigits(_ text: Secret, count: Int) -> Bool {
    text.withBytes { $0.count == count && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
