import Model
import Sentences
import Vocabulary

extension KeyName {
  /// Returns the reader's version of `shown`: the label unchanged or, if there is none, the kind of key.
  public static func sentence(_ label: String, isCard: Bool = false) -> Sentence {
    guard label.isEmpty else { return Sentence(verbatim: label) }
    return isCard ? Copy.keycard.sentence : Copy.unnamedPasskey.sentence
  }
  /// Returns the name for the middle of a sentence, where a key without a label is "your passkey from sign-up".
  public static func inSentence(_ label: String, isCard: Bool = false) -> Sentence {
    guard label.isEmpty else { return Sentence(verbatim: label) }
    return isCard ? Copy.yourKeycard.sentence : Copy.yourUnnamedPasskey.sentence
  }
}

extension HeldKey {
  /// The person's name for the key. A passkey from sign-up has no name until the person gives it one.
  public var name: Sentence { KeyName.sentence(label, isCard: kind == .card) }
  /// The name used for comparisons, which is the same in every language.
  var comparedName: String { KeyName.shown(label, kind) }
}

extension Copy {
  static let keycard = Copy("D-40.label", "Keycard")
  static let unnamedPasskey = Copy("key.unnamed", "Passkey from sign-up")
  static let yourKeycard = Copy("key.keycard.inSentence", "your Keycard")
  static let yourUnnamedPasskey = Copy("key.unnamed.inSentence", "your passkey from sign-up")
}
