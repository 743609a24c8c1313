import FlowKit
import HandsProtocol
import Model

/// A part of a screen.
public enum Block: Hashable, Sendable {
  case detector(Detector)
  case field(Field)
  case badge(KeyRole)
  case banner(Copy, Tone = .warning)
  /// An operation in progress that the person only waits for (E-28).
  case progress(Copy)
  /// Twelve words that the hands hold and show.
  case words(FieldID)
  /// Twelve words that the person types. They remain in the hands.
  case wordEntry(FieldID)
  /// Three of the words that the hands showed, typed from the paper. The hands draw which three, and compare them: they
  /// say only that all three are right.
  case threeWords(FieldID)
  /// A new card's PUK and pairing password, held and shown by the hands, with a way to print them (G-11).
  case cardSecrets(FieldID)
  /// A card's phrase, named and numbered so that nobody mistakes it for the recovery code (G-42), held and shown by the
  /// hands.
  case cardPhrase(FieldID)
  /// A card's phrase of 12 to 24 words that the person types. The phrase remains in the hands.
  case cardPhraseEntry(FieldID)
  /// The content of this field, which is about to be signed. For a file, its name and hash are shown. The hands show
  /// it.
  case toSign(FieldID)
  /// A card's signature, each part with a way to copy it.
  case signature(CardSignature)
  /// A box to tick for something that the person confirms before the last button.
  case box(FieldID, Copy)
  /// The current facts, line by line.
  case receipt([Fact])
  case facts([Fact])
  /// The journal and the peer history, shown by the hands (G-30).
  case journal
  /// The copy of the journal that the hands made: what is in it, what opens it, and how to save it.
  case copy
  /// The journal's size, which the hands count once they have opened it.
  case journalSize(JournalLook)
  /// Names, each with a text that only the hands hold and show. An empty text is not shown.
  case told([Told])
  /// A key for a program that generates time-based codes, shown by the hands as text and as a QR code.
  case clockKey(FieldID)
  /// The position of the choices that are rows, if they do not follow all blocks. Choices that can be pressed precede
  /// content that is only read.
  case rows
  /// Sufficient ways, each listing the parts that it requires together (C-56).
  case policies([PolicyLine])
  /// Addresses to keep, each with the name of what is there, with ways to copy and to print them.
  case addresses([Fact])
  /// The price, updated live (C-36).
  case cost([Fact])
  /// A payment to make with a wallet, its amount, and its text (C-61).
  case payment(EscrowPayment, amount: Copy, Copy)
  /// A command for a terminal, with a way to copy it, and the text that introduces it.
  case command(TerminalCommand, Copy)
  /// A refund to a wallet, its amount, and its text.
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
    case .threeWords(let id): [id: .secret(.words(3))]
    case .cardPhraseEntry(let id): [id: .secret(.phrase)]
    case .box(let id, _): [id: .box]
    default: [:]
    }
  }

  public var sentence: Copy? { if case .banner(let copy, _) = self { copy } else { nil } }
}
