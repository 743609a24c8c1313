import AsyncHTTPClient
import Encoding
import Escrow
import Foundation
import NIOCore

/// A provider's durable operations, relative to `/config` on the same provider, alternately in the same run.
enum ProviderBench {
  private static let rounds = 5, seconds = 1.5, documentCount = 3000

  static func run() async throws {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Load.connections
    let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration), load = Load(http: http)
    let provider = try await ProviderProcess(http)
    defer { provider.end() }
    let url = provider.url, idle = Machine.memory(of: provider.identifier)
    let accounts = (0..<Load.connections).map { _ in UserIdentifier(secret: DrawnBytes.secret(64)).accountKey }
    let truths = (0..<Load.connections).map { _ in AnsweredTruth() }
    for truth in truths { try await truth.store(at: url, http) }

    var rows: [String: (rates: Rounds, slowest: Rounds, fractions: Rounds, multiples: Rounds)] = [:]
    for round in -1..<rounds {
      let config = try await load.run(seconds: seconds, expecting: 200) { _ in HTTPClientRequest(url: url + "config") }
      let documents = try await load.run(seconds: seconds, expecting: 204) {
        upload(DrawnBytes.bytes(documentCount), by: accounts[$0], to: url)
      }
      let solved = try await load.run(seconds: seconds, expecting: 200) { truths[$0].solve(at: url) }
      guard round >= 0 else { continue }  // the first one warms everything up
      for (name, outcome) in [("config", config), ("documents", documents), ("truths", solved)] {
        var row = rows[name] ?? (Rounds(), Rounds(), Rounds(), Rounds())
        row.rates.values.append(outcome.rate)
        row.slowest.values.append(outcome.slowest)
        row.fractions.values.append(outcome.rate / config.rate)
        row.multiples.values.append(outcome.slowest / config.slowest)
        rows[name] = row
      }
    }
    print(
      "A provider in a process of its own, \(Load.connections) connections, every answer durable, median of \(rounds) rounds"
    )
    print("                                             a second   / config   99 of 100 within   / config")
    for (key, name) in [
      ("config", "/config"), ("documents", "documents of \(documentCount) bytes stored"), ("truths", "truths solved"),
    ] {
      guard let row = rows[key] else { continue }
      print(
        "  " + name.padding(toLength: 38, withPad: " ", startingAt: 0)
          + String(
            format: "%11.0f %10.3f %15.1f ms %10.2f", row.rates.median, row.fractions.median, row.slowest.median,
            row.multiples.median))
    }
    if let idle, let busy = Machine.memory(of: provider.identifier) {
      print("  resident memory: \(idle.now) MiB before, \(busy.now) MiB after, \(busy.most) MiB at most")
    }
    try await http.shutdown()
  }

  private static func upload(_ bytes: [UInt8], by account: AccountKey, to url: String) -> HTTPClientRequest {
    let hash = EscrowHash.of(bytes)
    var call = HTTPClientRequest(url: "\(url)policy/\(CrockfordBase32.encode(account.publicKey))")
    call.method = .POST
    call.headers.add(name: "If-None-Match", value: CrockfordBase32.encode(hash))
    call.headers.add(name: "Anastasis-Policy-Signature", value: CrockfordBase32.encode(account.sign(upload: hash)))
    call.body = .bytes(ByteBuffer(bytes: bytes))
    return call
  }
}
