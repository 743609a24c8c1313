/// A telephone number that a text message can be sent to.
public struct PhoneNumber: Hashable, Sendable {
  /// Digits, with `+` before them where the country is in it.
  public let text: String

  /// Spaces, hyphens, dots, slashes and parentheses go; a leading `00` becomes `+`.
  ///
  /// - Returns: `nil` where it has another character, fewer than 6 or more than 15 digits (ITU-T E.164).
  public init?(_ typed: String) {
    var digits = typed.trimmed.filter { !" -./()\u{a0}\u{2010}\u{2011}".contains($0) }
    if digits.hasPrefix("00") { digits = "+" + digits.dropFirst(2) }
    let number = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    guard (6...15).contains(number.utf8.count), !digits.hasPrefix("+0"), Self.isDialable(digits) else { return nil }
    text = digits
  }

  /// Whether a provider sends something there, as it is written: digits, and a plus before them where there is one. Other programs write
  /// truths too, also with short numbers.
  public static func isDialable(_ text: String) -> Bool {
    let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
    return (1...32).contains(digits.utf8.count) && digits.utf8.allSatisfy(\.isDigit)
  }

  /// `•42`: the last two digits.
  public var hint: String { "•" + text.suffix(2) }
}
