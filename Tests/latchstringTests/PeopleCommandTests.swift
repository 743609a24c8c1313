import Demo
import Foundation
import Model
import Store
import TestProgram
import TestSite
import Testing

/// `latchstring people`, while the site runs whose accounts it is about.
@Suite struct PeopleCommandTests {
  private struct Office {
    let site: TestSite, config: String
    /// The database that the site and the commands share.
    let database: SQLiteStore
    func people(_ words: String...) async throws -> TestProgram.Outcome {
      try await Program.run(["people"] + words + ["--config", config])
    }
  }

  private func withOffice(
    _ rule: RegistrationRule = .invite, _ body: (Office) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/latchstring.sqlite")
    try await withSite(store: store, site: { $0.registration = rule }) { site in
      let config = folder + "/serve.json"
      let settings: [String: Any] = [
        "data": folder, "rp": ["id": "latchstring.localhost"], "origins": [site.origin],
        "registration": rule.rawValue,
      ]
      try JSONSerialization.data(withJSONObject: settings).write(to: URL(filePath: config))
      try await body(Office(site: site, config: config, database: store))
    }
  }

  @Test("the address that invite prints makes one account in a browser, and list shows it")
  func invites() async throws {
    try await withOffice { office in
      let made = try await office.people("invite", "--days", "3")
      #expect(made.status == 0, "\(made)")
      let address = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(address.hasPrefix(office.site.origin + "/join/"))
      #expect(try await office.people("list").output.contains("One invitation is open."))
      let visitor = Visitor(office.site), path = String(address.dropFirst(office.site.origin.count))
      #expect(try await visitor.submit(path).status == 303)
      #expect(try await visitor.register("ana", with: DemoAuthenticator()).status == 200)
      let list = try await office.people("list")
      #expect(list.output.contains("ana") && list.output.contains("1 way in") && !list.output.contains("invitation"))
      let second = try await office.people("invite").output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try await office.people("withdraw", second).status == 0)
      _ = try await office.people("invite")
      #expect(try await office.people("withdraw", "--all").output.contains("The invitation is withdrawn."))
      let withdrawn = String(second.dropFirst(office.site.origin.count))
      #expect(try await Visitor(office.site).submit(withdrawn).status == 410)
    }
    try await withOffice(.closed) { office in
      let refused = try await office.people("invite")
      #expect(refused.status == 2 && refused.errors.contains("“closed”"), "\(refused)")
    }
  }

  @Test("a closed account is signed out at once and opens to nothing that it has, until it is opened again")
  func disables() async throws {
    try await withOffice(.open) { office in
      let key = DemoAuthenticator(), visitor = Visitor(office.site)
      try await visitor.register("ana", with: key)
      let closed = try await office.people("disable", "ana")
      #expect(closed.status == 0 && closed.output.contains("signed out everywhere"), "\(closed)")
      #expect(try await visitor.get("/account", accept: "text/html").status == 303)
      let refused = try await Visitor(office.site).signIn(with: key)
      #expect(refused.status == 403)
      #expect(refused.error?.hasPrefix("Whoever runs this site has closed this account to everybody.") == true)
      #expect(try await office.people("list").output.contains("closed "))
      #expect(try await office.people("enable", "ana").status == 0)
      #expect(try await Visitor(office.site).signIn(with: key).status == 200)
      #expect(try await office.people("sign-out", "ana").status == 0)
      #expect(try await office.people("list").output.contains("signed out"))
      let log = try await office.people("show", "ana").output
      for event in ["account_disabled", "account_enabled", "signed_out_by_operator"] { #expect(log.contains(event)) }
    }
  }

  @Test("no people command opens an account, or changes what opens it") func opensNothing() async throws {
    try await withOffice(.open) { office in
      try await Visitor(office.site).register("ana", with: DemoAuthenticator())
      try await office.site.addKey("a very private name", .primary, to: "ana")
      let before = try await office.database.everyRow()
      for words in [["list"], ["list", "--json"], ["show", "ana"]] {
        let outcome = try await Program.run(["people"] + words + ["--config", office.config])
        #expect(outcome.status == 0 && !outcome.output.contains("a very private name"), "\(outcome)")
      }
      #expect(try await office.database.tables(changedSince: before).isEmpty)
      #expect(before["sessions"]?.contains { $0.contains("account_id=X'") } == true, "she is signed in")
      for words in [["sign-out", "ana"], ["disable", "ana"], ["enable", "ana"], ["delete", "ana"], ["invite"]] {
        #expect(try await Program.run(["people"] + words + ["--config", office.config]).status == 0, "\(words)")
        let changed = try await office.database.tables(changedSince: before)
        #expect(changed.isSubset(of: ["accounts", "audit_log", "sessions", "invitations"]), "\(words): \(changed)")
        let rows = try await office.database.everyRow()
        let signedIn = rows["sessions"]?.contains { $0.contains("account_id=X'") }
        #expect(signedIn == false, "\(words)")
        let hashes = try await office.database.read { try $0.accounts(limit: 9).map(\.passwordHash) }
        #expect(hashes == [nil], "\(words)")
      }
    }
  }

  @Test("delete waits seven days or, with --now, does not; a name that nobody has is said")
  func deletes() async throws {
    try await withOffice(.open) { office in
      let key = DemoAuthenticator(), visitor = Visitor(office.site)
      try await visitor.register("ana", with: key)
      let announced = try await office.people("delete", "ana")
      #expect(announced.status == 0 && announced.output.contains("unless its holder keeps it"), "\(announced)")
      #expect(try await visitor.get("/account", accept: "text/html").text.contains("This account will be deleted on "))
      #expect(try await office.people("delete", "ana", "--now").status == 0)
      #expect(try await office.site.store.read { try $0.accounts(limit: 9).count } == 0)
      let unknown = try await office.people("show", "ana")
      #expect(unknown.status == 2 && unknown.errors.contains("No account here is named “ana”"), "\(unknown)")
    }
  }
}
