import Foundation
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
  @Test("home says its address, keeps its folder to its owner, refuses a port that is taken, and stops when it is told to") func home() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"), port = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process(), output = Pipe()
    process.executableURL = Program.file
    process.arguments = ["home", "--port", "\(port)", "--data", folder.path]
    process.standardOutput = output
    try process.run()
    let greeting = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(greeting.contains("Latchstring is open at http://latchstring.localhost:\(port)") && greeting.contains(folder.path))
    let permissions = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
    #expect(permissions == 0o700)
    let second = try Program.run("home", "--port", "\(port)", "--data", folder.path)
    #expect(second.status == 1 && second.errors == "latchstring: The port is taken by another program. Choose one with --port.\n")
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
