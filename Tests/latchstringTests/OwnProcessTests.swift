import Foundation
import TestProgram
import TestSite
import Testing

/// Tests what other programs can see of a process that may hold a PIN, a phrase or a Master Key.
@Suite struct OwnProcessTests {
  /// A program without root's privileges, even if the tests run as root.
  private func ordinary(_ command: [String], environment: [String: String] = [:]) -> TestProgram {
    let plain = ["/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all", "--"]
    return TestProgram(geteuid() == 0 ? plain + command : command, environment: environment)
  }
  /// Reads a file as another program of the same person would.
  private func read(_ path: String) async throws -> TestProgram.Outcome {
    try await ordinary(["/bin/cat", path]).run()
  }

  @Test(
    "no program of the same person reads our memory or environment, and a crash leaves no core",
    arguments: ["home", "provider", "hands"])
  func closed(command: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let more =
      switch command {
      case "provider": ["--name", "Friend"]
      case "hands": ["--for", "https://example.org"]
      default: [String]()
      }
    let program = try await RunningProgram(
      ordinary(
        [TestProgram.latchstring, command, "--port", "\(try FreePort.find())", "--data", folder.path] + more,
        environment: ["LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_PRACTICE_PORT": "0"]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: command == "provider" ? "Everything is in" : "Stop it with Control-C.")
    let process = "/proc/\(program.processIdentifier)"
    let another = try await RunningProgram(ordinary(["/bin/sleep", "600"]))
    var open = try await read("/proc/\(another.processIdentifier)/environ")
    // Until the program has dropped its privileges and is running: while one program replaces another, its environment
    // reads as empty.
    for _ in 0..<600 where open.status != 0 || open.output.isEmpty {
      try await Task.sleep(for: .milliseconds(100))
      open = try await read("/proc/\(another.processIdentifier)/environ")
    }
    #expect(open.status == 0 && !open.output.isEmpty, "Otherwise the next line shows nothing: \(open.errors)")
    another.send(SIGKILL)
    _ = try await another.ended()
    let others = try await read(process + "/environ")
    #expect(others.status != 0 && others.output.isEmpty)
    let limits = try String(contentsOfFile: process + "/limits", encoding: .utf8).split(separator: "\n")
    let core = try #require(limits.first { $0.hasPrefix("Max core file size") })
    #expect(core.split(separator: " ").filter { $0 == "0" }.count == 2, "\(core)")
    let files = try #require(limits.first { $0.hasPrefix("Max open files") }).split(separator: " ")
    #expect(files[3] == files[4], "\(files)")
    program.send(SIGTERM)
    _ = try await program.ended()
  }

  @Test(
    "a crash prints no registers and no memory, also where Swift's backtraces are switched on",
    arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP])
  func crashed(signal: Int32) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let program = try await RunningProgram(
      .latchstring(
        ["provider", "--name", "Friend", "--port", "\(try FreePort.find())", "--data", folder.path],
        environment: ["SWIFT_BACKTRACE": "enable=yes,color=no,output-to=stderr"]),
      output: output.fileHandleForWriting.fileDescriptor, errors: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "Everything is in")
    let status = try String(contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
    let caught = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
    #expect(caught >> UInt64(signal - 1) & 1 == 0, "\(line)")
    program.send(signal)
    #expect(try await program.ended() == 128 + signal)
    #expect(await said.waitForEnd() && !said.seen.contains("crash") && !said.seen.contains("Registers"), "\(said.seen)")
  }
}
