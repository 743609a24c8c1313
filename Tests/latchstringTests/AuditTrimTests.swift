import AuditLog
import Foundation
import Model
import TestProgram
import TestSite
import Testing

@testable import Store
@testable import latchstring

/// `latchstring audit trim`, and `audit verify` afterwards.
@Suite(.timeLimit(.minutes(5))) struct AuditTrimTests {
  private let old = Date() - 400 * 86_400

  /// A site's database with an account that is old, and the key of its checkpoints.
  private struct Site {
    let folder: String, store: SQLiteStore, signer: CheckpointSigner, account: Account

    func append(_ count: Int, at time: Date) async throws {
      try await store.write { [account] records in
        for _ in 0..<count { try records.append(AuditEntry(.passwordSet, account: account.id, at: time)) }
      }
    }
    func sign() async throws {
      try await store.write { [signer] records in
        let head = try records.auditHead()
        try records.insert(checkpoint: try signer.note(of: head), at: head.position)
      }
    }
    func change(_ sql: String) async throws {
      try await store.write { try #require($0 as? any SQLStatements).run(sql) }
    }
    func positions() async throws -> [Int] {
      try await store.read { try $0.auditRows(from: .min, limit: .max).map(\.position) }
    }
    /// Runs `latchstring audit`, and returns its status and its words in one line, with this folder as FOLDER.
    func audit(_ words: String..., days: Int? = nil) async throws -> String {
      let environment = days.map { ["LATCHSTRING_AUDIT_KEEP_DAYS": "\($0)"] } ?? [:]
      let result = try await TestProgram.latchstring(
        ["audit"] + words + ["--data", folder], environment: environment
      ).run()
      let said = (result.output + result.errors).replacing(/\s+/, with: " ").trimmingCharacters(in: .whitespaces)
      return "\(result.status) \(said)".replacing(folder, with: "FOLDER")
    }
  }

  private func withOldSite(_ body: (Site) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/latchstring.sqlite")
    let account = Account(id: AccountID(Array(0..<16)), username: try #require(Username("mirela")), createdAt: old)
    try await store.write { records in
      try records.setInstallationValue("rp_id", Array("latchstring.localhost".utf8))
      try records.insert(account)
      try records.append(AuditEntry(.accountCreated, account: account.id, at: account.createdAt))
    }
    #expect(try await Program.run("audit", "key", "--new", "--data", folder).status == 0)
    let secret = try String(contentsOfFile: folder + "/audit.key", encoding: .utf8)
    let signer = try #require(CheckpointSigner(secretText: secret.trimmingCharacters(in: .newlines)))
    try await body(Site(folder: folder, store: store, signer: signer, account: account))
  }
  /// Five old entries up to a checkpoint, two more old ones, and three of today up to a checkpoint.
  private func withLog(_ body: (Site) async throws -> Void) async throws {
    try await withOldSite { site in
      try await site.append(4, at: old)
      try await site.sign()
      try await site.append(2, at: old)
      try await site.append(3, at: Date())
      try await site.sign()
      try await body(site)
    }
  }

  @Test("old entries are in a file and no longer in the database, up to a checkpoint; what is left is unbroken")
  func trimmed() async throws {
    try await withLog { site in
      let file = site.folder + "/log"
      let whole = try await Program.run("audit", "export", "--data", site.folder).output
      let done = try await site.audit("trim", "--export", file, days: 90)
      #expect(
        done == "0 5 entries are in FOLDER/log, and no longer in the database. The log begins at entry 6.", "\(done)")
      #expect(try await site.positions() == Array(6...10))
      let exported = try String(contentsOfFile: file, encoding: .utf8)
      #expect(exported.split(separator: "\n") == Array(whole.split(separator: "\n").prefix(5)))
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)

      let alone = try await site.audit("verify")
      #expect(alone.hasPrefix("0 10 entries, unbroken. Head 10:"), "\(alone)")
      #expect(alone.hasSuffix("The log begins at entry 6; what was before was exported."))
      #expect(try await site.audit("verify", "--json").contains(#""from":6"#))
      let joined = try await site.audit("verify", "--trimmed", file)
      #expect(joined.hasPrefix("0 10 entries, unbroken. Head 10:"), "\(joined)")
      #expect(joined.hasSuffix("The entries before 6 are in what was exported, and the log goes on from there."))
      let rest = try await Program.run("audit", "export", "--data", site.folder).output
      try Data(rest.utf8).write(to: URL(filePath: site.folder + "/rest"))
      let files = try await site.audit("verify", "--export", file, "--export", site.folder + "/rest")
      #expect(files.hasPrefix("0 10 entries, unbroken."), "\(files)")

      // Nothing more is old enough; the days that entries stay at least are not undercut.
      let again = try await site.audit("trim", "--export", site.folder + "/more", days: 90)
      #expect(again.hasPrefix("0 No checkpoint is older than "), "\(again)")
      #expect(!FileManager.default.fileExists(atPath: site.folder + "/more"))
      #expect(try await site.audit("trim", "--export", site.folder + "/more", days: 29).hasPrefix("2 "))
      let tomorrow = (Date() + 86_400).formatted(.iso8601.year().month().day())
      let soon = try await site.audit("trim", "--export", site.folder + "/more", "--before", tomorrow)
      #expect(soon.hasSuffix("entries stay for 30 days at least."), "\(soon)")
      let undated = try await site.audit("trim", "--export", site.folder + "/more")
      #expect(undated.contains("Say which entries are old"), "\(undated)")
      #expect(try await site.positions() == Array(6...10))
    }
  }

  @Test("a head from before the beginning is compared with what was exported, or cannot be") func remembered()
    async throws
  {
    try await withLog { site in
      let row = try #require(try await site.store.read { try $0.auditRows(from: 3, limit: 1) }.first)
      let head = AuditHead(position: 3, digest: row.digest).text
      let other = AuditHead(position: 3, digest: Array(0..<32)).text
      #expect(try await site.audit("trim", "--export", site.folder + "/log", days: 90).hasPrefix("0 "))
      let alone = try await site.audit("verify", "--head", head)
      #expect(alone.hasPrefix("2 ") && alone.hasSuffix("Name what was taken out: --trimmed FILE"), "\(alone)")
      #expect(try await site.audit("verify", "--head", head, "--trimmed", site.folder + "/log").hasPrefix("0 "))
      let wrong = try await site.audit("verify", "--head", other, "--trimmed", site.folder + "/log")
      #expect(wrong.hasPrefix("1 FOLDER/log is not what was taken out of this log. Broken at position 3"), "\(wrong)")
    }
  }

  @Test("a file that is cut, changed or of another site is told") func misfits() async throws {
    try await withLog { site in
      #expect(try await site.audit("trim", "--export", site.folder + "/log", days: 90).hasPrefix("0 "))
      let lines = try String(contentsOfFile: site.folder + "/log", encoding: .utf8).split(separator: "\n")
      func verify(_ lines: [Substring]) async throws -> String {
        let file = site.folder + "/given"
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: file))
        return try await site.audit("verify", "--trimmed", file)
      }
      let misfit = "1 FOLDER/given is not what was taken out of this log. Broken at position"
      #expect(try await verify(lines).hasPrefix("0 "))
      #expect(try await verify(Array(lines.dropLast())).hasPrefix("\(misfit) 5: the log ends before it"))
      #expect(try await verify(Array(lines.dropFirst())).hasPrefix("\(misfit) 1: the entry is missing."))
      var changed = lines
      changed[2] = changed[2].replacing("password_set", with: "password_sat")[...]
      #expect(try await verify(changed).hasPrefix("\(misfit) 3: the entry is not the one"))
      // A log that fits itself, and is another one.
      var head = AuditHead.beginning, foreign: [Substring] = []
      for _ in lines {
        let line = AuditLine(event: "password_set", account: nil, credential: nil, at: 7)
        head = AuditHead(position: head.position + 1, digest: AuditChain.digest(of: line, after: head))
        let row = AuditRow(position: head.position, line: line, digest: head.digest)
        foreign.append(try AuditExport.line(of: row)[...])
      }
      #expect(try await verify(foreign).hasPrefix("\(misfit) 5 or before: the log fits itself, and is not the one"))
      #expect(try await verify([]).hasPrefix("2 "))
    }
  }

  @Test("a log that was cut without the key is broken, and nothing is taken out of it") func cut() async throws {
    try await withLog { site in
      let head = AuditHead(
        position: 5, digest: try #require(try await site.store.read { try $0.auditDigest(at: 5) }))
      let other = try #require(CheckpointSigner(name: site.signer.key.name, seed: Array(1...32)))
      let checkpoint = AuditBeginning(head: head, until: .max, note: try site.signer.note(of: head))
      try await site.change("DELETE FROM audit_log WHERE position <= 5")
      let missing = "1 Broken at position 1: the entry is missing."
      #expect(try await site.audit("verify") == missing)
      for forged in [checkpoint, try other.beginning(after: head, until: .max)] {
        try await site.store.write { try $0.trimAudit(to: forged) }
        #expect(try await site.audit("verify") == missing)
      }
      try await site.append(1, at: Date())
      try await site.sign()
      try await site.change("UPDATE audit_log SET at = at - 34560000000")
      let refused = try await site.audit("trim", "--export", site.folder + "/log", days: 90)
      #expect(refused == "2 latchstring: Nothing was taken out: Broken at position 1: the entry is missing.")
      // Also if nothing at all is left.
      try await site.change("DELETE FROM audit_log")
      try await site.change("DELETE FROM checkpoints")
      #expect(try await site.audit("verify") == missing)
    }
  }

  @Test("whoever names a key of their own in the database gets no signature, and nobody believes it") func otherKey()
    async throws
  {
    try await withLog { site in
      let head = AuditHead(
        position: 5, digest: try #require(try await site.store.read { try $0.auditDigest(at: 5) }))
      let other = try #require(CheckpointSigner(name: site.signer.key.name, seed: Array(1...32)))
      let forged = try other.beginning(after: head, until: .max)
      try await site.store.write { records in
        try records.trimAudit(to: forged)
        try records.replaceInstallationValue("audit_key", with: Array(other.key.text.utf8))
      }
      #expect(try await site.audit("verify").hasPrefix("2 latchstring: FOLDER/audit.key is not the key"))
      let key = AuditKey(
        at: site.folder + "/audit.key", of: "latchstring.localhost", in: site.folder,
        .file(site.folder + "/latchstring.sqlite"))
      #expect(try await key.signer(in: site.store).0.key == site.signer.key)
      #expect(try await site.store.read { try $0.auditBeginning() } == forged, "it was signed")
      #expect(try await site.audit("verify") == "1 Broken at position 1: the entry is missing.")
      #expect(try await Program.run("audit", "key", "--new", "--data", site.folder).status == 0)
      #expect(try await site.audit("verify") == "1 Broken at position 1: the entry is missing.")
    }
  }

  @Test("a beginning that nobody signed excuses nothing, although no entry is missing before it") func unsigned()
    async throws
  {
    try await withLog { site in
      try await site.change(
        """
        INSERT INTO audit_beginning (position, digest, until_at, note)
        SELECT 1, digest, 9223372036854775807, 'x' FROM audit_log WHERE position = 1
        """)
      #expect(try await site.audit("verify") == "1 Broken at position 1: the entry is missing.")
    }
  }

  @Test("an export of a log that was trimmed is called a part, and whole with what was taken out") func parts()
    async throws
  {
    try await withLog { site in
      let file = site.folder + "/log", rest = site.folder + "/rest"
      #expect(try await site.audit("trim", "--export", file, days: 90).hasPrefix("0 "))
      let exported = try await Program.run("audit", "export", "--data", site.folder).output
      try exported.write(toFile: rest, atomically: false, encoding: .utf8)
      #expect(try await site.audit("verify", "--export", rest).hasPrefix("2 latchstring: What was exported begins at"))
      #expect(try await site.audit("verify", "--export", file, "--export", rest).hasPrefix("0 10 entries, unbroken."))
    }
  }

  @Test("nothing is taken out of a broken log, into a file that is there, or without the key") func refused()
    async throws
  {
    try await withLog { site in
      try Data("mine".utf8).write(to: URL(filePath: site.folder + "/log"))
      let there = try await site.audit("trim", "--export", site.folder + "/log", days: 90)
      #expect(
        there == "2 latchstring: FOLDER/log is there already. Nothing was written, and nothing was taken out.")
      #expect(try String(contentsOfFile: site.folder + "/log", encoding: .utf8) == "mine")
      let nowhere = try await site.audit("trim", "--export", site.folder + "/none/log", days: 90)
      #expect(nowhere.contains("cannot be made."), "\(nowhere)")
      try await site.change("UPDATE audit_log SET event = 'signed_out' WHERE position = 3")
      let broken = try await site.audit("trim", "--export", site.folder + "/new", days: 90)
      #expect(broken.contains("Nothing was taken out: Broken at position 3"), "\(broken)")
      #expect(!FileManager.default.fileExists(atPath: site.folder + "/new"))
      try FileManager.default.removeItem(atPath: site.folder + "/audit.key")
      let keyless = try await site.audit("trim", "--export", site.folder + "/new", days: 90)
      #expect(keyless.contains("FOLDER/audit.key is missing"), "\(keyless)")
      #expect(try await site.positions() == Array(1...10))
    }
  }

  @Test("a new key signs where the log begins, and the old one still tells") func newKey() async throws {
    try await withLog { site in
      let before = try await Program.run("audit", "key", "--data", site.folder).output
      #expect(try await site.audit("trim", "--export", site.folder + "/log", days: 90).hasPrefix("0 "))
      #expect(try await Program.run("audit", "key", "--new", "--data", site.folder).status == 0)
      #expect(try await site.audit("verify").hasPrefix("0 10 entries, unbroken."))
      let old = before.trimmingCharacters(in: .newlines)
      #expect(try await site.audit("verify", "--key", old).hasPrefix("0 10 entries, unbroken."))
      let other = try #require(CheckpointSigner(name: site.signer.key.name, seed: Array(1...32))).key.text
      #expect(try await site.audit("verify", "--key", other).hasPrefix("1 Broken at position 1:"))
    }
  }

  @Test("whenever it is killed, an entry is in the database or in a file, and the log is unbroken") func killed()
    async throws
  {
    let count = 4000
    try await withOldSite { site in
      try await site.append(count - 1, at: old)
      try await site.sign()
      var exported: Set<Int> = []
      for attempt in 0..<8 {
        let file = site.folder + "/log-\(attempt)"
        let program = try await RunningProgram(
          .latchstring(
            ["audit", "trim", "--export", file, "--data", site.folder],
            environment: ["LATCHSTRING_AUDIT_KEEP_DAYS": "90"]))
        // Another place each time, wherever that is.
        for _ in 0..<2000 where !FileManager.default.fileExists(atPath: file) {
          try await Task.sleep(for: .milliseconds(1))
        }
        try await Task.sleep(for: .milliseconds(25 * attempt))
        program.send(SIGKILL)
        _ = try await program.ended()
        let lines = FileManager.default.contents(atPath: file)?.split(separator: UInt8(ascii: "\n")) ?? []
        exported.formUnion(lines.compactMap { try? AuditExport.row(Array($0)).position })
        let left = try await site.positions()
        #expect(left == Array((left.first ?? count + 1)..<(count + 1)), "attempt \(attempt)")
        #expect(Set(left).union(exported) == Set(1...count), "attempt \(attempt)")
        let verified = try await site.audit("verify")
        #expect(verified.hasPrefix("0 \(count) entries, unbroken."), "\(verified)")
        if left.isEmpty { break }
      }
      _ = try await site.audit("trim", "--export", site.folder + "/last", days: 90)
      #expect(try await site.positions() == [])
      try await site.append(1, at: Date())
      #expect(try await site.audit("verify").hasPrefix("0 \(count + 1) entries, unbroken."))
    }
  }

  @Test("files of a trimming that was interrupted overlap, and are followed all the same") func overlapping()
    async throws
  {
    try await withLog { site in
      let whole = try await Program.run("audit", "export", "--data", site.folder).output
      let lines = whole.split(separator: "\n").map(String.init)
      // The first file was written, and only two entries were taken out.
      let head = AuditHead(
        position: 2, digest: try #require(try await site.store.read { try $0.auditDigest(at: 2) }))
      try Data((lines.prefix(5).joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: site.folder + "/one"))
      try await site.store.write { [signer = site.signer] records in
        let until = try records.auditRows(from: 1, limit: 1).first?.line?.at ?? 0
        try records.trimAudit(to: try signer.beginning(after: head, until: until))
      }
      let done = try await site.audit("trim", "--export", site.folder + "/two", days: 90)
      #expect(done.hasPrefix("0 3 entries are in FOLDER/two"), "\(done)")
      for files in [["one", "two"], ["two", "one"], ["one"]] {
        let words = files.flatMap { ["--trimmed", "\(site.folder)/\($0)"] }
        let joined = try await Program.run(["audit", "verify", "--data", site.folder] + words)
        #expect(joined.status == 0, "\(files): \(joined)")
      }
      let second = try await site.audit("verify", "--trimmed", site.folder + "/two")
      #expect(second.hasPrefix("1 FOLDER/two is not what was taken out of this log. Broken at position 1:"))
    }
  }
}
