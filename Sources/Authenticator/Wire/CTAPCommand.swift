import Encoding

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

  /// The command byte that credential management had before it was standardized. libfido2 1.12 still uses it, with a
  /// standard token. It is not announced (`credentialMgmtPreview`): a client that knows nothing newer presents a token
  /// from getPinToken, which has no permission to manage credentials (CTAP 2.1 §6.5.5.7.1).
  private static let earlierCredentialManagement: UInt8 = 0x41

  /// Creates the command for a request's first byte. Returns `nil` if there is no such command.
  init?(requested byte: UInt8) {
    self.init(rawValue: byte == Self.earlierCredentialManagement ? Self.credentialManagement.rawValue : byte)
  }
}

/// The first byte of every response (CTAP 2.1 §8.2). Commands throw every status except `success`.
public enum CTAPStatus: UInt8, Error, Hashable, Sendable, CaseIterable {
  case success = 0x00
  case invalidCommand = 0x01
  case invalidParameter = 0x02
  case invalidLength = 0x03
  case invalidSequence = 0x04
  case timeout = 0x05
  case channelBusy = 0x06
  case lockRequired = 0x0a
  case invalidChannel = 0x0b
  case unexpectedType = 0x11
  case invalidCBOR = 0x12
  case missingParameter = 0x14
  case limitExceeded = 0x15
  case fingerprintDatabaseFull = 0x17
  case largeBlobStorageFull = 0x18
  case credentialExcluded = 0x19
  case processing = 0x21
  case invalidCredential = 0x22
  case userActionPending = 0x23
  case operationPending = 0x24
  case noOperations = 0x25
  case unsupportedAlgorithm = 0x26
  case operationDenied = 0x27
  case keyStoreFull = 0x28
  case unsupportedOption = 0x2b
  case invalidOption = 0x2c
  case keepaliveCancel = 0x2d
  case noCredentials = 0x2e
  case userActionTimeout = 0x2f
  case notAllowed = 0x30
  case pinInvalid = 0x31
  case pinBlocked = 0x32
  case pinAuthInvalid = 0x33
  case pinAuthBlocked = 0x34
  case pinNotSet = 0x35
  /// A PIN/UV auth token is required.
  case puatRequired = 0x36
  case pinPolicyViolation = 0x37
  case requestTooLarge = 0x39
  case actionTimeout = 0x3a
  case userPresenceRequired = 0x3b
  case userVerificationBlocked = 0x3c
  case integrityFailure = 0x3d
  case invalidSubcommand = 0x3e
  case userVerificationInvalid = 0x3f
  case unauthorizedPermission = 0x40
  case other = 0x7f
}

extension CTAPStatus {
  /// Creates the status that a client receives for any internal error.
  init(cause: any Error) {
    switch cause {
    case let status as CTAPStatus: self = status
    case let error as CBORError: self = error == .unexpectedType ? .unexpectedType : .invalidCBOR
    case let error as KeyStoreError: self.init(error)
    case StorageError.full: self = .keyStoreFull
    default: self = .other
    }
  }

  private init(_ error: KeyStoreError) {
    self =
      switch error.code {
      case .wrongPIN(retries: 0), .pinBlocked: .pinBlocked
      case .wrongPIN: .pinInvalid
      case .pinNotSet: .pinNotSet
      case .pinSet: .pinAuthInvalid
      case .pinRequired: .puatRequired
      case .unknownKey: .invalidCredential
      case .full: .keyStoreFull
      case .unavailable, .busy, .failed: .other
      }
  }
}
