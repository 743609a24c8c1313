/// The first byte of every request (CTAP 2.1 §6).
public enum CTAPCommand: UInt8, Hashable, Sendable, CaseIterable {
  case makeCredential = 0x01
  case getAssertion = 0x02
  case getInfo = 0x04
  case clientPIN = 0x06
  case reset = 0x07
  case getNextAssertion = 0x08
  case credentialManagement = 0x0a
  case selection = 0x0b
  case largeBlobs = 0x0c
  case authenticatorConfig = 0x0d
}
