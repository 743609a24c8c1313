import Encoding

/// The check on a recovery kit: 40 bits that the twelve words and the id of their record give (§2). Who has it can say
/// that a paper is there and belongs to this record; it opens nothing and finds nothing.
public struct PhraseCheck: Hashable, Sendable {
  /// The check in its one form: eight characters of Crockford's base32.
  public let text: String

  private static let byteCount = 5

  /// Derives the check from the words' entropy, 16 bytes.
  public init(of way: WayID, entropy: [UInt8], rpID: String) throws(WrapsError) {
    guard way.kind == .phrase, entropy.count == 16, way.account.count == 16, way.record.count == 16 else {
      throw WrapsError(.key)
    }
    let key = Derivation.key(
      entropy, .text("check"), .text(way.kind.rawValue), .text(rpID), .bytes(way.account), .bytes(way.record))
    text = CrockfordBase32.encode(key.prefix(Self.byteCount))
  }

  /// Reads a check as people type it: in lower case, with an O for a 0, with or without the dash. Returns `nil` for
  /// what is no check.
  public init?(typed: String) {
    guard let text = CrockfordBase32.canonical(typed: typed, count: Self.byteCount) else { return nil }
    self.text = text
  }

  /// Reads a check that a program wrote; only its one form counts.
  public init?(_ text: String) {
    guard let check = Self(typed: text), check.text == text else { return nil }
    self = check
  }

  /// The check as it is printed, in two groups of four.
  public var grouped: String { "\(text.prefix(4))-\(text.suffix(4))" }
}
