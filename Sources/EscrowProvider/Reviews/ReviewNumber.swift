import Escrow

/// The number that a person tells the examiner of their photo: six digits, spoken in two groups of three.
public enum ReviewNumber {
  static let all = 100_000...999_999
  static func draw() -> Int {
    all.lowerBound + Int(DrawnBytes.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(all.count))
  }

  /// Returns the number as text, such as `123-456`.
  public static func text(_ number: Int) -> String { "\(number / 1000)-\(String(number % 1000 + 1000).dropFirst())" }
  /// Reads a typed number, with a hyphen, a space or nothing between the groups. Returns `nil` if the text is not such
  /// a number.
  public static func read(_ text: String) -> Int? {
    let digits = text.filter { $0 != "-" && !$0.isWhitespace }
    guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
      all.contains(number)
    else {
      return nil
    }
    return number
  }
}
