/// The two bytes that end every U2F answer (FIDO U2F Raw Message Formats v1.2 §3.3).
enum U2FStatus: UInt16, Error, Hashable, Sendable {
  case success = 0x9000
  /// Nobody confirmed that they are there.
  case conditionsNotSatisfied = 0x6985
  /// While the authenticator always verifies the user, which U2F cannot (CTAP 2.1 §7.2.4).
  case commandNotAllowed = 0x6986
  /// The key handle is not one of this authenticator.
  case wrongData = 0x6a80
  case wrongLength = 0x6700
  case wrongParameters = 0x6a86
  case classNotSupported = 0x6e00
  case instructionNotSupported = 0x6d00
  case notEnoughMemory = 0x6a84
  case noDiagnosis = 0x6f00

  init(cause: any Error) {
    self =
      switch cause {
      case let status as U2FStatus: status
      case CTAPStatus.operationDenied, CTAPStatus.userActionTimeout, CTAPStatus.keepaliveCancel: .conditionsNotSatisfied
      case let error as KeyStoreError where error.code == .full: .notEnoughMemory
      case let error as KeyStoreError where error.code == .unknownKey: .wrongData
      default: .noDiagnosis
      }
  }

  var bytes: [UInt8] { rawValue.bigEndianBytes }
}
