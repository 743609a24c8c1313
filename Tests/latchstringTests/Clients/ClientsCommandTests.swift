import Demo
import Foundation
import Model
import OpenID
import Runner
import Store
import TestProgram
import TestSite
import Testing

@testable import latchstring

/// `latchstring clients`, while the site runs whose services it declares.
@Suite struct ClientsCommandTests {
  private struct Office {
    let site: TestSite, config: String, folder: String

    func clients(_ words: String...) async throws -> TestProgram.Outcome { try await clients(words) }
    func clients(_ words: [String]) async throws -> TestProgram.Outcome {
      try await Program.run(["clients"] + words + ["--config", config])
    }
    /// Declares a service and returns its secret.
    func secret(of outcome: TestProgram.Outcome) throws -> String {
      String(try #require(outcome.output.firstMatch(of: /Client secret +(\S+)/)).1)
    }
    func exchange(_ code: String, id: String, secret: String) async throws -> HTTPAnswer {
      var visitor = Visitor(site)
      visitor.origin = nil
      let basic = "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()
      return try await visitor.post(
        Endpoint.token.rawValue, "grant_type=authorization_code&code=\(code)&redirect_uri=x",
        type: "application/x-www-form-urlencoded", headers: ["Authorization": basic])
    }
  }

  private func withOffice(_ body: (Office) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/latchstring.sqlite")
    try await withSite(store: store, hasServices: true) { site in
      let config = folder + "/serve.json"
      let settings: [String: Any] = [
        "data": folder, "rp": ["id": "latchstring.localhost"], "origins": [site.origin],
      ]
      try JSONSerialization.data(withJSONObject: settings).write(to: URL(filePath: config))
      try await body(Office(site: site, config: config, folder: folder))
    }
  }

  private static let notes = ["add", "Notes", "--redirect", "https://notes.example/back"]
  private static let unknown = String(repeating: "x", count: 43)

  @Test("a service that is declared is known to the running site, by the secret that add prints once")
  func declares() async throws {
    try await withOffice { office in
      let made = try await office.clients(Self.notes + ["--email"])
      #expect(made.status == 0, "\(made)")
      let secret = try office.secret(of: made)
      #expect(made.output.contains("Discovery") && made.output.contains(office.site.origin + Endpoint.discovery))
      #expect(made.output.contains("openid profile email"))
      let unknown = try await office.exchange(Self.unknown, id: "notes", secret: secret)
      #expect(unknown.json["error"] as? String == "invalid_grant", "the client is believed")
      let wrong = try await office.exchange(Self.unknown, id: "notes", secret: Self.unknown)
      #expect(wrong.json["error"] as? String == "invalid_client")
      #expect(try await office.clients("list").output.contains("notes  Notes"))
      let shown = try await office.clients("show", "notes")
      #expect(
        shown.status == 0 && !shown.output.contains(secret) && shown.output.contains("https://notes.example/back"))
      let again = try await office.clients(Self.notes)
      #expect(again.status == 2 && again.errors.contains("is declared already"), "\(again)")
    }
  }

  @Test("rotate-secret ends the secret from before at once, and remove ends the service")
  func rotatesSecret() async throws {
    try await withOffice { office in
      let first = try office.secret(of: try await office.clients(Self.notes))
      let rotated = try await office.clients("rotate-secret", "notes")
      let second = try office.secret(of: rotated)
      #expect(first != second)
      let old = try await office.exchange(Self.unknown, id: "notes", secret: first)
      let new = try await office.exchange(Self.unknown, id: "notes", secret: second)
      #expect(old.status == 401 && new.status == 400)
      #expect(try await office.clients("remove", "notes").status == 0)
      #expect(try await office.exchange(Self.unknown, id: "notes", secret: second).status == 401)
      let gone = try await office.clients("show", "notes")
      #expect(gone.status == 2 && gone.errors.contains("No service here has the client id"), "\(gone)")
    }
  }

