/// The commands of CTAPHID (CTAP 2.1 §11.2.9), without the bit that marks a first packet.
public enum HIDCommand: UInt8, Hashable, Sendable, CaseIterable {
  case ping = 0x01
  /// A U2F message.
  case message = 0x03
  case lock = 0x04
  case initialize = 0x06
  case wink = 0x08
  case cbor = 0x10
  case cancel = 0x11
  /// Only from the authenticator.
  case keepalive = 0x3b
  /// Only from the authenticator.
  case error = 0x3f

  /// Whether a message of this command may be so long, in bytes.
  func takes(_ count: Int) -> Bool {
    switch self {
    case .ping: true
    case .initialize: count == 8
    case .lock: count == 1
    case .wink, .cancel: count == 0
    case .message: count >= 4
    case .cbor: count >= 1
    case .keepalive, .error: false
    }
  }
}
