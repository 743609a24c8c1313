import Foundation
import TestPostgreSQL
import TestProgram
import Testing

/// What a server says, and does not do, if its database is of no use as it starts.
@Suite struct DatabaseAtStartTests {
  /// Starts a server that must not come up. Returns what it says.
  private func refusal(of place: DatabasePlace) async throws -> String {
    // One that does come up is ended, and fails here.
    let command = ["/usr/bin/timeout", "40", TestProgram.latchstring, "serve", "--config", place.config]
    let outcome = try await TestProgram(command).run()
    #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count <= 3, "one sentence: \(outcome.errors)")
    return outcome.errors.replacing("\n", with: " ")
  }

  @Test("nobody is there: the server says so, and does not start") func gone() async throws {
    try await withDatabasePlace { place in
      try place.configure(["url": "postgresql://me@127.0.0.1:1/nothing"])
      let said = try await refusal(of: place)
      #expect(said.contains("The database cannot be opened: nobody lets this server in: ") && said.contains("refused"))
    }
  }

  @Test("a wrong password is called one, and the right one, in a file, opens") func password() async throws {
    try await withDatabasePlace { place in
      try place.server.run("ALTER ROLE \(place.role) PASSWORD 'right-one'", in: "postgres")
      try await place.server.askForPassword(of: place.role)
      let file = place.folder + "/password"
      try "wrong-one".write(toFile: file, atomically: false, encoding: .utf8)
      try place.configure(["password": ["file": file]])
      let said = try await refusal(of: place)
      #expect(said.contains("password authentication failed") && !said.contains("wrong-one"))
      try "right-one".write(toFile: file, atomically: false, encoding: .utf8)
      #expect(try await place.run("database", "migrate").status == 0)
    }
  }

  @Test("a role that may not touch the tables, and a database that may only be read, are called that")
  func rights() async throws {
    try await withDatabasePlace { place in
      #expect(try await place.run("database", "migrate").status == 0)
      try place.server.run("ALTER TABLE accounts OWNER TO owner", in: place.database)
      #expect(try await refusal(of: place).contains("this server's role may not use the table accounts"))
      try place.server.run("ALTER TABLE accounts OWNER TO \(place.role)", in: place.database)
      try place.server.run("ALTER DATABASE \(place.database) SET default_transaction_read_only = on", in: "postgres")
      let said = try await refusal(of: place)
      #expect(said.contains("The database cannot be opened: ") && said.contains("read-only"))
    }
  }

  @Test("more servers than the database has connections for: the one too many says so, and does not start")
  func connections() async throws {
    try await withDatabasePlace(in: try TestPostgreSQL(["max_connections = 12"])) { place in
      #expect(try await place.run("database", "migrate").status == 0)
      try place.configure(["connections": 16])
      #expect(try await refusal(of: place).contains("and this server takes 16"))
    }
  }

  @Test("a database whose commits wait for a standby that is not there is called that, not safe") func standby()
    async throws
  {
    let server = try TestPostgreSQL()
    try await withDatabasePlace(in: server) { place in
      #expect(try await place.run("database", "migrate").status == 0)
      #expect(try await place.run("database", "check").output.contains("No standby has what it confirms."))
      try server.run("ALTER DATABASE \(place.database) SET synchronous_commit = on", in: "postgres")
      try server.run("ALTER SYSTEM SET synchronous_standby_names = '*'", in: "postgres")
      try server.run("SELECT pg_reload_conf()", in: "postgres")
      try await Task.sleep(for: .milliseconds(300))
      let said = try await place.run("database", "check")
      #expect(said.status == 1 && said.output.contains("To do: It confirms nothing"), "\(said)")
    }
  }
}
