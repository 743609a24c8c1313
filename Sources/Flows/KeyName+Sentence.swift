import Model
import Sentences
import Vocabulary

extension KeyName {
  /// The reader's version of `shown`: the label unchanged or, if there is none, the kind of thing that it is.
  public static func sentence(_ label: String, isCard: Bool = false) -> Sentence {
    guard label.isEmpty else { return Sentence(verbatim: label) }
    return isCard ? Copy.keycard.sentence : Copy.unnamedPasskey.sentence
  }
}

extension HeldKey {
  /// The person's name for it; a passkey from sign-up has none until it gets one.
  public var name: Sentence { KeyName.sentence(label, isCard: kind == .card) }
  /// The name used for comparisons: the same in every language.
  var comparedName: String { KeyName.shown(label, kind) }
}

extension Copy {
  static let keycard = Copy("D-40.label", "Keycard")
  static let unnamedPasskey = Copy("key.unnamed", "Passkey from sign-up")
}
