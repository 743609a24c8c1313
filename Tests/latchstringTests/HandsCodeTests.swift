import Foundation
import TestProgram
import TestSite
import Testing

/// The terminal's messages about codes.
@Suite(.timeLimit(.minutes(5))) struct HandsCodeTests {
  @Test("after too many wrong codes, the terminal says that no code is accepted for a minute") func closed()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let port = try FreePort.find(), output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let hands = try await RunningProgram(
      .latchstring(["hands", "--for", "https://example.org", "--port", "\(port)", "--data", folder.path]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "asks for this code")
    #expect(try await WrongCodes.send(to: port, as: "https://example.org") == 429)
    let text = try await said.wait(
      for: "Too many wrong codes were sent to this computer. For a minute no code is taken; then a new one stands here."
    )
    #expect(!text.contains("asks for this code"), "no other code was shown meanwhile")
    hands.send(SIGTERM)
    _ = try await hands.ended()
  }
}
