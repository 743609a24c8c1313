/// Why an authenticator refuses a CTAPHID message (CTAP 2.1 §11.2.9.1.7).
public enum HIDError: UInt8, Hashable, Sendable {
  case invalidCommand = 0x01
  case invalidParameter = 0x02
  case invalidLength = 0x03
  case invalidSequence = 0x04
  case messageTimeout = 0x05
  case channelBusy = 0x06
  case lockRequired = 0x0a
  case invalidChannel = 0x0b
  case other = 0x7f
}
