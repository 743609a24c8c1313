import AuditLog
import Foundation
import Model
import Store
import TestProgram
import TestSite
import Testing

/// `latchstring doctor`, against installations with one thing wrong.
@Suite(.timeLimit(.minutes(3))) struct DoctorCommandTests {
  /// A data folder and a settings file, both removed afterwards.
  private func withFolder(_ settings: String, _ work: (_ data: String, _ config: String) async throws -> Void)
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "data"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let config = folder.appending(path: "settings.json").path
    try Data(settings.utf8).write(to: URL(filePath: config))
    try await work(folder.appending(path: "data").path, config)
  }

  @Test("a folder that others can look into is named, with the command that closes it") func openFolder() async throws {
    try await withFolder("{}") { data, config in
      let closed = try await Program.run("doctor", "--data", data, "--config", config)
      #expect(
        closed.output.replacing(/\s+/, with: " ").contains("ok Folder: \(data) is its owner's alone, and has room."),
        "\(closed.output)")
      #expect(closed.output.contains("There is no database yet."))
      chmod(data, 0o755)
      let open = try await Program.run("doctor", "--data", data, "--config", config)
      #expect(open.status == 1 && open.output.replacing(/\s+/, with: " ").contains("Close it: chmod 700 \(data)"))
    }
  }

  @Test(
    "a file with a secret that everybody can read is named, with the command that closes it", arguments: Secrets.all)
  func openSecret(_ secrets: Secrets) async throws {
    try await withFolder("{}") { data, config in
      let open = URL(filePath: data).deletingLastPathComponent().path + "/o'pen"
      try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
      chmod(URL(filePath: open).deletingLastPathComponent().path, 0o755)
      chmod(open, 0o755)
      let file = secrets.settings == nil ? config : open + "/secret" + secrets.suffix
      try Data("secret".utf8).write(to: URL(filePath: file))
      let settings = (secrets.settings ?? #"{"smtp": {"url": "smtp://mail.example:25", "password": "secret"}}"#)
      try Data(settings.replacing("FILE", with: open + "/secret").utf8).write(to: URL(filePath: config))
      func said() async throws -> String {
        let said = try await Program.run("doctor", "--data", data, "--config", config).output
        #expect(!said.contains("secret\n") && !said.contains("“secret”"))
        return said.replacing(/\s+/, with: " ")
      }
      let command = "Close it: chmod o-r '\(file.replacing("'", with: "'\\''"))'"
      chmod(file, 0o644)
      #expect(try await said().contains(command))
      chmod(file, 0o640)
      #expect(try await !said().contains("chmod o-r"))
      chmod(file, 0o644)
      chmod(URL(filePath: file).deletingLastPathComponent().path, 0o750)
      #expect(try await !said().contains("chmod o-r"), "nobody else can enter its folder")
    }
  }
  /// A setting that leads to a file with a secret; without one, the secret stands in the settings file itself.
  struct Secrets: CustomTestStringConvertible, Sendable {
    let testDescription: String, settings: String?
    /// What follows the name of the file in the setting.
    var suffix = ""
    static let all = [
      Secrets(
        testDescription: "password",
        settings: #"{"smtp": {"url": "smtp://mail.example:25", "password": {"file": "FILE"}}}"#),
      Secrets(testDescription: "audit key", settings: #"{"audit": {"key": {"file": "FILE"}}}"#),
      Secrets(
        testDescription: "audit key from before", settings: #"{"audit": {"key": {"file": "FILE"}}}"#, suffix: ".old"),
      Secrets(testDescription: "settings file", settings: nil),
    ]
  }

  @Test("a wrong setting and a damaged database are said as at a start") func broken() async throws {
    try await withFolder(#"{"rp": {"id": "Example.org"}}"#) { data, config in
      let found = try await Program.run("doctor", "--data", data, "--config", config)
      #expect(found.status == 1)
      #expect(found.output.contains("no  Settings: rp.id is “Example.org”; it must be a host name in lower case"))
    }
    try await withFolder("{}") { data, config in
      try Data("SQLite format 3\0 and nothing else".utf8).write(to: URL(filePath: data + "/latchstring.sqlite"))
      let found = try await Program.run("doctor", "--data", data, "--config", config)
      #expect(found.status == 1 && found.output.contains("no  Accounts: "), "\(found.output)")
    }
  }

  @Test("a server is asked on its port and at its origin; one that is down is named, with the command that starts it")
  func server() async throws {
    let port = try FreePort.find()
    let settings = #"{"rp": {"id": "localhost"}, "port": \#(port), "trusted": {"proxies": 1}, "#
    try await withFolder(settings + #""origins": ["http://localhost:\#(port)"]}"#) { data, config in
      let down = try await Program.run("doctor", "--data", data, "--config", config)
      #expect(down.status == 1)
      #expect(
        down.output.contains("no  Port: Nothing answers on 127.0.0.1:\(port). Start it: systemctl start latchstring"))
      #expect(down.output.contains("no  Site: http://localhost:\(port)/healthz cannot be reached"), "\(down.output)")

      let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
      let program = try await RunningProgram(
        .latchstring(["serve", "--data", data, "--config", config]), output: output.fileHandleForWriting.fileDescriptor)
      try output.fileHandleForWriting.close()
      try await said.wait(for: "Latchstring serves localhost")
      let up = try await Program.run("doctor", "--data", data, "--config", config, "--json")
      let findings = try JSONDecoder().decode([String: [Finding]].self, from: Data(up.output.utf8))["findings"] ?? []
      #expect(findings.first { $0.topic == "Port" }?.isFine == true, "\(up.output)")
      #expect(findings.first { $0.topic == "Site" }?.isFine == true)
      #expect(findings.first { $0.topic == "Accounts" }?.sentence == "None yet. The audit log is unbroken.")
      let forged = findings.first { $0.topic == "Proxy" }
      #expect(forged?.isFine == false && forged?.sentence.hasPrefix("It passes on what visitors write") == true)
      program.send(SIGTERM)
      _ = try await program.ended()
    }
  }

  @Test(
    "the file of a server that lacks what it is named by is not taken for this computer's",
    arguments: [
      (#"{ "registration": "invite", "trusted": { "proxies": 1 } }"#, "rp.id is missing: the host name of the site."),
      (#"{ "trusted": { "proxies": 1 } }"#, "These settings are a server's, and lack rp.id"),
      (#"{ "provider": { "url": "https://example.org" } }"#, "provider.name is missing"),
    ]) func unnamed(settings: String, sentence: String) async throws
  {
    try await withFolder(settings) { data, config in
      let found = try await Program.run("doctor", "--data", data, "--config", config)
      #expect(
        found.status == 1 && found.output.replacing(/\s+/, with: " ").contains("no Settings: \(sentence)"), "\(found)")
    }
  }

  @Test(
    "entries that are a week older than the setting are told once they can be taken out, with the command that does it",
    arguments: [(96.0, true, false), (98, false, false), (98, true, true)])
  func oldEntries(age: Double, isSigned: Bool, isTold: Bool) async throws {
    try await withFolder(#"{"rp": {"id": "example.invalid"}, "audit": {"keep": {"days": 90}}}"#) { data, config in
      let store = try SQLiteStore(path: data + "/latchstring.sqlite")
      try await store.write { records in
        try records.setInstallationValue("rp_id", Array("example.invalid".utf8))
        try records.append(AuditEntry(.runLapsed, account: nil, at: Date() - age * 86_400))
      }
      #expect(try await Program.run("audit", "key", "--new", "--data", data).status == 0)
      let secret = try String(contentsOfFile: data + "/audit.key", encoding: .utf8)
      let signer = try #require(CheckpointSigner(secretText: secret.trimmingCharacters(in: .newlines)))
      if isSigned {
        try await store.write { records in
          let head = try records.auditHead()
          try records.insert(checkpoint: try signer.note(of: head), at: head.position)
        }
      }
      let said = try await Program.run("doctor", "--data", data, "--config", config).output.replacing(/\s+/, with: " ")
      #expect(said.contains("no Accounts: Entries of the audit log are more than a week older") == isTold, "\(said)")
      #expect(said.contains("latchstring audit trim --export FILE") == isTold, "\(said)")
      #expect(said.contains("None yet. The audit log is unbroken.") != isTold, "\(said)")
    }
  }

  private struct Finding: Decodable { var isFine: Bool?, topic: String, sentence: String }

  @Test("a server that trusts no proxy is told what that means") func noProxy() async throws {
    try await withFolder(#"{"rp": {"id": "example.invalid"}}"#) { data, config in
      let found = try await Program.run("doctor", "--data", data, "--config", config)
      #expect(found.status == 1 && found.output.contains("no  Proxy: trusted.proxies is 0"), "\(found.output)")
      let said = found.output.replacing(/\s+/, with: " ")
      #expect(said.contains("example.invalid/healthz cannot be reached from here: example.invalid has no address."))
    }
  }
}
