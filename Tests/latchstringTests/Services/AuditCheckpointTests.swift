import AuditLog
import Demo
import Foundation
import Model
import TestProgram
import TestSite
import Testing

@testable import Store

/// The signed heads of a running site's audit log, kept by somebody else.
@Suite(.timeLimit(.minutes(3))) struct AuditCheckpointTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
  private let environment: [String: String], port: Int
  init() throws {
    port = try FreePort.find()
    environment = [
      "LATCHSTRING_RP_ID": "latchstring.localhost", "LATCHSTRING_ORIGINS": "http://latchstring.localhost:\(port)",
    ]
  }

  /// Runs the site until the work is over.
  private func serve(_ work: () async throws -> Void) async throws {
    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let program = try await RunningProgram(
      .latchstring(["serve", "--data", folder, "--port", "\(port)"], environment: environment),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    _ = try await said.wait(for: "Latchstring serves")
    try await work()
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
  }
  private func change(_ sql: String) async throws {
    try await SQLiteStore(path: folder + "/latchstring.sqlite").write { records in
      _ = try #require(records as? SQLRecords<SQLiteConnection>).connection.execute(sql, [])
    }
  }
  private func verify(_ more: String...) async throws -> TestProgram.Outcome {
    try await Program.run(["audit", "verify", "--data", folder] + more)
  }

  @Test("a site signs its log's head when it stops; who kept it sees that the log was cut, or written anew")
  func kept() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let address = "/.well-known/latchstring-checkpoint", key = DemoAuthenticator()
    try await serve {
      let early = try await Visitor(port: port).get(address)
      #expect(early.status == 204, "nothing happened yet")
      let made = try await Visitor(port: port).register("mirela", with: key)
      #expect(made.status == 200)
    }
    var note = ""
    try await serve {
      let visitor = Visitor(port: port), answer = try await visitor.get(address)
      note = answer.text
      #expect(answer.status == 200 && note.hasPrefix("latchstring.localhost/audit\n2\n"), "\(note)")
      let digest = try #require(note.split(separator: "\n").dropFirst(2).first).replacing("+", with: "%2B")
      #expect(try await visitor.get(address + "?position=2&digest=\(digest)").json["same"] as? Bool == true)
      #expect(try await visitor.get(address + "?position=2&digest=AA").json["same"] as? Bool == false)
      for other in [1, 3] {
        let unsigned = try await visitor.get(address + "?position=\(other)&digest=\(digest)").json
        #expect(unsigned["known"] as? Bool == false && unsigned["same"] == nil, "nothing was signed there")
      }
      #expect(try await visitor.get(address + "?position=x").status == 400)
    }
    let publicKey = try await Program.run("audit", "key", "--data", folder).output.trimmingCharacters(in: .newlines)
    #expect(try #require(CheckpointKey(text: publicKey)).checkpoint(in: note)?.head.position == 2)
    let file = try FileManager.default.attributesOfItem(atPath: folder + "/audit.key")
    #expect(file[.posixPermissions] as? Int == 0o600)

    let paper = folder + "/kept"
    try Data(note.utf8).write(to: URL(filePath: paper))
    #expect(try await verify("--checkpoint", paper, "--key", publicKey).status == 0)
    // Somebody who can write to the database cuts the log; then takes away the checkpoint there too.
    try await change("DELETE FROM sessions")
    try await change("DELETE FROM audit_log WHERE position = 2")
    #expect(try await verify().output.hasPrefix("Broken at position 2: the log ends before it"))
    // The site does not sign over it, although more happens.
    try await serve {
      let known = try await Visitor(port: port).signIn(with: key)
      #expect(known.status == 200)
    }
    #expect(try await verify().output.hasPrefix("Broken at position 2 or before"))
    try await change("DELETE FROM sessions")
    try await change("DELETE FROM audit_log WHERE position = 2")
    try await change("DELETE FROM checkpoints")
    #expect(try await verify().status == 0, "nothing here tells")
    let cut = try await verify("--checkpoint", paper, "--key", publicKey)
    #expect(cut.status == 1 && cut.output.hasPrefix("Broken at position 2: the log ends before it"))

    try Data(note.replacing("\n2\n", with: "\n1\n").utf8).write(to: URL(filePath: paper))
    let forged = try await verify("--checkpoint", paper, "--key", publicKey)
    #expect(forged.status == 2 && forged.errors.contains("is no checkpoint that this key signed."))
    #expect(try await verify("--checkpoint", paper).errors.contains("--checkpoint and --key belong together."))
  }

  @Test("a lost key is replaced, with a warning; one that cannot be read stops the start") func lost() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await serve {}
    let first = try await Program.run("audit", "key", "--data", folder).output
    try FileManager.default.removeItem(atPath: folder + "/audit.key")
    try await serve {}
    let second = try await Program.run("audit", "key", "--data", folder).output
    #expect(first != second)
    let new = try await Program.run("audit", "key", "--new", "--data", folder)
    #expect(new.status == 0 && !new.output.contains(second) && !new.output.contains("PRIVATE"))
    #expect(FileManager.default.fileExists(atPath: folder + "/audit.key.old"))
    try Data("nothing".utf8).write(to: URL(filePath: folder + "/audit.key"))
    let refused = try await TestProgram.latchstring(
      ["serve", "--data", folder, "--port", "\(port)"], environment: environment
    ).run()
    #expect(refused.status == 1 && refused.errors.contains("is not a key of an audit log."))
  }

  @Test("what root makes belongs to whom the folder, or else the key from before, belongs to, who has to read it")
  func root() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let isRoot = geteuid() == 0, user = isRoot ? 65_534 : geteuid()
    func owner() throws -> (user: uid_t, mode: mode_t) {
      var found = stat()
      try #require(stat(folder + "/audit.key", &found) == 0)
      return (found.st_uid, found.st_mode & 0o777)
    }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if isRoot { chown(folder, user, user) }
    try await serve {}
    #expect(try owner() == (user, 0o600), "made at the first start")
    let new = try await Program.run("audit", "key", "--new", "--data", folder)
    #expect(new.status == 0)
    #expect(try owner() == (user, 0o600), "in the user's folder")
    if isRoot { chown(folder, 0, 0) }
    #expect(try await Program.run("audit", "key", "--new", "--data", folder).status == 0)
    #expect(try owner() == (user, 0o600), "in root's folder, after a key of the user's")
  }

  @Test("root gives away no file in a folder to which the service's user leads it") func link() async throws {
    let elsewhere = folder + "-of-root"
    defer { for place in [folder, elsewhere] { try? FileManager.default.removeItem(atPath: place) } }
    try await serve {}
    guard geteuid() == 0 else { return }  // nobody else can give a file away
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    chown(folder, 65_534, 65_534)
    try FileManager.default.createSymbolicLink(atPath: folder + "/keys", withDestinationPath: elsewhere)
    let config = folder + "/settings.json"
    try Data(#"{"audit": {"key": {"file": "\#(folder)/keys/audit.key"}}}"#.utf8).write(to: URL(filePath: config))
    let refused = try await Program.run("audit", "key", "--new", "--data", folder, "--config", config)
    #expect(refused.status != 0)
    #expect(refused.errors.replacing(/\s+/, with: " ").contains("cannot be given to its user"), "\(refused.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
  }

  @Test("root gives no key to whoever put a file in its place, in a folder that everybody may write to")
  func planted() async throws {
    let shared = folder + "-of-all"
    defer { for place in [folder, shared] { try? FileManager.default.removeItem(atPath: place) } }
    try await serve {}
    guard geteuid() == 0 else { return }  // nobody else can give a file away
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
    chmod(shared, 0o1777)
    try Data("planted".utf8).write(to: URL(filePath: shared + "/audit.key"))
    chown(shared + "/audit.key", 65_534, 65_534)
    let config = folder + "/settings.json"
    try Data(#"{"audit": {"key": {"file": "\#(shared)/audit.key"}}}"#.utf8).write(to: URL(filePath: config))
    let refused = try await Program.run("audit", "key", "--new", "--data", folder, "--config", config)
    #expect(refused.status != 0)
    #expect(refused.errors.replacing(/\s+/, with: " ").contains("cannot be given to its user"), "\(refused.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == ["audit.key"])
    #expect(FileManager.default.contents(atPath: shared + "/audit.key") == Data("planted".utf8), "as it was")
  }
}
