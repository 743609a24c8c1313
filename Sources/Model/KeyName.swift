import Wraps

/// The name that a person gives a key or a card: one line that distinguishes it from the account's other keys and
/// cards.
public struct KeyName: Sendable {
  public let text: String

  /// Creates a name as written, truncated to one line. The number of bytes is limited as well, because one character
  /// can carry any number of marks.
  public init(_ written: some StringProtocol) {
    var line = ""
    for character in written.filter({ !$0.isNewline }).drop(while: \.isWhitespace).prefix(Self.length) {
      guard line.utf8.count + character.utf8.count <= Self.bytes else { break }
      line.append(character)
    }
    while line.last?.isWhitespace == true { line.removeLast() }
    text = line
  }
  private static let length = 60, bytes = 1024

  /// Returns `true` if a person would confuse the name with one of these. Upper and lower case do not distinguish keys.
  public func isTaken(among others: [String]) -> Bool { others.contains { KeyName($0).folded == folded } }
  private var folded: String { text.lowercased() }

  /// Returns the name itself or, if it is already taken, the name with the lowest number that makes it unique.
  public func free(among others: [String]) -> KeyName {
    guard isTaken(among: others) else { return self }
    return (2...others.count + 2).lazy.map(numbered).first { !$0.isTaken(among: others) } ?? self
  }
  private func numbered(_ number: Int) -> KeyName {
    let end = " \(number)"
    var beginning = text.prefix(Self.length - end.count)
    while beginning.utf8.count + end.utf8.count > Self.bytes { beginning.removeLast() }
    return KeyName(beginning + end)
  }

  /// Returns the name of a key in lists: the name that its holder gave it or, if there is none, its kind.
  public static func shown(_ label: String, _ kind: WayKind) -> String {
    label.isEmpty ? kind == .card ? "Keycard" : "Passkey from sign-up" : label
  }
}
