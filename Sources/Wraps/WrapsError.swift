/// Why something was refused. The only error that this module throws.
///
/// Two errors are equal when their codes are. It never holds anything that came from outside or that is secret.
public struct WrapsError: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let code: WrapsErrorCode
  /// Where in the source it was thrown.
  public let location: String

  init(_ code: WrapsErrorCode, file: StaticString = #fileID, line: UInt = #line) {
    self.code = code
    location = "\(file):\(line)"
  }

  /// The code in words; always the same for a code, and the same in every implementation.
  public var reason: String { code.rawValue }
  /// The reason and the place.
  public var description: String { "\(reason) (\(location))" }
}

extension WrapsError: Hashable {
  /// Equal by code.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
