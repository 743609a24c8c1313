import AuditLog
import Demo
import Foundation
import Model
import Store
import TestPostgreSQL
import TestProgram
import TestSite
import Testing

/// `latchstring database`, and a site whose accounts are in PostgreSQL.
@Suite struct DatabaseCommandTests {
  @Test("migrate makes the tables once, check says what has to be done, and serve starts only then")
  func migrates() async throws {
    try await withDatabasePlace { place in
      let early = try await place.run("serve")
      #expect(early.status == 1 && early.errors.contains("latchstring database migrate"), "\(early)")
      #expect(try await place.run("database", "migrate").output.contains("steps were done. The tables are up to date."))
      #expect(try await place.run("database", "migrate").output == "The tables are up to date.\n")
      // The tests' own server does not wait for its disk.
      let check = try await place.run("database", "check")
      #expect(check.status == 1 && check.output.contains("To do: It confirms before it has written."), "\(check)")
      #expect(check.output.contains("Its role may do no more than it needs.") && check.output.contains("unbroken."))
      try place.server.run("ALTER ROLE \(place.role) CREATEROLE", in: "postgres")
      #expect(try await place.run("database", "check").output.contains("may do more than it needs: createrole."))
      try place.server.run("UPDATE schema_version SET version = version + 1", in: place.database)
      let newer = try await place.run("serve")
      #expect(newer.status == 1 && newer.errors.contains("Start the newer program"), "\(newer)")
    }
  }

  @Test("two servers share the accounts: what one registers signs in at the other, and commands see it")
  func shared() async throws {
    try await withDatabasePlace { place in
      _ = try await place.run("database", "migrate")
      let address = try PostgreSQLAddress(url: place.server.url(place.database, role: place.role), connections: 2)
      let key = DemoAuthenticator()
      try await withSite(store: try PostgreSQLStore(address)) { one in
        try await Visitor(one).register("ana", with: key)
        try await withSite(store: try PostgreSQLStore(address)) { (other) async throws in
          #expect(try await Visitor(other).signIn(with: key).status == 200)
          #expect(try await place.run("people", "list").output.contains("ana"))
          #expect(try await place.run("people", "disable", "ana").status == 0)
          #expect(try await Visitor(one).signIn(with: key).status == 403)
        }
        try await one.store.untilChained()
      }
      let audit = try await place.run("audit", "verify")
      #expect(audit.status == 0 && audit.output.contains("unbroken."), "\(audit)")
      let copy = try await place.run("copy", place.folder + "/accounts.copy")
      #expect(copy.status == 2 && copy.errors.contains("pg_dump"), "\(copy)")
    }
  }

  @Test("a server starts only with the key by which the site's other servers sign the audit log") func keys()
    async throws
  {
    try await withDatabasePlace { place in
      _ = try await place.run("database", "migrate")
      let port = try FreePort.find(), other = place.folder + "/other", key = "/audit.key"
      func serve(in folder: String) -> TestProgram {
        .latchstring(["serve", "--config", place.config, "--data", folder, "--port", "\(port)"])
      }
      func starts(in folder: String) async throws {
        let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
        let program = try await RunningProgram(serve(in: folder), output: output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        _ = try await said.wait(for: "Latchstring serves")
        program.send(SIGTERM)
        #expect(try await program.ended() == 0)
      }
      func refusal() async throws -> String {
        let refused = try await serve(in: other).run()
        #expect(refused.status == 1)
        return refused.errors.replacing(/\s+/, with: " ")
      }
      try await starts(in: place.folder)
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
      #expect(try await refusal().contains("audit.key is missing: the key that signs the audit log's checkpoints."))
      let foreign = try #require(CheckpointSigner(name: "latchstring.localhost/audit", seed: Array(1...32)))
      try Data(foreign.secretText.utf8).write(to: URL(filePath: other + key))
      #expect(try await refusal().contains("is not the key with which this site signs the audit log's checkpoints."))
      try FileManager.default.removeItem(atPath: other + key)
      try FileManager.default.copyItem(atPath: place.folder + key, toPath: other + key)
      try await starts(in: other)
    }
  }

  @Test("a site moves from its file into a database and back, and its passkeys sign in there") func moves() async throws
  {
    try await withDatabasePlace { place in
      let file = place.folder + "/before.sqlite", back = place.folder + "/back.sqlite", key = DemoAuthenticator()
      try await withSite(store: try SQLiteStore(path: file)) { site in
        _ = try await Visitor(site).register("ana", with: key)
      }
      _ = try await place.run("database", "migrate")
      let into = try await place.run("database", "copy", "--from", file)
      #expect(into.status == 0 && into.output.hasSuffix("Every row is the same in both.\n"), "\(into)")
      let again = try await place.run("database", "copy", "--from", file)
      #expect(again.status == 2 && again.errors.contains("there are accounts in it already"), "\(again)")
      let address = try PostgreSQLAddress(url: place.server.url(place.database, role: place.role))
      try await withSite(store: try PostgreSQLStore(address)) { site in
        #expect(try await Visitor(site).signIn(with: key).status == 200)
        try await site.store.untilChained()
      }
      let out = try await place.run("database", "copy", "--to", back)
      #expect(out.status == 0, "\(out)")
      let mode = try FileManager.default.attributesOfItem(atPath: back)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let status = try await withSite(store: try SQLiteStore(path: back)) { site in
        try await Visitor(site).signIn(with: key).status
      }
      #expect(status == 200)
    }
  }

  @Test("a password stands in a file of its own, and in no message, whatever is wrong") func secrets() async throws {
    try await withDatabasePlace { place in
      let secret = "a-very-secret-password", file = place.folder + "/password"
      try secret.write(toFile: file, atomically: false, encoding: .utf8)
      try place.configure(["password": ["file": file]])
      #expect(
        try await place.run("database", "migrate").status == 0, "it is passed on, though this server asks for none")
      for wrong: [String: Any] in [
        ["url": "postgresql://me:\(secret)@127.0.0.1:1/nothing"], ["password": secret],
        ["url": "postgresql://me@127.0.0.1:1/nothing", "password": ["file": file]],
        ["url": "postgresql://me@127.0.0.1:1/nothing?password=\(secret)"],
      ] {
        try place.configure(wrong)
        for words in [["serve"], ["database", "check"], ["doctor"]] {
          let refused = try await Program.run(words + ["--config", place.config])
          #expect(refused.status != 0 && !"\(refused)".contains(secret), "\(words) \(wrong.keys)")
        }
      }
    }
  }
}
