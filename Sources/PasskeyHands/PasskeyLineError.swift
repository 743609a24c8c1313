/// Why a way to the authenticator cannot be opened. Equal by code.
public struct PasskeyLineError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// Another program serves there.
    case inUse = "in-use"
    /// There is something else than a socket, or than a link to a terminal.
    case occupied
    /// The path is too long for a socket, or its folder is not there or not writable.
    case unusablePath = "unusable-path"
    /// This machine has no such device, or it is not for this person.
    case noDevice = "no-device"
  }
  public var code: Code
  public var reason: String
  public var location: String

  public init(_ code: Code, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue) \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
