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

  /// Before it was in the standard, credential management had this byte; libfido2 1.12 still asks so, with a token of the standard's. It is not
  /// announced (`credentialMgmtPreview`): who knows nothing newer comes with a token of getPinToken, which may not manage (CTAP 2.1 §6.5.5.7.1).
  private static let earlierCredentialManagement: UInt8 = 0x41

  /// The command that a request asks for; `nil` where there is none.
  init?(requested byte: UInt8) { self.init(rawValue: byte == Self.earlierCredentialManagement ? Self.credentialManagement.rawValue : byte) }
}
