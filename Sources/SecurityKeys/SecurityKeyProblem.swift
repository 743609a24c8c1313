import CFIDO
import HandsProtocol
import Sentences

/// The reason why a security key gave nothing.
public enum SecurityKeyProblem: Error, Hashable, Sendable {
  case noKey
  /// A key is plugged in, at this path, and this person may not open it.
  case notPermitted(String)
  /// What is at this path does not answer as a security key does.
  case notAKey(String)
  /// The key speaks U2F alone, which knows neither a PIN nor accounts.
  case tooOld
  /// - Parameter triesLeft: The number of wrong PINs that the key still takes; `nil` if it does not say.
  case wrongPIN(triesLeft: Int?)
  /// Three wrong PINs in a row. The key takes no other before it was unplugged.
  case paused
  case pinBlocked
  /// Nobody can type the PIN here, and none, or one that is too short, was passed.
  case pinNeeded
  /// The site requires that the key verifies its holder, and the key has no means to.
  case noPIN
  /// The key's own check of its holder, such as a fingerprint, failed.
  case notRecognized
  /// No PIN is tried without a person, because one try is left.
  case lastTry
  /// - Parameter isAsked: `true` if particular passkeys were asked for, and `false` for any of the site.
  case noCredential(isAsked: Bool)
  case alreadyEnrolled
  case declined, timedOut, removed, full, unsupported, wrongPlace
  /// The key has several accounts, and nobody chose one.
  case severalAccounts
  /// - Parameter code: libfido2's number, as `fido_strerr` names it.
  case failed(code: Int32)
}

extension SecurityKeyProblem {
  /// - Parameters:
  ///   - code: What a function of libfido2 returned, other than `FIDO_OK`.
  ///   - isAsked: `true` if particular passkeys were asked for.
  init(code: Int32, isAsked: Bool = false) {
    self =
      switch code {
      // A key that goes while libfido2 agrees on secrets with it is an internal error there.
      case FIDO_ERR_TX, FIDO_ERR_RX, FIDO_ERR_INTERNAL: .removed
      case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: .noCredential(isAsked: isAsked)
      case FIDO_ERR_CREDENTIAL_EXCLUDED: .alreadyEnrolled
      case FIDO_ERR_OPERATION_DENIED, FIDO_ERR_KEEPALIVE_CANCEL, FIDO_ERR_NOT_ALLOWED: .declined
      case FIDO_ERR_TIMEOUT, FIDO_ERR_USER_ACTION_TIMEOUT, FIDO_ERR_ACTION_TIMEOUT: .timedOut
      case FIDO_ERR_PIN_INVALID: .wrongPIN(triesLeft: nil)
      case FIDO_ERR_PIN_AUTH_BLOCKED: .paused
      case FIDO_ERR_PIN_BLOCKED: .pinBlocked
      case FIDO_ERR_PIN_NOT_SET, FIDO_ERR_PIN_REQUIRED: .noPIN
      case FIDO_ERR_UV_BLOCKED, FIDO_ERR_UV_INVALID: .notRecognized
      case FIDO_ERR_KEY_STORE_FULL: .full
      case FIDO_ERR_UNSUPPORTED_ALGORITHM, FIDO_ERR_UNSUPPORTED_OPTION, FIDO_ERR_INVALID_OPTION: .unsupported
      default: .failed(code: code)
      }
  }

  /// What the flow learns of it, as little as a page learns from its browser.
  public var fault: KeyFault {
    switch self {
    case .alreadyEnrolled: .alreadyEnrolled
    case .wrongPlace: .wrongPlace
    case .declined, .timedOut: .dismissed
    default: .misread
    }
  }

  /// The problem's code, for programs.
  public var word: String {
    switch self {
    case .noKey: "noKey"
    case .notPermitted: "notPermitted"
    case .notAKey: "notAKey"
    case .tooOld: "tooOld"
    case .wrongPIN: "wrongPIN"
    case .paused: "paused"
    case .pinBlocked: "pinBlocked"
    case .pinNeeded: "secretNeeded"
    case .noPIN: "pinNotSet"
    case .notRecognized: "notRecognized"
    case .lastTry: "lastTry"
    case .noCredential: "noPasskey"
    case .alreadyEnrolled: "alreadyEnrolled"
    case .declined: "declined"
    case .timedOut: "timedOut"
    case .removed: "removed"
    case .full: "full"
    case .unsupported: "unsupported"
    case .wrongPlace: "wrongPlace"
    case .severalAccounts: "severalAccounts"
    case .failed: "failed"
    }
  }
}
