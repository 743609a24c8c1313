/// An account at a bank, by its IBAN (ISO 13616).
public struct BankAccount: Hashable, Sendable {
  /// Upper case, with no spaces.
  public let text: String

  /// Spaces go, letters become upper case.
  ///
  /// - Returns: `nil` for another form, or where the check digits (ISO 7064, mod 97-10) are wrong.
  public init?(_ typed: String) {
    let text = typed.filter { !$0.isWhitespace }.uppercased()
    guard text.utf8.count >= 15, Self.isValid(text) else { return nil }
    self.text = text
  }

  /// Whether a provider takes it, as it is written: upper case, with no spaces, and with the right check digits. The shortest of today have 15
  /// characters, and the standard has room for shorter ones.
  public static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (5...34).contains(bytes.count), bytes.allSatisfy({ $0.isDigit || (65...90).contains($0) }), bytes[..<2].allSatisfy({ !$0.isDigit }),
      bytes[2..<4].allSatisfy(\.isDigit)
    else { return false }
    // The first four come last, and a letter counts as two digits, A as 10.
    let rest = (bytes[4...] + bytes[..<4]).reduce(0) { rest, byte in
      byte.isDigit ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 55) % 97
    }
    return rest == 1
  }

  /// `DE•00`: the country and the last two characters.
  public var hint: String { "\(text.prefix(2))•\(text.suffix(2))" }
}
