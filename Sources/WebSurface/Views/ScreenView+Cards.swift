import Vocabulary
import HandsProtocol

/// What only a Keycard's screens have.
extension ScreenView {
  /// How many words a card's phrase can have (BIP39).
  private static let phraseLengths = [12, 15, 18, 21, 24]

  /// The secret fields of this screen, by their ids.
  var secretShapes: [FieldID: SecretShape] {
    screen.blocks.reduce(into: [:]) { shapes, block in
      if case .field(let field) = block, case .secret(let shape) = field.kind { shapes[field.id] = shape }
    }
  }

  /// D-57: the card's own count stands under the field that costs a try, not among the sentences.
  var tries: (field: FieldID, copy: Copy)? {
    let counted = screen.blocks.last {
      if case .field(let field) = $0, case .secret(.digits) = field.kind { true } else { false }
    }
    guard case .field(let field) = counted, let copy = screen.says.dropFirst().first(where: { $0.meaning == .triesLeft }) else { return nil }
    return (field.id, copy)
  }

  func secret(_ field: Field, _ shape: SecretShape) -> [String: Any] {
    let all = secretShapes
    return SecretFieldView(field: field, shape: shape, all: all, tries: tries?.field == field.id ? tries?.copy : nil).values
  }

  func phraseEntry(_ field: FieldID) -> [String: Any] {
    ["id": field.rawValue, "counts": Self.phraseLengths.map { ["count": $0] }]
  }

  func signature(_ made: CardSignature) -> [String: Any] {
    let parts = [("address", "Signed by", made.address), ("hash", "Hash", made.hash), ("value", "Signature", made.signature)]
    return ["parts": parts.map { ["part": $0, "name": $1, "text": $2] }]
  }
}
