/// The reason why an operation failed. Equality compares only the code. Responses that the protocol allows, such as a
/// wrong code or a payment due, are values instead.
public struct EscrowError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// The data is not encoded as the protocol requires.
    case malformed
    /// This key does not open the data: it belongs to a different person or provider, or was changed in transit.
    case sealed
    /// The data can be opened but is inconsistent, so it was fabricated.
    case inconsistent
    /// The provider does not respond, or not in time.
    case unreachable
    /// The provider received too many requests recently and asks the client to wait.
    case limited
    /// The response is not one that a provider returns.
    case unexpected
    /// The data is larger than the provider accepts.
    case tooLarge = "too-large"
    /// The request cannot be carried out with the given values.
    case invalid
    /// This machine does not have enough memory.
    case outOfMemory = "out-of-memory"
  }
  public var code: Code
  /// An explanation for whoever fixes the problem. It never contains typed text.
  public var reason: String
  public var location: String

  public init(_ code: Code, _ reason: String, file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue): \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
