/// Why a key store did not do what it was asked. Equal by code.
public struct KeyStoreError: Error, Hashable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// The PIN is another one; so many tries are left.
    case wrongPIN(retries: Int)
    /// No try is left: only a reset helps.
    case pinBlocked
    /// No PIN is set.
    case pinNotSet
    /// A PIN is set already.
    case pinSet
    /// The key waits for the PIN, and none was shown or its leave is over.
    case pinRequired
    /// This store did not make that key, or it was made before a reset, or what names it is damaged.
    case unknownKey
    /// The TPM, or the file, is not there or does not answer.
    case unavailable
    /// Somebody else has it for longer than one waits.
    case busy
    /// No room.
    case full
    /// It answered what cannot be.
    case failed
  }
  public var code: Code
  public var reason: String
  public var location: String

  public init(_ code: Code, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code) \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
