import Model
import Sentences

/// Checks the rows of a log in order, and reports the first break.
public struct AuditVerifier: Sendable {
  private var remembered: [AuditHead]
  private let untold: UntoldFacts
  /// The head after the last row that fits.
  public private(set) var head: AuditHead
  /// The first break so far.
  public private(set) var found: AuditBreak?
  /// The last number of each account whose entries have one.
  private var numbers: [[UInt8]: Int64]

  /// - Parameters:
  ///   - remembered: Heads that this log once had. If there are any, a truncated log and a recomputed chain are detected
  ///     too. One from before the beginning cannot be compared.
  ///   - untold: The facts in the log's database that are missing from the log.
  ///   - beginning: The last entry that was taken out of the log, as somebody signed it.
  ///   - numbers: The number of the last entry of each account that was taken out, if it had one.
  public init(
    remembered: [AuditHead] = [], untold: UntoldFacts = .none, beginning: AuditHead = .beginning,
    numbers: [[UInt8]: Int64] = [:]
  ) {
    self.remembered = remembered
    self.untold = untold
    head = beginning
    self.numbers = numbers
    compareHead()
  }

  /// Remembers one more head, which this log must have when it comes there.
  public mutating func remember(_ head: AuditHead) {
    remembered.append(head)
    compareHead()
  }

  public mutating func take(_ row: AuditRow) {
    if let found {
      if found.kind == .missing, found.position == row.position {
        self.found = AuditBreak(.misplaced, position: row.position)
      }
      return
    }
    let expected = head.position + 1
    guard row.position == expected else {
      found =
        row.position > expected
        ? AuditBreak(.missing, position: expected) : AuditBreak(.misplaced, position: row.position)
      return
    }
    guard let line = row.line, row.digest == AuditChain.digest(of: line, after: head) else {
      found = AuditBreak(.changed, position: expected)
      return
    }
    guard follows(line) else {
      found = AuditBreak(.skipped, position: expected)
      return
    }
    head = AuditHead(position: expected, digest: row.digest)
    compareHead()
  }

  /// The verdict after the last row: the head of an unbroken log, or the first break.
  public var verdict: Result<AuditHead, AuditBreak> {
    if let found { return .failure(found) }
    if remembered.contains(where: { $0.position > head.position }) {
      return .failure(AuditBreak(.cutOff, position: head.position + 1))
    }
    guard untold == .none else { return .failure(AuditBreak(.untold, position: head.position + 1)) }
    return .success(head)
  }

  /// An account's numbers leave none out: an entry that was taken away before it had its place in the chain would be
  /// missed by nothing else.
  private mutating func follows(_ line: AuditLine) -> Bool {
    guard let account = line.account, let number = line.number else { return true }
    guard number == (numbers[account] ?? 0) + 1 else { return false }
    numbers[account] = number
    return true
  }

  private mutating func compareHead() {
    if remembered.contains(where: { $0.position == head.position && $0 != head }) {
      found = AuditBreak(.rewritten, position: head.position)
    }
  }
}

/// The first place where a log contradicts itself or the remembered head.
public struct AuditBreak: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable, CaseIterable {
    case changed, missing, misplaced, rewritten, untold, skipped
    case cutOff = "cut_off"
  }
  public var position: Int
  public var kind: Kind
  public init(_ kind: Kind, position: Int) { self.kind = kind; self.position = position }

  public var description: String { sentence.english }

  /// A description of the break for the person.
  public var sentence: Sentence {
    switch kind {
    case .changed: "Broken at position \(position): the entry is not the one that was written there."
    case .missing: "Broken at position \(position): the entry is missing."
    case .misplaced: "Broken at position \(position): the entry stands where it does not belong."
    case .rewritten:
      "Broken at position \(position) or before: the log fits itself, and is not the one whose head was remembered."
    case .untold:
      """
      Broken at position \(position) or before: the log fits itself, and does not tell of accounts, sign-ins or \
      other acts that are there.
      """
    case .skipped:
      "Broken at position \(position): an entry of the same account that was written before it is missing."
    case .cutOff:
      "Broken at position \(position): the log ends before it, and the head that was remembered comes after."
    }
  }
}
