import Foundation
import FoundationNetworking
import TestSite
import Testing

/// The program itself, as a person starts it.
@Suite struct ProgramTests {
  @Test("verify prints a line a row, and its status says whether all passed") func verify() throws {
    let result = try Program.run("verify", "-", input: "{\"id\":\"a\"}\nnot json\n")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(result.status == 2 && lines.count == 2 && lines.allSatisfy { $0.count == 4 && $0[1] == "error" && $0[2] == "malformed-row" })
    let missing = try Program.run("verify", "/no/such/file")
    #expect(missing.status == 1 && missing.errors.contains("cannot be read"))
  }
  /// What the hands answer to a page.
  private func hello(_ port: Int, from origin: String) async throws -> Int? {
    var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/hello")!)
    request.setValue(origin, forHTTPHeaderField: "Origin")
    return (try await URLSession.shared.data(for: request).1 as? HTTPURLResponse)?.statusCode
  }

  @Test("home says its address and the code of its hands, keeps its folder to its owner, refuses a port that is taken, and stops with its hands")
  func home() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"), port = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process(), output = Pipe()
    process.executableURL = Program.file
    process.arguments = ["home", "--port", "\(port)", "--data", folder.path]
    let handsPort = try FreePort.find()
    process.environment = ProcessInfo.processInfo.environment.merging(["LATCHSTRING_HANDS_PORT": "\(handsPort)"]) { $1 }
    process.standardOutput = output
    try process.run()
    let greeting = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(greeting.contains("Latchstring is open at http://latchstring.localhost:\(port)") && greeting.contains(folder.path))
    let permissions = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
    #expect(permissions == 0o700)
    let second = try Program.run("home", "--port", "\(port)", "--data", folder.path)
    #expect(second.status == 1 && second.errors == "latchstring: The port is taken by another program. Choose one with --port.\n")
    var said = greeting
    while !said.contains("asks for this code: ") { said += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
    #expect(try await hello(handsPort, from: "http://latchstring.localhost:\(port)") == 200)
    #expect(try await hello(handsPort, from: "http://evil.example") == 403)
    process.terminate()
    process.waitUntilExit()
    while !output.fileHandleForReading.availableData.isEmpty {}  // the hands hold the other end until they have ended with it
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
