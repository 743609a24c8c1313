import Foundation
import FoundationNetworking
import TestProgram
import TestSite
import Testing

@testable import latchstring

/// The program itself, as a person runs it.
@Suite struct ProgramTests {
  private static func taken(_ port: Int) -> String {
    """
    latchstring: Port \(port) is taken by another program, perhaps by Latchstring, which is open there already. Choose \
    another port with --port.
    """
  }

  @Test("verify prints one line per row, and its status says whether all passed") func verify() async throws {
    let result = try await Program.run("verify", "-", input: "{\"id\":\"a\"}\nnot json\n")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(
      result.status == 2 && lines.count == 2
        && lines.allSatisfy { $0.count == 4 && $0[1] == "error" && $0[2] == "malformed-row" })
    let missing = try await Program.run("verify", "/no/such/file")
    #expect(missing.status == 1 && missing.errors == "latchstring: There is no file /no/such/file.\n", "\(missing)")
    let folder = try await Program.run("verify", "/tmp")
    #expect(folder.status == 1 && folder.errors == "latchstring: /tmp is a folder, not a file.\n", "\(folder)")
  }
  /// The status with which the hands answer a page.
  private func hello(_ port: Int, from origin: String) async throws -> Int? {
    var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/hello")!)
    request.setValue(origin, forHTTPHeaderField: "Origin")
    return (try await URLSession.shared.data(for: request).1 as? HTTPURLResponse)?.statusCode
  }

  /// Expects that a provider answers at this port and says that it is for practice, both in a name for people and in a
  /// field for programs (G-34).
  private func expectPractice(at port: Int) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/config"))
    var answer: Data?
    for _ in 0..<600 where answer == nil {
      answer = try? await URLSession.shared.data(from: url).0
      if answer == nil { try await Task.sleep(for: .milliseconds(100)) }
    }
    let body = try #require(answer), said = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    #expect(
      said["practice"] as? Bool == true
        && (said["business_name"] as? String)?.localizedCaseInsensitiveContains("practice") == true)
  }

  @Test("home prints address and code, runs three providers, keeps a folder and ends with its hands")
  func home() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"),
      port = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let handsPort = try FreePort.find(), output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let practice = try FreePort.find(row: 3)
    let home = try await RunningProgram(
      .latchstring(
        ["home", "--port", "\(port)", "--data", folder.path],
        environment: ["LATCHSTRING_HANDS_PORT": "\(handsPort)", "LATCHSTRING_PRACTICE_PORT": "\(practice)"]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    let greeting = try await said.wait(for: "Stop it with Control-C.")
    #expect(
      greeting.contains("Latchstring is open at http://latchstring.localhost:\(port)") && greeting.contains(folder.path)
    )
    let permissions = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
    #expect(permissions == 0o700)
    let second = try await Program.run("home", "--port", "\(port)", "--data", folder.path)
    #expect(
      second.status == 1
        && second.errors == Self.taken(port) + "\n")
    try await said.wait(for: "asks for this code: ")
    #expect(try await hello(handsPort, from: "http://latchstring.localhost:\(port)") == 200)
    #expect(try await hello(handsPort, from: "http://evil.example") == 403)
    let status = try await Program.run("escrow", "status", "--json", "--data", folder.path)
    #expect(status.status == 1 && HomePort.remembered(in: folder.path) == port, "\(status)")
    for number in practice..<practice + 3 { try await expectPractice(at: number) }
    home.send(SIGTERM)
    #expect(await said.waitForEnd(), "The hands hold the other end as long as they are there.")
    #expect(try await home.ended() == 0)
  }

  /// Listens on a port as another program would. Returns the socket.
  private static func take(_ port: Int) throws -> Int32 {
    let taken = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(taken, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isBound && listen(taken, 1) == 0)
    return taken
  }

  @Test("if the hands' port is taken, home says so and keeps running") func handsPortTaken() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    let handsPort = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let taken = try Self.take(handsPort)
    defer { close(taken) }
    let errors = Pipe(), said = TextReader(errors.fileHandleForReading.fileDescriptor)
    let home = try await RunningProgram(
      .latchstring(
        ["home", "--port", "\(try FreePort.find())", "--data", folder.path],
        environment: ["LATCHSTRING_HANDS_PORT": "\(handsPort)", "LATCHSTRING_PRACTICE_PORT": "0"]),
      errors: errors.fileHandleForWriting.fileDescriptor)
    try errors.fileHandleForWriting.close()
    try await said.wait(
      for: """
        latchstring: Port \(handsPort), at which pages find the card reader, is taken by another program, perhaps by \
        another Latchstring. The page is open, but without cards, this computer's passkeys and account recovery. Close \
        the other program and start this one again, or give this one another port: LATCHSTRING_HANDS_PORT=
        """)
    home.send(SIGTERM)
    #expect(try await home.ended() == 0)
  }

  @Test("an invalid setting that only the hands use stops home before anything opens", arguments: [[], ["--demo"]])
  func handsSetting(flags: [String]) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let program = TestProgram.latchstring(
      ["home", "--port", "\(try FreePort.find())", "--data", folder] + flags,
      environment: ["LATCHSTRING_KEYS_STORE": "floppy"])
    let home = try await program.run()
    #expect(
      home.status == 1 && home.output == ""
        && home.errors == "latchstring: keys.store is “floppy”; it must be tpm or file.\n", "\(home)")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("if one of its addresses is taken, home says so in its own sentence, not in a log line")
  func halfTaken() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"),
      port = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let taken = try Self.take(port)
    defer { close(taken) }
    let home = try await Program.run("home", "--port", "\(port)", "--data", folder.path)
    #expect(home.status == 1 && home.output == "", "\(home)")
    #expect(
      home.errors == Self.taken(port) + "\n",
      "\(home)")
  }

  @Test("a server's log is held back until all its addresses are open, and none of it is lost")
  func heldLog() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"),
      port = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let errors = Pipe(), said = TextReader(errors.fileHandleForReading.fileDescriptor)
    let serve = try await RunningProgram(
      .latchstring(
        ["serve", "--port", "\(port)", "--data", folder.path], environment: ["LATCHSTRING_RP_ID": "example.org"]),
      errors: errors.fileHandleForWriting.fileDescriptor)
    try errors.fileHandleForWriting.close()
    try await said.wait(for: "Server started and listening on 127.0.0.1:\(port)")
    serve.send(SIGTERM)
    #expect(try await serve.ended() == 0)
  }

  @Test("when home is killed, its hands end on their own") func killedHome() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"),
      handsPort = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let home = try await RunningProgram(
      .latchstring(
        ["home", "--port", "\(try FreePort.find())", "--data", folder.path],
        environment: ["LATCHSTRING_HANDS_PORT": "\(handsPort)", "LATCHSTRING_PRACTICE_PORT": "0"]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "asks for this code: ")
    home.send(SIGKILL)
    #expect(try await home.ended() == 128 + SIGKILL)
    #expect(await said.waitForEnd(), "The hands hold the other end as long as they are there.")
  }
}
