import Wraps

/// What identifies the paper with a recovery code, its kit: printed at its foot, and kept with the code's row.
public struct Kit: Hashable, Sendable {
  /// The number of the kit, counted from 1 (G-17).
  public var number: Int
  /// The check that its words give.
  public var check: PhraseCheck
  public init(number: Int, check: PhraseCheck) { self.number = number; self.check = check }

  /// Reads a kit as a program wrote it; `nil` if it has not the form of one.
  public init?(number: Int, check: String) {
    guard number > 0, let check = PhraseCheck(check) else { return nil }
    self.init(number: number, check: check)
  }

  /// Reads what stands on a paper as people type it: the number, then the eight characters of the check, with or without
  /// anything between them.
  public init?(typed: String) {
    let kept = typed.filter { $0.isLetter || $0.isNumber }
    guard let check = PhraseCheck(typed: String(kept.suffix(8))), kept.count > 8,
      let number = Int(kept.dropLast(8)), number > 0
    else { return nil }
    self.init(number: number, check: check)
  }

  /// The kit as its address's fragment names it.
  public var name: String { "\(number)-\(check.text)" }
}
