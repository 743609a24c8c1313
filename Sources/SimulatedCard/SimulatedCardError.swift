/// Why a played card cannot be opened. Equal by code.
public struct SimulatedCardError: Error, Equatable, CustomStringConvertible {
  /// What went wrong.
  public enum Code: Sendable, Hashable {
    /// The file cannot be read or written.
    case inaccessible
    /// The file is not what a played card wrote. It is left as it is, and no fresh card takes its place.
    case damaged
    /// A folder stands there, where a file is needed.
    case folder
    /// Another program plays this card at this moment.
    case inUse
    /// The file holds a card with another applet than the one asked for.
    case anotherVersion
  }
  /// What went wrong.
  public let code: Code
  /// One sentence for the person, without anything from inside the card.
  public let reason: StaticString
  /// Where it was found out.
  public let place: String

  /// For storages of others too.
  public init(_ code: Code, _ reason: StaticString, file: String = #fileID, line: Int = #line) {
    self.code = code
    self.reason = reason
    place = "\(file):\(line)"
  }

  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  public var description: String { "\(reason)" }
}
