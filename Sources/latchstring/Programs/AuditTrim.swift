import AuditLog
import Foundation
import Model
import Sentences

/// Takes old entries out of a site's log, once they are in a file and that is on the disk.
struct AuditTrim {
  let store: any Store
  let signer: CheckpointSigner
  /// Entries of this time and later stay.
  let cutoff: Date

  struct Outcome {
    /// The number of entries that were taken out.
    var entries: Int
    /// The position of the first that is left.
    var first: Int
  }

  /// The number of days for which entries stay at least: what pages show of the last weeks is read from them.
  static let days = 30...36_500
  /// Returns for how many days entries stay; `nil` if for ever.
  static func days(_ read: StrictSettings) throws -> Int? { try read.number("audit.keep.days", in: days) }
  /// The number of entries that are taken out in one transaction.
  private static let slice = 500

  /// Returns the newest checkpoint of which every entry is older than the cutoff; `nil` if there is none in the log, or
  /// none that the key signed.
  static func end(in store: any Store, before cutoff: Date, _ key: CheckpointKey) async throws -> AuditHead? {
    try await store.read { records in
      let begun = try records.auditBeginning()?.head.position ?? 0
      let young = try records.firstAuditPosition(since: cutoff) ?? .max
      var position = young > begun ? young - 1 : begun
      while position > begun, let found = try records.checkpoint(upTo: position), found.position > begun {
        if let head = key.checkpoint(in: found.note)?.head, head.position == found.position { return head }
        position = found.position - 1
      }
      return nil
    }
  }

  /// - Returns: `nil` if there is nothing to take out. Then there is no file either.
  /// - Throws: `ConfigurationProblem` if the log is broken, or the file cannot be written. Then nothing is taken out, and
  ///   there is no file.
  func run(exportingTo path: String) async throws -> Outcome? {
    guard let end = try await Self.end(in: store, before: cutoff, signer.key) else { return nil }
    var file = try AuditExportFile(path), entries = 0
    do {
      let basis = try await AuditBasis(of: store, key: signer.key)
      var verifier = basis.verifier(upTo: end)
      try await store.eachAuditRow(upTo: end.position) { row in
        verifier.take(row)
        if verifier.found == nil { try file.write(try AuditExport.line(of: row)) }
        entries += 1
      }
      if case .failure(let found) = verifier.verdict {
        throw ConfigurationProblem("Nothing was taken out: \(found.sentence)", code: "broken")
      }
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
    while try await takeSlice(upTo: end) {}
    _ = await store.forgetDeleted()
    return Outcome(entries: entries, first: end.position + 1)
  }

  private static var changed: ConfigurationProblem {
    ConfigurationProblem(
      "The log was changed while entries were taken out. What is in the file may be gone from the database.",
      code: "broken")
  }

  /// Takes a slice out, and lets the log begin after it. Whoever reads it, or finds it after a crash, finds a whole one.
  /// - Returns: `true` if there is more.
  private func takeSlice(upTo end: AuditHead) async throws -> Bool {
    try await store.write { [signer, cutoff] records in
      let begun = try records.auditBeginning()
      let rows = try records.auditRows(from: .min, limit: Self.slice).prefix { $0.position <= end.position }
      guard let last = rows.last else { return false }
      // Somebody may have written to the database since the rows were followed.
      var verifier = AuditVerifier(
        remembered: [end], beginning: begun?.head ?? .beginning, numbers: try records.trimmedNumbers())
      rows.forEach { verifier.take($0) }
      guard verifier.found == nil, verifier.head.position == last.position else { throw Self.changed }
      let until = rows.compactMap(\.line?.at).reduce(begun?.until ?? .min) { max($0, $1) }
      guard until <= Int64((cutoff.timeIntervalSince1970 * 1000).rounded(.up)) else { throw Self.changed }
      try records.trimAudit(to: try signer.beginning(after: verifier.head, until: until))
      return last.position < end.position
    }
  }
}