  @Test("the first service makes the keys, in a file that its owner alone can read; rotate-keys keeps one generation")
  func keys() async throws {
    try await withOffice { office in
      let path = office.folder + "/openid.keys", keys = ServiceKeys(at: path, in: office.folder)
      #expect(try keys.read() == nil)
      let early = try await office.clients("rotate-keys")
      #expect(early.status == 2 && early.errors.replacing(/\s+/, with: " ").contains("made with the first service"))
      _ = try await office.clients(Self.notes)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let first = try #require(try keys.read()).all.map(\.id)
      #expect(first.count == 2)
      _ = try await office.clients(["add", "Photos", "--redirect", "https://photos.example/back"])
      #expect(try #require(try keys.read()).all.map(\.id) == first)
      #expect(try await office.clients("rotate-keys").status == 0)
      let second = try #require(try keys.read()).all.map(\.id)
      #expect(second.count == 4 && second.prefix(2) == first[...], "new keys do not sign yet")
      let earlier = Date() - ServiceKeys.notice - 1
      try FileManager.default.setAttributes([.modificationDate: earlier], ofItemAtPath: path)
      #expect(
        try #require(try keys.read()).all.map(\.id) == Array(second.suffix(2) + first), "after ten minutes they do")
      #expect(try await office.clients("rotate-keys").status == 0)
      let third = try #require(try keys.read()).all.map(\.id)
      #expect(third.count == 4 && third.prefix(2) == second.suffix(2) && Set(third).isDisjoint(with: first))
      func doctor() async throws -> String {
        try await Program.run(["doctor", "--config", office.config]).output.replacing(/\s+/, with: " ")
      }
      #expect(try await doctor().contains("2 may ask who people are."))
      try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
      #expect(try await doctor().contains("openid.keys is missing"))
      try Data("nothing".utf8).write(to: URL(filePath: path))
      #expect(throws: ConfigurationProblem.self) { try keys.read() }
    }
  }

  @Test("without a site's settings, the accounts are those of home, and services on this computer are good")
  func home() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let add = ["clients", "add", "Notes", "--redirect", "http://127.0.0.1:9000/back", "--data", folder]
    let early = try await Program.run(add)
    #expect(early.status == 2 && !FileManager.default.fileExists(atPath: folder + "/openid.keys"), "\(early)")
    _ = try SQLiteStore(path: folder + "/latchstring.sqlite")
    let made = try await Program.run(add)
    #expect(made.status == 0 && made.output.contains("http://latchstring.localhost:8420"), "\(made)")
  }

  static let refused: [([String], String)] = [
    (["add", "Notes"], "--redirect"),
    (["add", "Notes", "--redirect", "http://notes.example/"], "neither https"),
    (["add", "Notes", "--redirect", "https://notes.example/#x"], "has a “#” in it"),
    (["add", "Notes", "--redirect", "/back"], "is not a whole address"),
    (["add", "", "--redirect", "https://notes.example/"], "1 to 60 letters"),
    (["add", "Нотес", "--redirect", "https://notes.example/"], "Name a client id with --id"),
    (["add", "Notes", "--redirect", "https://a.example/", "--no-secret", "--no-pkce"], "needs PKCE"),
    (["add", "Notes", "--redirect", "https://a.example/", "--back-channel-logout", "ftp://a"], "no address to which"),
    (["add", "Notes", "--redirect", "https://a.example/", "--touch-within", "-1"], "--touch-within"),
  ]
  @Test("what cannot be declared is said, and nothing is written", arguments: refused)
  func refuses(_ words: [String], _ sentence: String) async throws {
    try await withOffice { office in
      let outcome = try await office.clients(words)
      #expect(outcome.status != 0 && outcome.errors.replacing(/\s+/, with: " ").contains(sentence), "\(outcome)")
      #expect(try await office.site.store.read { try $0.services() }.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: office.folder + "/openid.keys"))
    }
  }

  @Test("people set writes down an address and groups, replaces them, and takes them back")
  func facts() async throws {
    try await withOffice { office in
      try await Visitor(office.site).register("ana", with: DemoAuthenticator())
      let account = try await office.site.account("ana").id
      func set(_ words: String...) async throws -> TestProgram.Outcome {
        try await Program.run(["people", "set", "ana"] + words + ["--config", office.config])
      }
      func known() async throws -> PersonFacts? { try await office.site.store.read { try $0.personFacts(of: account) } }
      #expect(try await set("--email", "ana@example.org", "--group", "staff", "--group", "admins").status == 0)
      #expect(
        try await known() == PersonFacts(account: account, email: "ana@example.org", groups: ["admins", "staff"]))
      #expect(try await set("--group", "none").status == 0)
      #expect(try await known() == PersonFacts(account: account, email: "ana@example.org"))
      #expect(try await set("--email", "none").status == 0)
      #expect(try await known() == PersonFacts(account: account))
      for wrong in [["--email", "no address"], ["--group", "two words"], ["--group", ""], []] {
        let outcome = try await Program.run(["people", "set", "ana"] + wrong + ["--config", office.config])
        #expect(outcome.status != 0, "\(wrong)")
      }
    }
  }
}
