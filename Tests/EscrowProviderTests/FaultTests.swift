import Encoding
import Escrow
import EscrowProvider
import Foundation
import Store
import TestProgram
import TestSite
import Testing
import TestProvider

@Suite struct FaultTests {
  @Test(
    "Killed before or after any write of a wrong answer: it never costs less than a try",
    arguments: [MethodType.question, .sms])
  func tries(type: MethodType) async throws {
    for moment in FaultyStore.Moment.allCases {
      for writes in 0..<8 {
        let store = FaultyStore(try SQLiteProviderStore())
        try await withProvider(store: store) { provider in
          provider.clock.stop()
          let deposit = Deposit(provider, type, type == .sms ? Array("+41791234567".utf8) : DrawnBytes.bytes(64))
          _ = try await deposit.upload()
          if type == .sms { _ = try await deposit.challenge() }
          store.fail(after: writes, moment)
          var compared = 0, killed = 0
          for _ in 0..<12 {
            switch try await deposit.solve(DrawnBytes.bytes(64)).status {
            case 403: compared += 1
            case 500: killed += 1
            case let status: #expect(status == 429)
            }
          }
          store.disarm()
          // A try written before the crash is spent, even though its answer was never received.
          #expect(compared == (moment == .after && writes < 3 ? 2 : 3) && killed == 1, "\(moment) \(writes)")
        }
      }
    }
  }

  @Test(
    "Not even the right answer is given while its try cannot be written", arguments: [MethodType.question, .sms, .totp])
  func spentFirst(type: MethodType) async throws {
    let store = FaultyStore(try SQLiteProviderStore())
    try await withProvider(store: store) { provider in
      provider.clock.stop()
      let key = DrawnBytes.bytes(32)
      let deposit =
        try type == .question
        ? Deposit(provider, answer: "blue") : Deposit(provider, type, type == .totp ? key : Array("+41791234567".utf8))
      _ = try await deposit.upload()
      if type == .sms { _ = try await deposit.challenge() }
      let step = UInt64(provider.clock.now.timeIntervalSince1970) / 30
      let right =
        switch type {
        case .question: try deposit.response("blue")
        case .totp: AnswerHash.of(code: TimeBasedCode.code(key: Secret(key), counter: step))
        default: AnswerHash.of(code: UInt64(provider.lastCode?.dropFirst(2) ?? "") ?? 0)
        }
      for moment in FaultyStore.Moment.allCases {
        store.fail(after: 0, moment)
        #expect(try await deposit.solve(right).status == 500)
      }
      #expect(try await deposit.solve(right).body == deposit.share.bytes)
    }
  }

  @Test("Killed at any write, a provider keeps what it acknowledged, and a retry succeeds")
  func acknowledged() async throws {
    var writes = 0, wasReached = true
    while wasReached {
      for moment in FaultyStore.Moment.allCases {
        let store = FaultyStore(try SQLiteProviderStore())
        try await withProvider(store: store) { provider in
          let max = try Depositor(provider), deposit = Deposit(provider, .email, "max@example.com")
          store.fail(after: writes, moment)
          func untilDone(_ statuses: Set<Int>, _ ask: () async throws -> PeerAnswer) async throws {
            var answer = try await ask()
            if answer.status == 500 { answer = try await ask() }
            #expect(statuses.contains(answer.status), "\(moment) \(writes): \(answer.refusal)")
          }
          try await untilDone([204]) { try await deposit.upload() }
          try await untilDone([204, 304]) { try await max.upload([1]) }
          try await untilDone([204, 304]) { try await max.upload([2]) }
          try await untilDone([200]) { try await deposit.challenge() }
          // A code generated when the provider was killed is sent once resending is allowed.
          provider.clock.advance(61)
          try await untilDone([200]) { try await deposit.challenge() }
          try await untilDone([200]) { try await deposit.solve(code: provider.lastCode) }
          let kept = try await max.peer.get(max.path)
          #expect(kept.body == [2] && kept.fields["anastasis-version"] == "2")
          wasReached = !store.isArmed
          store.disarm()
        }
      }
      writes += 1
    }
    #expect(writes > 6)
  }

  @Test("A truncated upload stores nothing, and the provider serves the next one")
  func cut() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider), bytes = DrawnBytes.bytes(50_000)
      let head = max.headers(for: bytes).map { "\($0): \($1)\r\n" }.joined()
      for part in [0, 1, 20_000, 49_999] {
        let connection = try RawConnection(port: provider.port)
        try connection.send("POST /\(max.path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50000\r\n\(head)\r\n")
        try connection.send(Array(bytes.prefix(part)))
        connection.close()
      }
      for body in ["{\"truth", String(repeating: " ", count: 10_000)] {
        let connection = try RawConnection(port: provider.port)
        try connection.send(
          """
          POST /truth/\(Base32Bytes(DrawnBytes.bytes(32)).text) HTTP/1.1\r\nHost: x\r\nContent-Length: \
          60000\r\n\r\n\(body)
          """
        )
        connection.close()
      }
      #expect(try await max.peer.get(max.path).refusal == Refused(404, 8350))
      #expect(try await max.upload(bytes).status == 204)
      #expect(!provider.log.lines.contains { $0.hasPrefix("error") })
    }
  }

  @Test("Missing or false lengths and malformed requests are rejected without stopping the provider")
  func framing() async throws {
    try await withProvider { provider in
      let max = try Depositor(provider), head = max.headers(for: [1]).map { "\($0): \($1)\r\n" }.joined()
      func answer(_ lines: String, _ body: String = "") async throws -> String {
        let connection = try RawConnection(port: provider.port)
        try connection.send("POST /\(max.path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(lines)\r\n\(body)")
        return await connection.answer()
      }
      let chunked = try await answer("Transfer-Encoding: chunked\r\n\(head)", "1\r\n\u{1}\r\n0\r\n\r\n")
      #expect(chunked.hasPrefix("HTTP/1.1 400") && chunked.contains("8003"))
      for length in ["-1", "x", "1, 2", "99999999999999999999", "1\r\nContent-Length: 2"] {
        let refused = try await answer("Content-Length: \(length)\r\n\(head)", "\u{1}")
        #expect(
          refused.isEmpty || refused.hasPrefix("HTTP/1.1 400") || refused.hasPrefix("HTTP/1.1 413"),
          "\(length): \(refused)")
      }
      for nonsense in [
        "\u{0}\u{1}\u{2}", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", String(repeating: "A", count: 100_000),
      ] {
        let connection = try RawConnection(port: provider.port)
        try connection.send(nonsense)
        connection.close()
      }
      #expect(try await max.upload([1]).status == 204)
    }
  }
}
