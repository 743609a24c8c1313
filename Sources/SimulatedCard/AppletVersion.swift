/// Which applet the card carries. Cards in the field differ in what they can do, and say so when they are selected.
public enum AppletVersion: String, CaseIterable, Sendable {
  case three0 = "3.0"
  case three1 = "3.1"
  /// Says 3.1 of itself, with a hundred places for pairings.
  case three1Point2 = "3.1.2"
  case three2 = "3.2"

  /// The two bytes that SELECT reports.
  var reported: [UInt8] {
    switch self {
    case .three0: [3, 0]
    case .three1, .three1Point2: [3, 1]
    case .three2: [3, 2]
    }
  }
  /// How many clients may be paired at once.
  public var pairingSlotCount: Int {
    switch self {
    case .three0, .three1: 5
    case .three1Point2: 100
    case .three2: 10
    }
  }
  /// Secure channel, keys, credentials, NDEF; and from 3.1 on the factory reset.
  var capabilities: UInt8 { isAtLeast3Point1 ? 0x1F : 0x0F }

  /// 3.1 brought limits of tries and a duress PIN in INIT, IDENTIFY CARD, the extended public key and FACTORY RESET.
  var isAtLeast3Point1: Bool { self != .three0 }
  /// 3.2 brought ephemeral pairings, seeds shorter than 64 bytes, and NDEF records longer than one command.
  var isAtLeast3Point2: Bool { self == .three2 }

  /// The bytes of the NDEF file. Before 3.2 its first byte is a length.
  var ndefFileSize: Int { isAtLeast3Point2 ? 512 : 224 }
}
