import AuditLog
import CeremonyService
import Demo
import Foundation
import Logging
import Mail
import Model
import Store
import TestProgram
import TestProvider
import TestSite
import Testing

@testable import latchstring

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

  @Test("each trouble is told at most once a day, and another one all the same") func pause() async throws {
    let server = try await MailServer(), began = Date(), mail = try Self.mail(by: server)
    await mail.tell(.store, at: began)
    await mail.tell(.store, at: began.addingTimeInterval(24 * 3600 - 1))
    await mail.tell(.metadata, at: began.addingTimeInterval(24 * 3600 - 1))
    await mail.tell(.store, at: began.addingTimeInterval(24 * 3600))
    var subjects: [String] = []
    for _ in 1...3 {
      let subject = try await server.mail().firstMatch(of: /SUBJECT example.org: (.*)/)?.1
      subjects.append(String(subject ?? ""))
    }
    let store = "The database cannot be used"
    #expect(subjects == [store, "The list of authenticator models is out of date", store])
    try await server.end()
  }

  @Test("a database that cannot be read any more is told to the operator by mail") func unreadable() async throws {
    let server = try await MailServer()
    let key = try #require(CheckpointSigner(name: "site/audit", seed: Array(1...32))).key
    let check = DailyCheck(
      store: UnreadableStore(), key: key, metadata: CurrentMetadata(), mail: try Self.mail(by: server))
    let running = Task { try await check.run() }
    #expect(try await server.mail().contains("SUBJECT example.org: The database cannot be used"))
    running.cancel()
    _ = await running.result
    try await server.end()
  }

  @Test("a database that names another key than the server's for its log is told to the operator by mail")
  func otherKey() async throws {
    let server = try await MailServer(), store = try SQLiteStore()
    let own = try #require(CheckpointSigner(name: "site/audit", seed: Array(1...32))).key
    let other = try #require(CheckpointSigner(name: "site/audit", seed: Array(2...33))).key
    try await store.write { try $0.setInstallationValue("audit_key", Array(other.text.utf8)) }
    let check = DailyCheck(
      store: store, key: own, metadata: CurrentMetadata(), mail: try Self.mail(by: server))
    let running = Task { try await check.run() }
    #expect(try await server.mail().contains("SUBJECT example.org: The audit log is not whole"))
    running.cancel()
    _ = await running.result
    try await server.end()
  }

  /// A database whose disk does not answer any more.
  private struct UnreadableStore: Model.Store {
    func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      throw StoreError(.unavailable, "the disk does not answer")
    }
    func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      throw StoreError(.unavailable, "the disk does not answer")
    }
  }

  private static func mail(by server: MailServer) throws -> OperatorMail {
    let sender = try #require(SMTPSettings(url: server.url, sender: "site@example.org"))
    return OperatorMail(
      OperatorAddress(text: "keeper@example.org", server: sender), site: "example.org", data: "/data",
      logger: Logger(label: "test"))
  }

  @Test("doctor --mail sends a trial, and says when the mail server takes none") func trial() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await MailServer()
    func doctor(_ more: String...) async throws -> String {
      try await TestProgram.latchstring(
        ["doctor", "--data", folder] + more,
        environment: [
          "LATCHSTRING_RP_ID": "example.org", "LATCHSTRING_OPERATOR_MAIL": "keeper@example.org",
          "LATCHSTRING_SMTP_URL": server.url, "LATCHSTRING_SMTP_SENDER": "latchstring@example.org",
        ]
      ).run().output.replacing(/\s+/, with: " ")
    }
    #expect(try await doctor().contains("-- Mail: It goes to keeper@example.org."))
    #expect(try await doctor("--mail").contains("ok Mail: A trial went to keeper@example.org."))
    #expect(try await server.mail().contains("SUBJECT example.org: A trial"))
    try await server.end()
    #expect(try await doctor("--mail").contains("no Mail: No mail goes out"))
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
