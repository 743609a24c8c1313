import HandsProtocol
import Sentences
import Vocabulary

/// The parts that appear only on a Keycard's screens.
extension ScreenView {
  /// The possible numbers of words in a card's phrase (BIP39).
  private static let phraseLengths = [12, 15, 18, 21, 24]

  /// The secret fields of this screen, keyed by their ids.
  var secretShapes: [FieldID: SecretShape] {
    screen.blocks.reduce(into: [:]) { shapes, block in
      if case .field(let field) = block, case .secret(let shape) = field.kind { shapes[field.id] = shape }
    }
  }

  /// D-57: the card's own count is shown under the field that uses up a try, not among the sentences.
  var tries: (field: FieldID, copy: Copy)? {
    let counted = screen.blocks.last {
      if case .field(let field) = $0, case .secret(.digits) = field.kind { true } else { false }
    }
    let copy = screen.says.dropFirst().first { $0.meaning == .triesLeft }
    guard case .field(let field) = counted, let copy else { return nil }
    return (field.id, copy)
  }

  func secret(_ field: Field, _ shape: SecretShape) -> [String: Any] {
    let all = secretShapes
    let counted = tries?.field == field.id ? tries?.copy : nil
    return SecretFieldView(field: field, shape: shape, all: all, tries: counted).values
  }

  func phraseEntry(_ field: FieldID) -> [String: Any] {
    ["id": field.rawValue, "counts": Self.phraseLengths.map { ["count": $0] }]
  }

  func signature(_ made: CardSignature) -> [String: Any] {
    let parts = [
      ("address", say("Signed by"), made.address), ("hash", say("Hash"), made.hash),
      ("value", say("Signature"), made.signature),
    ]
    return ["parts": parts.map { ["part": $0, "name": $1, "text": $2] }]
  }
}
