/// A code that a provider sent or a clock made, as a person types it.
///
/// Providers write `A-` and the digits, some of them in groups (`A-12345-678-1234-5678`). All of these are one code: with and without `A-`,
/// with spaces, hyphens or dots between the digits, with zeros in front.
public struct AnswerCode: Hashable, Sendable {
  public let value: UInt64
  /// What stands before the digits.
  public static let prefix = "A-"
  /// Providers draw below this, so that a JavaScript number holds every code.
  static let bound: UInt64 = 1 << 52

  /// - Returns: `nil` where it cannot be a code.
  public init(_ value: UInt64) { self.value = value }
  public init?(_ typed: some StringProtocol) {
    guard typed.utf8.count <= 200 else { return nil }
    var rest = typed.drop { $0.isWhitespace }
    if let first = rest.first, first == "A" || first == "a" { rest = rest.dropFirst() }
    let digits = String(rest.filter { !$0.isWhitespace && !Self.separators.contains($0) })
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit), let value = UInt64(digits), value < Self.bound else { return nil }
    self.value = value
  }
  /// Hyphens and dashes of every kind that a keyboard or a mail program puts there, and dots.
  private static let separators: Set<Character> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}", ".", "\u{b7}"]

  /// `A-1234`.
  public var text: String { Self.prefix + String(value) }
  /// What is shown to the provider in its place.
  public var response: [UInt8] { Answer.hash(ofCode: value) }
}
