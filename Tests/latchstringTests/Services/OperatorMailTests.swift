import Demo
import Foundation
import Model
import Store
import TestProgram
import TestProvider
import TestSite
import Testing

/// What a site writes to whoever runs it.
@Suite(.timeLimit(.minutes(3))) struct OperatorMailTests {
  @Test("a log that somebody changed is told to the operator by mail, once, and no person is named in it")
  func brokenLog() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/latchstring.sqlite")
    try await withSite(store: store) { _ = try await Visitor($0).register("ana", with: DemoAuthenticator()) }
    try await store.write { records in
      let statements = try #require(records as? any SQLStatements)
      _ = try statements.run("UPDATE audit_log SET at = at - 1 WHERE position = 1")
    }
    let server = try await MailServer()
    let port = try FreePort.find(), output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let program = try await RunningProgram(
      .latchstring(
        ["serve", "--data", folder, "--port", "\(port)"],
        environment: [
          "LATCHSTRING_RP_ID": "accounts.example.org", "LATCHSTRING_OPERATOR_MAIL": "keeper@example.org",
          "LATCHSTRING_SMTP_URL": server.url, "LATCHSTRING_SMTP_SENDER": "latchstring@example.org",
        ]), output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    _ = try await said.wait(for: "Latchstring serves")
    let mail = try await server.mail()
    #expect(mail.contains("FROM latchstring@example.org TO keeper@example.org"), "\(mail)")
    #expect(mail.contains("DEFECTS 0"))
    #expect(mail.contains("SUBJECT accounts.example.org: The audit log is not whole"))
    #expect(mail.contains("latchstring audit verify --data \(folder)") && !mail.contains("ana"))
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
    try await server.end()
  }

  @Test("an operator's address without a mail server, or that is none, is said before anything starts")
  func settings() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (address, sentence) in [("keeper", "operator.mail is “keeper”"), ("keeper@example.org", "smtp.url is missing")]
    {
      let outcome = try await TestProgram.latchstring(
        ["serve", "--data", folder],
        environment: ["LATCHSTRING_RP_ID": "example.org", "LATCHSTRING_OPERATOR_MAIL": address]
      ).run()
      #expect(outcome.status != 0 && outcome.errors.contains(sentence), "\(outcome)")
    }
  }
}
