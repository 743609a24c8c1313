import Foundation

/// The name that identifies a person's account: 1 to 64 letters, digits, dots, hyphens and underscores. Two spellings
/// that differ only in case, or in how Unicode composes them, are the same name.
///
/// Every name that was ever assigned remains readable, so that its holder can sign in. `fault` contains the further
/// rules for a new name.
public struct Username: Hashable, Sendable, CustomStringConvertible {
  /// The name as the person wrote it.
  public let text: String
  /// The form that is used for comparison and must be unique.
  public let key: String

  /// Creates a name. Returns `nil` if the text is not a valid user name.
  public init?(_ text: String) {
    let composed = text.precomposedStringWithCompatibilityMapping
    let isAllowed = composed.unicodeScalars.allSatisfy {
      CharacterSet.letters.contains($0) || CharacterSet.nonBaseCharacters.contains($0)
        || CharacterSet.decimalDigits.contains($0)
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

extension Username {
  /// The reason why a new account cannot have this name, although an older account may.
  public enum Fault: Hashable, Sendable {
    /// The name contains an invisible character, a mark without a letter, or letters that are no longer in use.
    case malformed
    /// The letters or the digits of the name come from more than one script.
    case mixed
  }

  /// The fault that makes the name unacceptable for a new account, according to Unicode Technical Standard 39: one
  /// script (§5.1), one kind of digits (§5.3), marks in their place (§5.4).
  public var fault: Fault? {
    let scalars = text.unicodeScalars
    guard !scalars.allSatisfy(\.isASCII) else { return nil }
    guard !scalars.contains(where: \.properties.isDefaultIgnorableCodePoint), hasMarksInPlace else { return .malformed }
    let zeros = Set(scalars.compactMap(Self.zero))
    guard let first = scalars.first(where: { !$0.isASCII && !Self.isMark($0) || $0.properties.isAlphabetic }) else {
      return nil
    }
    let systems = WritingSystem.all.filter { $0.writes(String(first)) }
    guard !systems.isEmpty else { return .malformed }
    return zeros.count > 1 || !systems.contains { $0.writes(text) } ? .mixed : nil
  }

  /// `true` if each mark follows a letter, no mark is repeated in a row, and no letter has too many accents.
  private var hasMarksInPlace: Bool {
    var last: Unicode.Scalar?, accents = 0
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      defer { last = scalar }
      guard Self.isMark(scalar) else { accents = 0; continue }
      guard let last, last.properties.isAlphabetic || Self.isMark(last), last != scalar else { return false }
      if WritingSystem.accents.contains(scalar) { accents += 1 }
      guard accents <= 3 else { return false }
    }
    return true
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Returns the code point of the zero among the digits of the same kind, or `nil` if the scalar is not a digit.
  private static func zero(_ scalar: Unicode.Scalar) -> UInt32? {
    guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else {
      return nil
    }
    return scalar.value - UInt32(value)
  }
}
