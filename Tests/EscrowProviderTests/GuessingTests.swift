import Encoding
import Escrow
import EscrowProvider
import Foundation
import Store
import TestProvider
import TestSite
import Testing

/// Ten thousand requests from a guesser, over HTTP and many at once.
@Suite struct GuessingTests {
  /// Half of them before a restart.
  private static let half = 5000, connections = 8

  private enum Guess: Hashable { case answer, identifier, config }

  /// The number of answers of each kind, by kind of guess.
  private func guess(_ deposit: Deposit, at peer: Peer) async throws -> [Guess: [Refused: Int]] {
    try await withThrowingTaskGroup(of: [(Guess, Refused)].self) { group in
      for connection in 0..<Self.connections {
        group.addTask {
          var answers: [(Guess, Refused)] = []
          for index in stride(from: connection, to: Self.half, by: Self.connections) {
            switch index % 2 {
            case 0: answers.append((.answer, try await Self.answer(deposit, at: peer).refusal))
            default:
              answers.append(
                (.identifier, try await peer.get("policy/\(Base32Bytes(DrawnBytes.bytes(32)).text)").refusal))
            }
            if index % 500 == 0 { answers.append((.config, Refused(try await peer.get("config").status))) }
          }
          return answers
        }
      }
      return try await group.reduce(into: [:]) { sums, answers in
        for (guess, refused) in answers { sums[guess, default: [:]][refused, default: 0] += 1 }
      }
    }
  }

  private static func answer(_ deposit: Deposit, at peer: Peer) async throws -> PeerAnswer {
    let body =
      #"{"truth_decryption_key":"\#(deposit.key.text)","h_response":"\#(Base32Bytes(DrawnBytes.bytes(64)).text)"}"#
    return try await peer.post(deposit.path + "/solve", Array(body.utf8))
  }

  @Test(
    "G-14: ten thousand guesses over a restart gain nothing past the limits; others are served"
  )
  func manyGuesses() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-guessing-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "provider.sqlite").path, clock = TestClock(), most = 20 * 16
    clock.stop()
    let limit: (inout ProviderSettings) -> Void = { settings in
      settings.limits.lookUpsPerAddress = 20
      settings.limits.wrongAnswersPerTruth = 100
    }
    let refused = Refused(429, 8121), wrong = Refused(403, 8111), unknown = Refused(404, 8350)
    let (deposit, right, known) = try await withProvider(
      store: SQLiteProviderStore(path: path), clock: clock, change: limit
    ) { provider in
      let peer = Peer(provider), max = try Depositor(provider), deposit = try Deposit(provider, answer: "blue")
      #expect(try await max.upload([1]).status == 204)
      #expect(try await deposit.upload().status == 204)
      let answers = try await guess(deposit, at: peer)
      #expect(answers[.answer] == [wrong: 3, refused: Self.half / 2 - 3])
      // The upload was one of them.
      #expect(answers[.identifier] == [unknown: most - 1, refused: Self.half / 2 - most + 1])
      #expect(answers[.config] == [Refused(200): Self.half / 500])
      return (deposit, try deposit.response("blue"), max.path)
    }
    try await withProvider(store: SQLiteProviderStore(path: path), clock: clock, change: limit) { provider in
      let peer = Peer(provider)
      var deposit = deposit
      deposit.peer = peer
      let answers = try await guess(deposit, at: peer)
      #expect(answers[.answer] == [refused: Self.half / 2], "the counter forgot the first half")
      #expect(answers[.identifier] == [refused: Self.half / 2], "the counter forgot the first half")
      #expect(answers[.config] == [Refused(200): Self.half / 500])
      #expect(try await deposit.solve(right).refusal == refused)
      #expect(try await peer.get(known).refusal == refused)
      clock.advance(31)
      #expect(try await deposit.solve(right).body == deposit.share.bytes)
      clock.advance(3600)
      #expect(try await peer.get(known).status == 200)
    }
  }
}
