import Demo
import Foundation
import Model
import TestSite
import Testing

@testable import Store

/// `latchstring audit`, as a person runs it, while the site that writes the log is running.
@Suite struct AuditCommandTests {
  /// A site with one account that was created and signed in twice more: a log of four entries.
  private func withLog(_ body: (_ folder: String, _ store: SQLiteStore) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(path: folder.appending(path: "latchstring.sqlite").path)
    try await withSite(store: store) { site in
      let key = DemoAuthenticator()
      try await Visitor(site).register(with: key)
      for _ in 0..<2 { #expect(try await Visitor(site).signIn(with: key).status == 200) }
      try await body(folder.path, store)
    }
  }
  private func change(_ store: SQLiteStore, _ sql: String, _ value: SQLValue? = nil) async throws {
    try await store.write { records in
      let records = try #require(records as? SQLRecords<SQLiteConnection>)
      #expect(try records.connection.execute(sql, value.map { [$0] } ?? []) == 1)
    }
  }
  /// The text after "Head", without the line break.
  private func head(_ output: String) throws -> String {
    try String(#require(output.split(separator: " ").last)).trimmingCharacters(in: .newlines)
  }

  @Test("verify reports an unbroken log and its head while the server is running") func unbroken() async throws {
    try await withLog { folder, store in
      let result = try await Program.run("audit", "verify", "--data", folder)
      #expect(result.status == 0 && result.errors == "" && result.output.hasPrefix("4 entries, unbroken. Head 4:"))
      let noted = try head(result.output)
      try await store.write { try $0.append(AuditEntry(.runLapsed, account: nil, at: Date())) }
      let later = try await Program.run("audit", "verify", "--data", folder, "--head", noted)
      #expect(later.status == 0 && later.output.hasPrefix("5 entries, unbroken. Head 5:"))
      let expected = "{\"unbroken\":true,\"entries\":5,\"head\":\"\(try head(later.output))\",\"waiting\":0}\n"
      let json = try await Program.run("audit", "verify", "--data", folder, "--json")
      #expect(json.status == 0 && json.output == expected)
    }
  }
  @Test("a changed byte, a missing row and a missing tail are each reported with their position") func broken()
    async throws
  {
    try await withLog { folder, store in
      let noted = try head(try await Program.run("audit", "verify", "--data", folder).output)
      try await change(store, "DELETE FROM audit_log WHERE position = 4")
      let untold = try await Program.run("audit", "verify", "--data", folder)
      #expect(
        untold.status == 1
          && untold.output.hasPrefix("Broken at position 4 or before: the log fits itself, and does not tell"))
      let cut = try await Program.run("audit", "verify", "--data", folder, "--head", noted)
      #expect(cut.status == 1 && cut.output.hasPrefix("Broken at position 4: the log ends before it"))
      try await store.write { try $0.append(AuditEntry(.runLapsed, account: nil, at: Date())) }
      let rewritten = try await Program.run("audit", "verify", "--data", folder, "--head", noted)
      #expect(rewritten.status == 1 && rewritten.output.hasPrefix("Broken at position 4 or before"))
      let grown = try await Program.run("audit", "verify", "--data", folder)
      #expect(
        grown.status == 1
          && grown.output.hasPrefix("Broken at position 5 or before: the log fits itself, and does not tell"))

      var account = try #require(await store.read { try $0.auditRows(from: 3, limit: 1).first?.line?.account })
      account[7] ^= 1
      try await change(store, "UPDATE audit_log SET account_id = $1 WHERE position = 3", .bytes(account))
      let changed = try await Program.run("audit", "verify", "--data", folder)
      #expect(
        changed.status == 1
          && changed.output == "Broken at position 3: the entry is not the one that was written there.\n")
      let json = try await Program.run("audit", "verify", "--data", folder, "--json")
      #expect(json.status == 1 && json.output.hasPrefix(#"{"unbroken":false,"position":3,"kind":"changed","#))
      try await change(store, "DELETE FROM audit_log WHERE position = 2")
      let missing = try await Program.run("audit", "verify", "--data", folder)
      #expect(missing.status == 1 && missing.output == "Broken at position 2: the entry is missing.\n")
    }
  }
  @Test("an emptied log is broken if there are accounts, and unbroken if there are none") func emptied()
    async throws
  {
    try await withLog { folder, store in
      try await store.write { records in
        let records = try #require(records as? SQLRecords<SQLiteConnection>)
        _ = try records.connection.execute("DELETE FROM sessions", [])
        #expect(try records.connection.execute("DELETE FROM audit_log", []) == 4)
      }
      let emptied = try await Program.run("audit", "verify", "--data", folder, "--json")
      #expect(emptied.status == 1 && emptied.output.hasPrefix(#"{"unbroken":false,"position":1,"kind":"untold","#))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try SQLiteStore(path: folder.appending(path: "latchstring.sqlite").path)
    let new = try await Program.run("audit", "verify", "--data", folder.path)
    #expect(new.status == 0 && new.output.hasPrefix("0 entries, unbroken."))
  }
  @Test("an export is verified on its own, whether whole, changed, reordered or cut at any point") func export()
    async throws
  {
    try await withLog { folder, _ in
      let exported = try await Program.run("audit", "export", "--data", folder)
      let lines = exported.output.split(separator: "\n").map(String.init)
      #expect(
        exported.status == 0 && lines.count == 4
          && lines[0].hasPrefix(#"{"position":1,"event":"account_created","account":""#))
      /// The exit status and the output.
      func verify(_ text: String, _ more: [String] = []) async throws -> String {
        let file = folder + "/log.jsonl"
        try Data(text.utf8).write(to: URL(filePath: file))
        let result = try await Program.run(["audit", "verify", "--export", file] + more)
        return "\(result.status) " + result.output + result.errors.replacingOccurrences(of: file, with: "FILE")
      }
      let whole = try await verify(exported.output),
        ofDatabase = try await Program.run("audit", "verify", "--data", folder).output
      #expect(whole == "0 \(ofDatabase)")
      #expect(try await Program.run("audit", "verify", "--export", "-", input: exported.output).output == ofDatabase)
      let changed = exported.output.replacingOccurrences(of: "account_created", with: "account_createe")
      #expect(try await verify(changed) == "1 Broken at position 1: the entry is not the one that was written there.\n")
      let swapped = [lines[0], lines[2], lines[1], lines[3]].joined(separator: "\n")
      #expect(try await verify(swapped) == "1 Broken at position 2: the entry stands where it does not belong.\n")
      let short = lines.prefix(3).joined(separator: "\n")
      #expect(try await verify(short).hasPrefix("0 3 entries, unbroken."))
      #expect(
        try await verify(short, ["--head", head(ofDatabase)])
          == "1 Broken at position 4: the log ends before it, and the head that was remembered comes after.\n")
      #expect(
        try await verify(String(exported.output.dropLast(9)))
          == "2 latchstring: Line 4 of FILE is no entry: not JSON (truncated).\n")
      #expect(
        try await verify(lines[0] + "\n\n" + lines[1])
          == "2 latchstring: Line 2 of FILE is no entry: not JSON (truncated).\n")
      #expect(try await verify("").hasPrefix("0 0 entries, unbroken."))
    }
  }
  @Test("unreadable data is reported in one sentence, and a missing database is not created") func unreadable()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    for command in ["verify", "export"] {
      let result = try await Program.run("audit", command, "--data", folder)
      #expect(
        result.status == 2 && result.errors == "latchstring: There is no database at \(folder)/latchstring.sqlite.\n")
    }
    let json = try await Program.run("audit", "verify", "--data", folder, "--json")
    #expect(json.status == 2 && json.errors == "", "\(json)")
    #expect(
      json.output == "{\"code\":\"noDatabase\",\"message\":\"There is no database at \(folder)/latchstring.sqlite.\"}\n"
    )
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(try await Program.run("audit", "verify", "--export", "/no/such/file").status == 2)
    let file = try await Program.run("audit", "verify", "--export", "/no/such/file", "--json")
    #expect(
      file.status == 2 && file.output == "{\"code\":\"unreadable\",\"message\":\"There is no file /no/such/file.\"}\n",
      "\(file)")
    let head = try await Program.run("audit", "verify", "--head", "4:ab")
    #expect(head.status == 2 && head.errors.contains("--head is “4:ab”"))
    try await withLog { folder, store in
      try await change(store, "UPDATE audit_log SET at = 'soon' WHERE position = 2")
      let result = try await Program.run("audit", "export", "--data", folder)
      #expect(
        result.status == 2 && result.errors == "latchstring: The export stops: the row at position 2 is unreadable.\n")
      #expect(result.output.hasPrefix("{") && result.output.split(separator: "\n").count == 1)
    }
  }
}
