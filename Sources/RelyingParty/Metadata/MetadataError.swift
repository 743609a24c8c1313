/// Why a metadata BLOB cannot be used. Two errors are equal when their codes are.
public struct MetadataError: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let code: MetadataErrorCode
  /// Where in the source it was thrown.
  public let location: String

  /// An error with a code.
  public init(_ code: MetadataErrorCode, file: StaticString = #fileID, line: UInt = #line) {
    self.code = code
    location = "\(file):\(line)"
  }

  /// One sentence for a developer; always the same for a code.
  public var sentence: String { code.sentence }

  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(sentence)" }
}

extension MetadataError: Hashable {
  /// Equal by code.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
