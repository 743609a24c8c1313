/// The first place at which a log does not fit itself, or not the head that was remembered.
public struct AuditBreak: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable, CaseIterable {
    case changed, missing, misplaced, rewritten, untold
    case cutOff = "cut_off"
  }
  public var position: Int
  public var kind: Kind
  public init(_ kind: Kind, position: Int) { self.kind = kind; self.position = position }

  /// One sentence.
  public var description: String {
    switch kind {
    case .changed: "Broken at position \(position): the entry is not the one that was written there."
    case .missing: "Broken at position \(position): the entry is missing."
    case .misplaced: "Broken at position \(position): the entry stands where it does not belong."
    case .rewritten: "Broken at position \(position) or before: the log fits itself, and is not the one whose head was remembered."
    case .untold:
      "Broken at position \(position) or before: the log fits itself, and does not tell of accounts or sign-ins that are there."
    case .cutOff: "Broken at position \(position): the log ends before it, and the head that was remembered comes after."
    }
  }
}
