import Foundation
import TestProgram
import TestSite
import Testing

/// The running program with a low limit on open files, and many connections that send no complete request.
@Suite(.timeLimit(.minutes(5))) struct CrowdTests {
  @Test("with 256 open files, 400 incomplete requests lock the owner out of no server of home")
  func fewFiles() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = try (home: FreePort.find(), hands: FreePort.find(), practice: FreePort.find(row: 3))
    let output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let line = "ulimit -n 256; exec '\(TestProgram.latchstring)' home --port \(ports.home) --data '\(folder.path)'"
    let home = try await RunningProgram(
      TestProgram(
        ["/bin/sh", "-c", line],
        environment: ["LATCHSTRING_HANDS_PORT": "\(ports.hands)", "LATCHSTRING_PRACTICE_PORT": "\(ports.practice)"]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "asks for this code")
    for (port, path) in [(ports.home, "/healthz"), (ports.practice, "/config"), (ports.hands, "/hello")] {
      let request = [
        "GET \(path) HTTP/1.1", "Host: \(port == ports.home ? "latchstring.localhost" : "127.0.0.1"):\(port)",
        "Origin: http://latchstring.localhost:\(ports.home)", "Connection: close", "", "",
      ].joined(separator: "\r\n")
      func ask() async throws -> String {
        let owner = try RawConnection(port: port)
        try owner.send(path == "/config" ? request.replacing(/Origin.*\r\n/, with: "") : request)
        return await owner.answer()
      }
      while try await !ask().hasPrefix("HTTP/1.1 200") { try await Task.sleep(for: .milliseconds(100)) }
      let half = try await RawConnection.crowd(400, port: port) { _ in "POST / HTTP/1.1\r\nHo" }
      defer { for connection in half { connection.close() } }
      #expect(try await ask().hasPrefix("HTTP/1.1 200"), "\(path)")
      // The owner was answered while the crowd was still connected.
      #expect(half.contains { !$0.isClosed })
    }
    home.send(SIGTERM)
    _ = try await home.ended()
  }
}
