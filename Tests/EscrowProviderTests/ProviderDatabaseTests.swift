import Encoding
import Escrow
import EscrowProvider
import Foundation
import Store
import TestPostgreSQL
import TestProgram
import TestProvider
import Testing

/// `latchstring provider` in processes of their own, at one PostgreSQL database.
@Suite(.timeLimit(.minutes(4))) struct ProviderDatabaseTests {
  private static let greeting = "Everything is in the database that database.url names."

  private func hosted(at server: TestPostgreSQL, _ database: String, more: [String: Any] = [:]) throws -> HostedProvider
  {
    let settings: [String: Any] = [
      "provider": ["name": "Ana", "methods": ["question", "video"]], "video": ["meeting": "Ring at the door"],
      "database": ["url": server.url(database), "connections": 2],
    ]
    return try HostedProvider { _ in settings.merging(more) { $1 } }
  }
  private func withDatabase(_ body: (TestPostgreSQL, _ name: String) async throws -> Void) async throws {
    let server = try TestPostgreSQL.shared.get(), name = try server.makeDatabase()
    defer { try? server.drop(name) }
    try await body(server, name)
  }
  private func run(_ hosted: HostedProvider, _ words: String...) async throws -> TestProgram.Outcome {
    let file = try hosted.configure()
    return try await TestProgram.latchstring(words + ["--config", file.path, "--data", hosted.folder.path]).run()
  }

  @Test("two processes share a provider: what one keeps the other gives, guesses at both count, and review sees both")
  func shared() async throws {
    try await withDatabase { server, name in
      let one = try hosted(at: server, name), other = try hosted(at: server, name)
      let early = try await run(one, "provider")
      #expect(early.status == 1 && early.errors.contains("latchstring database migrate"), "\(early)")
      #expect(try await run(one, "database", "migrate").output == "3 steps were done. The tables are up to date.\n")
      #expect(try await run(one, "database", "migrate").output == "The tables are up to date.\n")
      let check = try await run(one, "database", "check")
      #expect(check.output.hasSuffix("It has a provider's tables, up to date.\n"), "\(check)")
      for hosted in [one, other] { try await hosted.start(until: Self.greeting) }
      #expect(try await one.salt == other.salt)
      #expect(try FileManager.default.contentsOfDirectory(atPath: one.folder.path) == ["provider.json"])

      let max = try Depositor(one.peer, salt: try await one.salt)
      #expect(try await max.upload([1]).status == 204)
      #expect(try await other.peer.get(max.path).body == [1])
      let question = Deposit(one.peer, .question, DrawnBytes.bytes(64))
      let elsewhere = question.moved(to: other.peer)
      #expect(try await question.upload().status == 204)
      for place in [question, elsewhere, question] {
        #expect(try await place.solve(DrawnBytes.bytes(64)).refusal == Refused(403, 8111))
      }
      #expect(try await elsewhere.solve(DrawnBytes.bytes(64)).refusal == Refused(429, 8121))

      let photo = Deposit(one.peer, .video, TestPhoto.png)
      #expect(try await photo.upload().status == 204)
      let details = try #require(try await photo.challenge().json["review_details"] as? [String: Any])
      let number = try #require(details["number"] as? String)
      let response = AnswerHash.of(code: try #require(details["answer_code"] as? UInt64))
      #expect(try await run(other, "provider", "review", "--list").output.hasPrefix(number))
      #expect(try await run(other, "provider", "review", "--yes", number).status == 0)
      #expect(try await photo.moved(to: other.peer).solve(response).body == photo.share.bytes)
      for hosted in [one, other] { try await hosted.end(SIGTERM) }
    }
  }

  @Test("a provider's settings and a site's are told apart, and neither starts at the other's database")
  func kinds() async throws {
    try await withDatabase { server, name in
      let provider = try hosted(at: server, name),
        both = try hosted(at: server, name, more: ["rp": ["id": "a.example"]])
      let unclear = try await run(both, "database", "migrate")
      #expect(unclear.status == 2 && unclear.errors.contains("a site's and a provider's"), "\(unclear)")
      #expect(try await run(provider, "database", "migrate").status == 0)
      let site = try await run(both, "serve")
      #expect(site.status == 1 && site.errors.contains("it is a database of another kind"), "\(site)")
      try await withDatabase { server, name in
        try PostgreSQLStore.migrate(PostgreSQLAddress(url: server.url(name)))
        let astray = try hosted(at: server, name)
        for words in [["provider"], ["database", "migrate"], ["provider", "review", "--list"]] {
          let file = try astray.configure()
          let refused = try await TestProgram.latchstring(words + ["--config", file.path]).run()
          #expect(refused.status > 0 && refused.errors.contains("it is a database of another kind"), "\(refused)")
        }
      }
    }
  }

  @Test("a provider moves from its file into a database, and friends find what they left there") func moves()
    async throws
  {
    try await withDatabase { server, name in
      let before = try HostedProvider { _ in ["provider": ["name": "Ana"]] }
      try await before.start()
      let salt = try await before.salt, max = try Depositor(before.peer, salt: salt)
      #expect(try await max.upload([1, 2]).status == 204)
      try await before.end(SIGTERM)
      let after = try hosted(at: server, name), file = before.folder.path + "/provider.sqlite"
      #expect(try await run(after, "database", "migrate").status == 0)
      let copy = try await run(after, "database", "copy", "--from", file)
      #expect(copy.status == 0 && copy.output.hasSuffix("Every row is the same in both.\n"), "\(copy)")
      #expect(copy.output.contains("provider_accounts"))
      try await after.start(until: Self.greeting)
      #expect(try await after.salt == salt)
      #expect(try await after.peer.get(max.path).body == [1, 2])
      try await after.end(SIGTERM)
      let back = after.folder.path + "/back.sqlite"
      #expect(try await run(after, "database", "copy", "--to", back).status == 0)
      let kept = try await SQLiteProviderStore(path: back).read { try $0.newestDocument(of: max.account.publicKey) }
      #expect(kept?.bytes == [1, 2])
    }
  }
}
