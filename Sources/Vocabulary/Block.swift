import FlowKit
import HandsProtocol
import Model

/// What a screen is made of.
public enum Block: Hashable, Sendable {
  case detector(Detector)
  case field(Field)
  case badge(KeyRole)
  case banner(Copy, Tone = .warning)
  /// Something goes on that the person only waits for (E-28).
  case progress(Copy)
  /// Twelve words, drawn by the hands where they lie.
  case words(FieldID)
  /// Twelve words, typed; they stay in the hands.
  case wordEntry(FieldID)
  /// A new card's PUK and pairing password, drawn by the hands where they lie, with a way to print them (G-11).
  case cardSecrets(FieldID)
  /// A card's phrase, named and numbered so that nobody takes it for the recovery code (G-42), drawn by the hands where
  /// it lies.
  case cardPhrase(FieldID)
  /// A card's phrase of 12 to 24 words, typed; it stays in the hands.
  case cardPhraseEntry(FieldID)
  /// What lies in this field and is about to be signed; of a file its name and its hash. Drawn by the hands.
  case toSign(FieldID)
  /// What a card signed, each part with a way to copy it.
  case signature(CardSignature)
  /// Something the person vouches for before the last button.
  case box(FieldID, Copy)
  /// What is true now, line by line.
  case receipt([Fact])
  case facts([Fact])
  /// The journal and the peer history, drawn by the hands (G-30).
  case journal
  /// Names, each with a text that only the hands have, drawn by them where it lies. Where that is empty there is
  /// nothing to draw.
  case told([Told])
  /// A key for a program that makes codes by the clock, drawn by the hands as text and as a QR code.
  case clockKey(FieldID)
  /// The choices that are rows stand here, and not after all blocks: what is pressed comes before what is looked at.
  case rows
  /// Ways that suffice, each as the things that it takes together (C-56).
  case policies([PolicyLine])
  /// What it costs, live (C-36).
  case cost([Fact])
  /// A payment to make with a wallet, how much it is, and what is said of it (C-61).
  case payment(EscrowPayment, amount: Copy, Copy)
  /// What comes back to a wallet of a payment, how much it is, and what is said of it.
  case refund(EscrowRefund, amount: Copy, Copy)

  public static func field(
    _ id: FieldID, label: Copy, hint: Copy? = nil, _ kind: FieldKind, autocomplete: Autocomplete = .off,
    start: String? = nil, fault: Copy? = nil
  ) -> Block {
    .field(Field(id: id, label: label, hint: hint, kind: kind, autocomplete: autocomplete, start: start, fault: fault))
  }
}

extension Block: ScreenBlock {
  public var fields: [FieldID: FieldKind] {
    switch self {
    case .field(let field): [field.id: field.kind]
    case .wordEntry(let id): [id: .secret(.words(12))]
    case .cardPhraseEntry(let id): [id: .secret(.phrase)]
    case .box(let id, _): [id: .box]
    default: [:]
    }
  }

  public var sentence: Copy? { if case .banner(let copy, _) = self { copy } else { nil } }
}
