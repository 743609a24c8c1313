import AuditLog
import Demo
import Foundation
import FoundationNetworking
import Model
import Store
import TestDisk
import TestProgram
import TestSite
import Testing

/// The power is cut while the program runs. Everything it had confirmed must still be there afterwards.
@Suite struct PowerCutTests {
  /// Runs `home` on this disk until the power is cut.
  /// - Returns: The data folder as the disk has it then.
  private func home(
    on disk: TestDisk, environment: [String: String] = [:], until saying: String,
    _ body: (_ port: Int, _ said: TextReader) async throws -> Void
  ) async throws -> String {
    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor), port = try FreePort.find()
    let ports = [
      "LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_PRACTICE_PORT": "0",
    ]
    let home = try await RunningProgram(
      .latchstring(
        ["home", "--port", "\(port)", "--data", disk.folder + "/made/data"],
        environment: disk.environment.merging(ports) { $1 }.merging(environment) { $1 }),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: saying)
    try await body(port, said)
    let left = try disk.afterPowerCut()
    home.send(SIGKILL)
    _ = try await home.ended()
    #expect(await said.waitForEnd(), "The hands end with it.")
    return left + "/made/data"
  }

  @Test("accounts, sign-ins and sign-outs that home confirmed survive a power cut; so does its log")
  func accounts() async throws {
    let disk = try await TestDisk(), names = (1...12).map { "person\($0)" }
    let left = try await home(on: disk, until: "Stop it with Control-C.") { port, _ in
      for name in names {
        let visitor = Visitor(port: port)
        let registered = try await visitor.register(name, with: DemoAuthenticator())
        let signedOut = try await visitor.submit("/sign-out")
        #expect(registered.status == 200 && signedOut.status == 303)
      }
    }
    let log = try await Program.run("audit", "verify", "--data", left)
    #expect(log.output.hasPrefix("\(3 * names.count) entries, unbroken."), "\(log)")
    #expect(FileManager.default.fileExists(atPath: left + "/latchstring.sqlite-begun"))
    let store = try SQLiteStore(path: left + "/latchstring.sqlite")
    for name in names {
      let username = try #require(Username(name))
      let account = try await store.read { try $0.account(named: username) }
      #expect(account != nil, "\(name)")
    }
  }

  @Test("a token that the hands gave to a page is still valid after a power cut") func hands() async throws {
    let disk = try await TestDisk(), handsPort = try FreePort.find()
    func post(_ path: String, _ body: String, from port: Int) async throws -> (Int, [String: Any]) {
      var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(handsPort)\(path)")))
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.setValue("http://latchstring.localhost:\(port)", forHTTPHeaderField: "Origin")
      let (data, answer) = try await URLSession.shared.data(for: request)
      let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      return ((answer as? HTTPURLResponse)?.statusCode ?? 0, json ?? [:])
    }
    let hands = ["LATCHSTRING_HANDS_PORT": "\(handsPort)"]
    var token = "", page = 0
    let left = try await home(on: disk, environment: hands, until: "asks for this code: ") { port, said in
      let code = try #require(try await said.wait(for: "\n").firstMatch(of: /[2-9A-Z]{4}-[2-9A-Z]{4}/)?.output)
      let (status, answer) = try await post("/meet", #"{"code": "\#(code)"}"#, from: port)
      #expect(status == 200)
      token = try #require(answer["token"] as? String)
      page = port
    }
    let kept = try String(contentsOfFile: left + "/hands/pages.json", encoding: .utf8)
    #expect(kept.contains("http://latchstring.localhost:\(page)") && !kept.contains(token))
  }

  @Test("a new card's PUK and pairing password survive a power cut right after their creation")
  func cardSecrets() async throws {
    let disk = try await TestDisk(), data = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: data) }
    let made = try await Program.shell(
      """
      latchstring card init --json --rehearsal --data '\(data)' --new-pin-fd 0 \
      --secrets-fd 4 4>'\(disk.folder)/secrets'
      """,
      environment: disk.environment, input: "123456\n")
    #expect(made.status == 0, "\(made)")
    let drawn = try String(contentsOfFile: disk.folder + "/secrets", encoding: .utf8)
    #expect(drawn.split(separator: "\n").count == 2)
    #expect(try String(contentsOfFile: disk.afterPowerCut() + "/secrets", encoding: .utf8) == drawn)
  }

  @Test("a copy that is reported as complete is complete on disk after a power cut") func copy() async throws {
    let disk = try await TestDisk(),
      elsewhere = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: elsewhere) }
    try await withSite(store: try SQLiteStore(path: elsewhere + "/latchstring.sqlite")) { site in
      try await Visitor(site).register(with: DemoAuthenticator())
      let made = try await TestProgram.latchstring(
        ["copy", disk.folder + "/copy", "--data", elsewhere], environment: disk.environment
      ).run()
      #expect(made.status == 0, "\(made)")
      let copy = try SQLiteStore(reading: try disk.afterPowerCut() + "/copy")
      #expect(try await copy.read { try $0.auditRows(from: 1, limit: 9).count } == 2)
    }
  }

  @Test("what was taken out of the audit log is in its file after a power cut") func trimmedLog() async throws {
    let disk = try await TestDisk(),
      elsewhere = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: elsewhere) }
    let store = try SQLiteStore(path: elsewhere + "/latchstring.sqlite"), old = Date() - 400 * 86_400
    try await store.write { records in
      try records.setInstallationValue("rp_id", Array("latchstring.localhost".utf8))
      for _ in 0..<1200 { try records.append(AuditEntry(.runLapsed, account: nil, at: old)) }
    }
    #expect(try await Program.run("audit", "key", "--new", "--data", elsewhere).status == 0)
    let secret = try String(contentsOfFile: elsewhere + "/audit.key", encoding: .utf8)
    let signer = try #require(CheckpointSigner(secretText: secret.trimmingCharacters(in: .newlines)))
    try await store.write { records in
      let head = try records.auditHead()
      try records.insert(checkpoint: try signer.note(of: head), at: head.position)
    }
    let made = try await TestProgram.latchstring(
      ["audit", "trim", "--export", disk.folder + "/log", "--data", elsewhere],
      environment: disk.environment.merging(["LATCHSTRING_AUDIT_KEEP_DAYS": "90"]) { $1 }
    ).run()
    #expect(made.status == 0, "\(made)")
    let log = try disk.afterPowerCut() + "/log"
    let whole = try await Program.run("audit", "verify", "--trimmed", log, "--data", elsewhere)
    #expect(whole.output.hasPrefix("1200 entries, unbroken."), "\(whole)")
    #expect(try await store.read { try $0.auditRows(from: 0, limit: 1) } == [])
  }
}
