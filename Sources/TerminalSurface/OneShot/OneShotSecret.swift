import Encoding
import Vocabulary
import Keycard
import Sentences

/// What a one-shot command may need to be told in secret.
public enum OneShotSecret: String, CaseIterable, Sendable {
  case pin = "pin"
  case newPIN = "new-pin"
  case puk = "puk"
  case newPUK = "new-puk"
  case pairing = "pairing"
  case newPairing = "new-pairing"
  case phrase = "phrase"

  /// `true` if it is made here, and so asked for twice.
  var isNew: Bool { self == .newPIN || self == .newPUK || self == .newPairing }
  /// Its name, where a person is asked for it.
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
  /// What was typed, as it is sent.
  /// - Throws: Why it is not sent, where its form alone says that it is wrong (D-58).
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
  /// `nil` where the form itself has a sentence for it.
  private var problem: Sentence? {
    switch self {
    case .pin, .newPIN: "A PIN has \(CardDigits.pinCount) digits."
    case .puk, .newPUK: "A PUK has \(CardDigits.pukCount) digits."
    case .pairing, .newPairing: "A pairing password has at least one character."
    case .phrase: nil
    }
  }
}

/// Where a one-shot command gets its secrets, and where it shows those that were drawn.
public protocol SecretSource: Sendable {
  /// `true` if there is a way to be told it at all.
  func has(_ secret: OneShotSecret) -> Bool
  /// `nil` where nobody tells it.
  func read(_ secret: OneShotSecret) async -> Secret?
  /// The file descriptor that was named for it and that cannot be read at all; `nil` for any other.
  func unreadable(_ secret: OneShotSecret) -> Int32?
  /// `true` if a PUK and a pairing password could be shown: asked before they are drawn.
  var canShow: Bool { get }
  /// Shows them to the person, and gives whether they said that they are saved.
  func show(puk: Secret, pairing: Secret) async -> Bool
}

extension SecretSource {
  /// None, where secrets come from something else.
  public func unreadable(_ secret: OneShotSecret) -> Int32? { nil }
}
