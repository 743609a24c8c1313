import AuditLog
import Foundation
import Model
import Sentences
import Store

/// The file of a copy of the accounts, read back.
struct CopyFile {
  let path: String

  struct Contents: Sendable {
    /// The head of its audit log.
    var head: String
    /// The time of the newest thing that it knows of.
    var madeAt: Date
    var accounts: Int
    /// The ways in that stand in it, and whether each has a wrap.
    var ways: [KeyID: Bool]
  }

  /// Reads the whole file: every page, and the whole audit log with its chain.
  ///
  /// - Parameter accounts: The database that it was copied from.
  /// - Throws: `ConfigurationProblem` if something in it is damaged or missing, or if it is a copy of something else.
  func read(against accounts: SQLiteStore) async throws -> Contents {
    let copy: SQLiteStore
    try FileLook.expectReadable(path, "copy at ", missing: "noCopy")
    do {
      copy = try SQLiteStore(reading: path)
      try await copy.checkIntegrity()
    } catch let error as StoreError { throw unusable(error.reason) }
    let (head, last) = try await log(of: copy)
    let known = try await accounts.read { try $0.auditRows(from: head.position, limit: 1) }.first
    guard head.position == 0 || (known?.position == head.position && known?.digest == head.digest) else {
      throw ConfigurationProblem("\(path) is not a copy of the accounts on this computer.", code: "otherAccounts")
    }
    return try await copy.read { records in
      let all = try records.accounts(limit: .max)
      let ways = try all.flatMap { try records.ways(of: $0.id) }
      return Contents(
        head: head.text, madeAt: last, accounts: all.count,
        ways: Dictionary(ways.map { ($0.id, $0.opens) }) { first, _ in first })
    }
  }

  private func log(of copy: SQLiteStore) async throws -> (AuditHead, last: Date) {
    var verifier = AuditVerifier(untold: try await copy.read { try $0.untold() }), last = Int64(0)
    try await copy.eachAuditRow { row in
      verifier.take(row)
      last = row.line?.at ?? last
    }
    switch verifier.verdict {
    case .success(let head): return (head, Date(timeIntervalSince1970: Double(last) / 1000))
    case .failure(let found): throw unusable(found.sentence)
    }
  }

  private func unusable(_ reason: Sentence) -> ConfigurationProblem {
    ConfigurationProblem("\(path) can't be used as a copy: \(reason). Make a new one.", code: "badCopy")
  }
}
