import Encoding
import Foundation
import HandsProtocol
import Model
import Wraps

/// Checks the bundle from the hands against the account's current state and keeps either all of it or, by throwing,
/// nothing (WRAPS §4, §5).
struct WayKeeper {
  let records: any Records
  let account: AccountID
  let rpID: String
  let prfSalt: [UInt8]
  let now: Date

  /// The bundle does not fit: it was made for a different generation or account, or by hands that do not follow the
  /// format.
  struct Conflict: Error {}

  /// A way that is new, or was remade at this generation.
  struct Kept {
    var credential: KeyID?
    var record: WayRecord
    var sealed: SealedWay
    /// What stands on the paper with a code; `nil` for every other way.
    var kit: Kit?
  }

  /// Writes the first or next generation and returns the accompanying ways, for the caller to store in rows.
  ///
  /// - Parameter dropping: The record ids of the ways that a new generation leaves out; all others must be kept.
  func take(_ bundle: SealedBundle, dropping: Set<String> = []) throws -> [Kept] {
    do {
      var current = try records.generations(of: account).last
      guard bundle.g == current?.number ?? 0 else { throw Conflict() }
      if let first = bundle.first {
        guard current == nil, bundle.rotation == nil else { throw Conflict() }
        current = try begin(first)
      }
      if let rotation = bundle.rotation {
        guard let old = current else { throw Conflict() }
        current = try rotate(rotation, from: old, dropping)
      } else if !dropping.isEmpty {
        throw Conflict()  // nothing leaves but by a new generation
      }
      guard let current else { throw Conflict() }
      return try bundle.ways.map { try check($0, at: current) }
    } catch is WrapsError { throw Conflict() }
  }

  private func begin(_ first: SealedBundle.First) throws -> Generation {
    let statement = try GenerationStatement.verifyFirst(first.statement)
    guard statement.account == account.bytes, Compact.hash(first.index) == statement.indexHash else { throw Conflict() }
    try SealedEntry.check(first.index, account: account.bytes, entry: SealedEntry.index, rev: 1, generation: 1)
    let generation = Generation(
      account: account, number: 1, authority: statement.authority, statement: first.statement, history: "",
      createdAt: now)
    try records.insert(generation)
    try records.put(JournalEntry(account: account, id: JournalEntry.indexID, rev: 1, sealed: first.index))
    try records.append(AuditEntry(.masterKeyMade, account: account, at: now))
    return generation
  }

  private func rotate(_ rotation: SealedBundle.Rotation, from old: Generation, _ dropping: Set<String>) throws
    -> Generation
  {
    let statement = try GenerationStatement.verify(rotation.statement, authority: old.authority)
    guard statement.account == account.bytes, statement.generation == old.number.next,
      Compact.hash(rotation.history) == statement.historyHash
    else {
      throw Conflict()
    }
    try SealedHistory.check(rotation.history, account: account.bytes, generation: statement.generation)
    try takeIndex(rotation, statement)
    try takeWraps(rotation, statement, dropping)
    let generation = Generation(
      account: account, number: statement.generation, authority: statement.authority, statement: rotation.statement,
      history: rotation.history,
      createdAt: now)
    try records.insert(generation)
    try records.append(AuditEntry(.masterKeyRotated, account: account, at: now))
    return generation
  }

  private func takeIndex(_ rotation: SealedBundle.Rotation, _ statement: GenerationStatement) throws {
    let index = try records.journalEntry(JournalEntry.indexID, of: account)
    guard rotation.indexRev == (index?.rev ?? 0).next, Compact.hash(rotation.index) == statement.indexHash else {
      throw Conflict()
    }
    try SealedEntry.check(
      rotation.index, account: account.bytes, entry: SealedEntry.index, rev: rotation.indexRev,
      generation: statement.generation)
    try records.put(
      JournalEntry(account: account, id: JournalEntry.indexID, rev: rotation.indexRev, sealed: rotation.index))
  }

  /// Verifies that the statement contains every way except the dropped ones with its record unchanged, and gives each
  /// way the wrap that the statement names.
  private func takeWraps(_ rotation: SealedBundle.Rotation, _ statement: GenerationStatement, _ dropping: Set<String>)
    throws
  {
    let kept = Dictionary(statement.keep.map { (Base64URL.encode($0.record), $0) }) { first, _ in first }
    let ways = try records.ways(of: account).filter { $0.sealed.map { !dropping.contains($0.recordID) } ?? false }
    guard kept.count == ways.count else { throw Conflict() }
    for var way in ways {
      guard let sealed = way.sealed, let keep = kept[sealed.recordID], let wrap = rotation.wraps[sealed.recordID],
        keep.recordHash == Compact.hash(sealed.record), keep.wrapHash == Compact.hash(wrap)
      else { throw Conflict() }
      try SealedWrap.check(
        wrap, account: account.bytes, record: keep.record, kind: way.kind, generation: statement.generation)
      way.sealed?.wrap = wrap
      try records.update(way)
    }
  }

  private func check(_ new: SealedBundle.Way, at generation: Generation) throws -> Kept {
    let record = try WayRecord.verify(new.record, authority: generation.authority)
    guard record.account == account.bytes, record.generation == generation.number, record.rpID == rpID,
      record.wrapHash == Compact.hash(new.wrap),
      (record.kind == .key || record.kind == .card) == (new.credential != nil),
      record.kind != .key || record.find == prfSalt, record.kind != .card || record.find == nil
    else { throw Conflict() }
    try SealedWrap.check(
      new.wrap, account: account.bytes, record: record.record, kind: record.kind, generation: generation.number)
    let isFound = record.kind == .phrase || record.kind == .escrow
    return Kept(
      credential: new.credential.map(KeyID.init(rawValue:)), record: record,
      sealed: SealedWay(
        recordID: Base64URL.encode(record.record), record: new.record, wrap: new.wrap, find: isFound ? record.find : nil
      ), kit: try kit(new.kit, of: record.kind))
  }

  /// Judges the form of what stands on a paper: a code has it, and its number is one that was given out. Whether the
  /// check fits the words, only those who have them can say.
  private func kit(_ claimed: SealedBundle.Kit?, of kind: WayKind) throws -> Kit? {
    guard let claimed else {
      guard kind != .phrase else { throw Conflict() }
      return nil
    }
    guard kind == .phrase, let kit = Kit(number: claimed.number, check: claimed.check),
      kit.number <= (try records.count(of: .recoveryCodeRevealed, of: account))
    else { throw Conflict() }
    return kit
  }
}

extension SealedWay {
  /// Returns `true` if a remade record keeps its id, recipient, proof key and lookup (WRAPS §5). Otherwise, the next
  /// rotation would create a wrap that nobody can open.
  func isRenewed(by new: WayKeeper.Kept) -> Bool {
    guard let old = try? WayRecord(reading: record) else { return false }
    return recordID == new.sealed.recordID && old.recipient == new.record.recipient && old.proof == new.record.proof
      && old.find == new.record.find
  }
}

extension SealedBundle {
  /// Decodes a bundle from text; `nil` if it contains none.
  static func read(_ text: String?) -> SealedBundle? {
    text.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
  }
}
