/// Why words are no phrase, or bytes no entropy of one. No word and no place of a word is part of it. Equality is by code.
public struct WordsError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// Not 12, 15, 18, 21 or 24 words.
    case wrongCount
    /// A word that the list does not have.
    case unknownWord
    /// All words are in the list, but they do not belong together.
    case wrongChecksum
    /// Not 16, 20, 24, 28 or 32 bytes.
    case wrongLength
  }

  public let code: Code
  public let reason: StaticString
  /// Where it was thrown: `Words/File.swift:12`.
  public let place: String

  init(_ code: Code, _ reason: StaticString, file: StaticString = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; place = "\(file):\(line)"
  }

  public var description: String { "\(reason) (\(place))" }

  public static func == (left: WordsError, right: WordsError) -> Bool { left.code == right.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
