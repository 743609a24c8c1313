import Authenticator

/// The reason why a page gets no credential. It consists of the name of a DOMException (WebAuthn L3 §5.1.3, §5.1.4),
/// always with the same message for each name so that a page learns no more, and of what the extension's window may
/// tell the person.
struct BrowserFailure: Error, Hashable {
  enum Name: String, Hashable {
    case notAllowed = "NotAllowedError"
    case invalidState = "InvalidStateError"
    case notSupported = "NotSupportedError"
    case security = "SecurityError"
    case syntax = "SyntaxError"
    case abort = "AbortError"
    /// The browser's message cannot be read.
    case unreadable = "DataError"
  }
  var name: Name
  var told: String
  /// `true` if the same request may succeed on another attempt, while the page waits.
  var mayTryAgain: Bool

  init(_ name: Name, told: String = "", mayTryAgain: Bool = false) {
    self.name = name; self.told = told; self.mayTryAgain = mayTryAgain
  }

  /// The message that the page receives.
  var message: String {
    switch name {
    case .notAllowed: "The operation either timed out or was not allowed."
    case .invalidState: "There is a passkey for this account already."
    case .notSupported: "What was asked for is not supported."
    case .security: "The relying party ID is not one of this origin."
    case .syntax, .unreadable: "The request cannot be read."
    case .abort: "The request was aborted."
    }
  }

  static let timedOut = BrowserFailure(.notAllowed, told: "Time is up.")
  static let noPIN = BrowserFailure(
    .notAllowed, told: "This site asks for a PIN, and none is set. Set one with “latchstring keys pin”.")
  static let anotherDevice = BrowserFailure(
    .notAllowed,
    told:
      """
      This site asks for a security key, which this computer is not. Press “Use a security key instead”, then try \
      again there.
      """
  )
  static let unreadable = BrowserFailure(.unreadable, told: "The browser’s request cannot be read.")

  /// Creates the failure for the error that ended a ceremony.
  init(cause: any Error) {
    switch cause {
    case let failure as BrowserFailure: self = failure
    case let status as CTAPStatus: self.init(status)
    default: self.init(CTAPStatus.other)
    }
  }

  /// Creates the failure that corresponds to the authenticator's refusal (WebAuthn L3 §6.3.2, §6.3.3).
  init(_ status: CTAPStatus) {
    switch status {
    case .credentialExcluded: self.init(.invalidState, told: "This account has a passkey here already.")
    case .unsupportedAlgorithm: self.init(.notSupported, told: "This site wants a kind of key that is not made here.")
    case .noCredentials, .invalidCredential:
      self.init(.notAllowed, told: "There is no passkey for this site on this computer.")
    case .operationDenied: self.init(.notAllowed, told: "You refused.")
    case .userActionTimeout, .actionTimeout, .timeout: self = .timedOut
    case .keepaliveCancel: self.init(.abort)
    case .pinBlocked, .userVerificationBlocked:
      self.init(.notAllowed, told: "The PIN is blocked. Only a reset helps, which erases all passkeys here.")
    case .pinAuthBlocked:
      self.init(.notAllowed, told: "The PIN was wrong three times in a row. Wait a minute, then try again.")
    // The dialog gave up after three attempts. The store counts eight; only a client that sends PINs has to wait for a
    // power cycle after three.
    case .pinInvalid, .userVerificationInvalid, .puatRequired, .pinAuthInvalid:
      self.init(.notAllowed, told: "The PIN was not right.", mayTryAgain: true)
    case .pinNotSet: self = .noPIN
    case .keyStoreFull: self.init(.notAllowed, told: "There is no room for another passkey.")
    default:
      self.init(
        .notAllowed, told: "The passkeys of this computer cannot be used now. “latchstring keys doctor” says why.")
    }
  }
}
