import Foundation

extension Username {
  /// Why a name is not given to a new account, though it may be somebody's from before.
  public enum Fault: Hashable, Sendable {
    /// It has something that is not seen, or a mark that stands by itself, or letters that nobody writes today.
    case malformed
    /// Its letters, or its digits, are of more than one script.
    case mixed
  }

  /// What is wrong with it as a new name, by Unicode Technical Standard 39: one script (§5.1), one kind of digits (§5.3), marks in their
  /// place (§5.4).
  public var fault: Fault? {
    let scalars = text.unicodeScalars
    guard !scalars.allSatisfy(\.isASCII) else { return nil }
    guard !scalars.contains(where: \.properties.isDefaultIgnorableCodePoint), hasMarksInPlace else { return .malformed }
    let zeros = Set(scalars.compactMap(Self.zero))
    guard let first = scalars.first(where: { !$0.isASCII && !Self.isMark($0) || $0.properties.isAlphabetic }) else { return nil }
    let systems = WritingSystem.all.filter { $0.writes(String(first)) }
    guard !systems.isEmpty else { return .malformed }
    return zeros.count > 1 || !systems.contains { $0.writes(text) } ? .mixed : nil
  }

  /// Each after a letter, none twice in a row, and no heap of accents on one letter.
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

  /// Where the digits of its kind begin; `nil` for what is no digit.
  private static func zero(_ scalar: Unicode.Scalar) -> UInt32? {
    guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else { return nil }
    return scalar.value - UInt32(value)
  }
}
