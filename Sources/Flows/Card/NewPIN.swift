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
    /// The card is already open. It is unknown whether the old PIN or the new PIN is valid.
    case changing
    /// The card is being unfrozen with the PUK.
    case unfreezing

    /// The sentence shown above the PIN field if the card was removed in the meantime.
    var copy: Copy { self == .changing ? .newPINMayHold : .newPINHolds }
  }
}

extension Block {
  /// Returns a field for exactly `count` digits. Any other input is not ready, so it is never sent and does not use up
  /// a try (D-58).
  static func digits(_ id: FieldID, _ label: Copy, _ count: Int) -> Block {
    .field(id, label: label, hint: .digits(count), .secret(.digits(count)))
  }
}
