import Foundation
import TestSite
import Testing

/// The program itself, as a person starts it.
@Suite struct ProgramTests {
  private static var program: URL {
    URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().appending(path: "latchstring")
  }
  private func run(_ arguments: String..., input: String = "") throws -> (status: Int32, output: String, errors: String) {
    let process = Process(), output = Pipe(), errors = Pipe(), stdin = Pipe()
    process.executableURL = Self.program
    process.arguments = arguments
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, stdin)
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data(), complained = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self), String(decoding: complained, as: UTF8.self))
  }

  @Test("verify prints a line a row, and its status says whether all passed") func verify() throws {
    let result = try run("verify", "-", input: "{\"id\":\"a\"}\nnot json\n")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(result.status == 2 && lines.count == 2 && lines.allSatisfy { $0.count == 4 && $0[1] == "error" && $0[2] == "malformed-row" })
    let missing = try run("verify", "/no/such/file")
    #expect(missing.status == 1 && missing.errors.contains("cannot be read"))
  }
  @Test("home says its address, keeps its folder to its owner, refuses a port that is taken, and stops when it is told to") func home() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())"), port = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process(), output = Pipe()
    process.executableURL = Self.program
    process.arguments = ["home", "--port", "\(port)", "--data", folder.path]
    process.standardOutput = output
    try process.run()
    let greeting = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(greeting.contains("Latchstring is open at http://latchstring.localhost:\(port)") && greeting.contains(folder.path))
    let permissions = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
    #expect(permissions == 0o700)
    let second = try run("home", "--port", "\(port)", "--data", folder.path)
    #expect(second.status == 1 && second.errors == "latchstring: The port is taken by another program. Choose one with --port.\n")
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
