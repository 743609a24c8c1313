/// The reason why a conversation with a card failed. Errors are equal if their codes are. Anything a person can cause
/// (a wrong PIN, a full card) is a value instead.
public struct KeycardError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// The card is gone, or was removed for a moment.
    case removed
    /// There is a card, but it does not respond.
    case unreadable
    /// The card is not a Keycard.
    case notKeycard = "not-keycard"
    /// The card gave a response that no Keycard gives.
    case malformed
    /// The channel is closed, because a MAC does not match or the card no longer knows the channel.
    case channelClosed = "channel-closed"
    /// The card refused the command; `status` contains the reason.
    case refused
    /// The request is malformed, and was not sent.
    case invalid
  }
  public var code: Code
  /// The status word (ISO/IEC 7816-4 §5.6), if the card returned one.
  public var status: UInt16?
  public var reason: String
  public var location: String

  /// `true` if the card reports that it could not write to its memory.
  public var isOfMemory: Bool { code == .refused && status == 0x6581 }

  public init(_ code: Code, _ reason: String = "", status: UInt16? = nil, file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; self.status = status; location = "\(file):\(line)"
  }
  public var description: String {
    "\(code.rawValue) \(status.map { String($0, radix: 16) } ?? "") \(reason) (\(location))"
  }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
