import Foundation

/// What a person types to say which account they mean: 1 to 64 letters, digits, dots, hyphens and underscores.
/// Two spellings that differ only in case, or in how Unicode composes them, are one name.
///
/// Any name that was ever given is read here, so that its holder signs in with it. What a new one has to keep besides is `fault`.
public struct Username: Hashable, Sendable, CustomStringConvertible {
  /// As the person wrote it.
  public let text: String
  /// What is compared and what must be unique.
  public let key: String

  /// `nil` where the text is no user name.
  public init?(_ text: String) {
    let composed = text.precomposedStringWithCompatibilityMapping
    let isAllowed = composed.unicodeScalars.allSatisfy {
      CharacterSet.letters.contains($0) || CharacterSet.nonBaseCharacters.contains($0) || CharacterSet.decimalDigits.contains($0)
        || "._-".unicodeScalars.contains($0)
    }
    guard isAllowed, (1...64).contains(composed.count), composed.utf8.count <= 256 else { return nil }
    self.text = composed
    key = composed.lowercased()
  }
  public var description: String { text }
  public static func == (one: Self, other: Self) -> Bool { one.key == other.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
