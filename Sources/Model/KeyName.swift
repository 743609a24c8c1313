import Wraps

/// What a person calls a key or a card: one line, by which they tell it from the others of their account.
public struct KeyName: Sendable {
  public let text: String

  /// As they wrote it, no longer than a line. Bytes are counted as well, because marks can be heaped on one character without end.
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

  /// Whether a person would take it for one of these: big and small letters tell no key from another.
  public func isTaken(among others: [String]) -> Bool { others.contains { KeyName($0).folded == folded } }
  private var folded: String { text.lowercased() }

  /// It, or where one of these is called so, with the first number that makes it another.
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

  /// What lists call a key: as its holder does, or where nobody named it, as what it is.
  public static func shown(_ label: String, _ kind: WayKind) -> String {
    label.isEmpty ? kind == .card ? "Keycard" : "Passkey from sign-up" : label
  }
}
