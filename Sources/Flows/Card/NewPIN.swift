import Vocabulary
import HandsProtocol

/// A new PIN, typed twice (D-09, D-10). A narrow window and a terminal ask for the two entries one after the other
/// (D-11).
enum NewPIN {
  static let first: FieldID = "newPIN", second: FieldID = "newPINAgain"
  static let fields: [Block] = [
    .digits(first, .newPIN, 6), .field(second, label: .newPINAgain, hint: .digits(6), .secret(.repeats(first))),
  ]
  static let needs: [Need] = [.ready(first), .ready(second)]

  /// The way in which a card is given a new PIN.
  enum Giving: String, Codable, Hashable, Sendable {
    /// With the card already open: it is unknown whether the old PIN or the new one holds.
    case changing
    /// With the PUK.
    case unfreezing

    /// The sentence above the PIN if the card was removed in the meantime.
    var copy: Copy { self == .changing ? .newPINMayHold : .newPINHolds }
  }
}

extension Block {
  /// Exactly `count` digits: anything else is not ready, so it is never sent and costs no try (D-58).
  static func digits(_ id: FieldID, _ label: Copy, _ count: Int) -> Block {
    .field(id, label: label, hint: .digits(count), .secret(.digits(count)))
  }
}
