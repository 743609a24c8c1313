/// Why nothing came of it. Equal by code. What a provider may answer (a wrong code, a payment that is due) is a value instead.
public struct EscrowError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// It is not written as the protocol writes it.
    case malformed
    /// It does not open under this key: another person's, another provider's, or changed on the way.
    case sealed
    /// It opens and does not fit together, so that somebody made it up.
    case inconsistent
    /// The provider does not answer, or not in time.
    case unreachable
    /// The provider got too many requests of late and asks for patience.
    case limited
    /// The provider answered what no provider answers.
    case unexpected
    /// It is larger than the provider takes.
    case tooLarge = "too-large"
    /// What was asked cannot be done with what was given.
    case invalid
    /// This machine has not the memory for it.
    case outOfMemory = "out-of-memory"
  }
  public var code: Code
  /// For who repairs it; never what somebody typed.
  public var reason: String
  public var location: String

  public init(_ code: Code, _ reason: String, file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue): \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
