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

  /// Writes the file, which is not there yet, and reads it back.
  ///
  /// - Throws: `ConfigurationProblem`.
  func write(from accounts: SQLiteStore) async throws -> Contents {
    do { try await accounts.copy(to: path) } catch let error as StoreError {
      throw ConfigurationProblem("\(path) cannot be written: \(error.reason).")
    }
    return try await read(against: accounts)
  }

  /// Reads the whole file: every page, and the whole audit log with its chain.
  ///
  /// - Parameter accounts: The database that it was copied from.
  /// - Throws: `ConfigurationProblem` if something in it is damaged or missing, or if it is a copy of something else.
  func read(against accounts: SQLiteStore) async throws -> Contents {
    try FileLook.expectReadable(path, "copy at ", missing: "noCopy")
    do { return try await read(SQLiteStore(reading: path), against: accounts) } catch let error as StoreError {
      guard error.code == .outdated else { throw unusable(error.reason) }
    }
    do { return try await readFromBefore(against: accounts) } catch let error as StoreError {
      throw unusable(error.reason)
    }
  }

  /// Reads a copy that an older version wrote, brought up to date in a folder of its own as a start would do it. The
  /// copy stays as it is.
  private func readFromBefore(against accounts: SQLiteStore) async throws -> Contents {
    let files = FileManager.default, folder = files.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try files.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? files.removeItem(atPath: folder) }
    let file = folder + "/copy"
    try files.copyItem(atPath: path, toPath: file)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    return try await read(SQLiteStore(path: file), against: accounts)
  }

  private func read(_ copy: SQLiteStore, against accounts: SQLiteStore) async throws -> Contents {
    try await copy.checkIntegrity()
    let (head, last) = try await log(of: copy)
    guard try await isKnown(head, of: copy, to: accounts) else {
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

  /// Returns `true` if the accounts' log has this head of the copy. If what it has there was taken out, a checkpoint that
  /// both logs have says that they are one.
  private func isKnown(_ head: AuditHead, of copy: SQLiteStore, to accounts: SQLiteStore) async throws -> Bool {
    if head.position == 0 { return true }
    let (digest, beginning, shared) = try await accounts.read { records in
      (
        try records.auditDigest(at: head.position), try records.auditBeginning()?.head.position ?? 0,
        try records.checkpoint(upTo: head.position)
      )
    }
    guard head.position < beginning else { return digest == head.digest }
    // A checkpoint of any key the site had.
    guard let shared else { return false }
    return try await copy.read { try $0.checkpoint(upTo: shared.position) } == shared
  }

  private func log(of copy: SQLiteStore) async throws -> (AuditHead, last: Date) {
    let basis = try await AuditBasis(of: copy)
    var verifier = basis.verifier(), last = basis.beginning?.until ?? 0
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
