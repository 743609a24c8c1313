import Foundation
import TestProgram
import TestSite
import Testing

/// The servers on a socket that a service manager opened and keeps open.
@Suite(.timeLimit(.minutes(5))) struct InheritedSocketTests {
  @Test(
    "three restarts refuse no connection and answer what had begun, and readiness is told",
    arguments: ["serve", "provider"])
  func restarts(command: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let more = command == "serve" ? [] : ["--name", "Friend"]
    let manager = try await Manager([command, "--data", folder.path] + more)
    let path = command == "serve" ? "/healthz" : "/config", host = command == "serve" ? "example.org" : "127.0.0.1"
    let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
    let port = manager.port
    @Sendable func answer() async throws -> String {
      let connection = try RawConnection(port: port)
      try connection.send(request)
      return await connection.answer()
    }
    let first = try await answer()
    #expect(first.hasPrefix("HTTP/1.1 200"))
    #expect(first.contains(/\r\n[Dd]ate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/), "RFC 9110 §6.6.1")

    let crowd = Task {
      var answers: [String] = []
      while !Task.isCancelled { answers.append(try await answer()) }
      return answers
    }
    for _ in 1...3 {
      let begun = try RawConnection(port: port)
      try begun.send(
        """
        POST /api/authentication/verify HTTP/1.1\r\nHost: example.org\r\nOrigin: https://example.org\r\n\
        Content-Type: application/json\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnu
        """)
      try await Task.sleep(for: .milliseconds(300))  // the program has accepted it, and waits for the rest
      manager.restart()
      try await Task.sleep(for: .milliseconds(100))
      try begun.send("ll")
      let last = await begun.answer()
      #expect(last.hasPrefix("HTTP/1.1 4"), "refused with reasons, not cut off: \(last.prefix(80))")
      try await manager.isReadyAgain()
    }
    crowd.cancel()
    let answers = try await crowd.value
    // A connection that was accepted and had not said anything when the program was stopped is closed, as idle: at most
    // one for each restart, as they come one after another.
    let lost = answers.filter { !$0.hasPrefix("HTTP/1.1 200") }
    #expect(answers.count > 3 && lost.count <= 3 && lost.allSatisfy(\.isEmpty), "\(lost.count) of \(answers.count)")
    #expect(try await manager.end() == 0)
  }

  @Test("sockets that were meant for another process are left alone") func notOurs() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let port = try FreePort.find(), output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let program = try await RunningProgram(
      .latchstring(
        ["serve", "--data", folder.path, "--port", "\(port)"],
        environment: ["LATCHSTRING_RP_ID": "example.org", "LISTEN_PID": "1", "LISTEN_FDS": "1"]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "Latchstring serves example.org on 127.0.0.1:\(port).")
    program.send(SIGTERM)
    _ = try await program.ended()
  }
}

/// Runs the program in `manager.py`, which holds the socket.
private final class Manager {
  let port: Int
  private let program: RunningProgram
  private let input = Pipe(), output = Pipe()
  private let said: TextReader

  init(_ arguments: [String]) async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "manager.py").path
    said = TextReader(output.fileHandleForReading.fileDescriptor)
    program = try await RunningProgram(
      TestProgram(
        ["/usr/bin/python3", script, TestProgram.latchstring] + arguments,
        environment: ["LATCHSTRING_RP_ID": "example.org"]),
      input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    let start = try await said.wait(for: "ready\n")
    port = Int(start.prefix { $0.isNumber }) ?? 0
  }

  func restart() { input.fileHandleForWriting.write(Data("again\n".utf8)) }
  func isReadyAgain() async throws {
    try await said.wait(for: "stopped 0\n")
    try await said.wait(for: "ready\n")
  }
  /// Stops the program, and returns its exit status.
  func end() async throws -> Int32 {
    try input.fileHandleForWriting.close()
    try await said.wait(for: "stopped 0\n")
    return try await program.ended()
  }
}
