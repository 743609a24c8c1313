import Demo
import Foundation
import TestProgram
import TestSite
import Testing

/// A site whose host name was changed in its settings: all that opens its accounts is bound to the old one.
@Suite(.timeLimit(.minutes(3))) struct RPIDTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path

  private func settings(_ rpID: String, _ port: Int) -> [String: String] {
    ["LATCHSTRING_RP_ID": rpID, "LATCHSTRING_ORIGINS": "http://\(rpID):\(port)"]
  }

  /// Runs the site until the work is over.
  private func serve(_ environment: [String: String], _ port: Int, _ work: () async throws -> Void) async throws {
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

  @Test("a site with accounts does not start under another name; before the first account, any name is taken")
  func renamed() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let port = try FreePort.find(), old = "latchstring.localhost", key = DemoAuthenticator()
    try await serve(settings("mistyped.localhost", port), port) {}
    try await serve(settings(old, port), port) {
      let made = try await Visitor(port: port).register("mirela", with: key)
      #expect(made.status == 200)
    }

    let refused = try await TestProgram.latchstring(
      ["serve", "--data", folder, "--port", "\(port)"], environment: settings("other.localhost", port)
    ).run()
    #expect(refused.status != 0)
    let said = refused.errors.replacing(/\s+/, with: " ")
    #expect(said.contains("were made at \(old), and rp.id is other.localhost."), "\(said)")
    #expect(said.contains("Everything that opens them works only at \(old): set rp.id to that."))
    let judged = try await TestProgram.latchstring(
      ["doctor", "--data", folder], environment: settings("other.localhost", port)
    ).run()
    #expect(judged.output.contains("no  Accounts: The accounts here were made at \(old)"), "\(judged.output)")

    try await serve(settings(old, port), port) {
      let known = try await Visitor(port: port).signIn(with: key)
      #expect(known.status == 200, "nothing was changed")
    }
  }
}
