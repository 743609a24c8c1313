import Encoding
import Vocabulary
import Keycard
import Sentences

/// The secrets that a one-shot command may need.
public enum OneShotSecret: String, CaseIterable, Sendable {
  case pin = "pin"
  case newPIN = "new-pin"
  case puk = "puk"
  case newPUK = "new-puk"
  case pairing = "pairing"
  case newPairing = "new-pairing"
  case phrase = "phrase"

  /// `true` if the secret is newly chosen and must therefore be entered twice.
  var isNew: Bool { self == .newPIN || self == .newPUK || self == .newPairing }
  /// The secret's name in prompts.
  var name: Sentence {
    switch self {
    case .pin: "PIN, 6 digits"
    case .newPIN: "New PIN, 6 digits"
    case .puk: "PUK, 12 digits"
    case .newPUK: "New PUK, 12 digits"
    case .pairing: "Pairing password"
    case .newPairing: "New pairing password"
    case .phrase: "The card phrase, 12 to 24 words"
    }
  }
  /// Converts the typed secret into the form that is sent.
  /// - Throws: The reason why the secret is not sent, if its form alone shows that it is wrong (D-58).
  func read(_ typed: Secret) throws(Problem) -> Secret {
    switch FieldCheck.judge(typed, shape) {
    case .secret(let secret, _)?: return secret
    case .refused(let why)?: throw Problem(sentence: problem ?? why)
    case .text?, .unequal?, nil: return typed
    }
  }
  struct Problem: Error { var sentence: Sentence }

  private var shape: SecretShape {
    switch self {
    case .pin, .newPIN: .digits(CardDigits.pinCount)
    case .puk, .newPUK: .digits(CardDigits.pukCount)
    case .pairing, .newPairing: .nonEmpty
    case .phrase: .phrase
    }
  }
  /// `nil` if the form itself has a sentence for it.
  private var problem: Sentence? {
    switch self {
    case .pin, .newPIN: "A PIN has \(CardDigits.pinCount) digits."
    case .puk, .newPUK: "A PUK has \(CardDigits.pukCount) digits."
    case .pairing, .newPairing: "A pairing password has at least one character."
    case .phrase: nil
    }
  }
}

/// A source of secrets for a one-shot command, which can also show generated secrets.
public protocol SecretSource: Sendable {
  /// `true` if there is any way to obtain the secret.
  func has(_ secret: OneShotSecret) -> Bool
  /// Reads a secret; returns `nil` if nobody provides it.
  func read(_ secret: OneShotSecret) async -> Secret?
  /// Returns the file descriptor supplied for this secret if it cannot be read, otherwise `nil`.
  func unreadable(_ secret: OneShotSecret) -> Int32?
  /// `true` if a PUK and a pairing password could be shown. This is checked before they are generated.
  var canShow: Bool { get }
  /// Shows the PUK and pairing password to the person, and returns whether the person confirmed that they are saved.
  func show(puk: Secret, pairing: Secret) async -> Bool
}

extension SecretSource {
  /// Returns `nil`, for sources that do not read secrets from file descriptors.
  public func unreadable(_ secret: OneShotSecret) -> Int32? { nil }
}
