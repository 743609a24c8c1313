import CardHands
import EscrowHands
import Foundation
import LocalServer
import Logging
import TestCards

/// The hands of a person's computer: the real server on loopback, with a reader into which a test inserts cards. The
/// test starts and stops them.
public actor LentHands {
  public nonisolated let reader = PlayedReader()
  public nonisolated let codes = PairingCodes()
  public nonisolated let confirmations = Confirmations()
  public nonisolated let pairings: PairingStore
  public nonisolated let port: Int
  private let server: HandsServer
  private var running: Task<Void, any Error>?

  /// - Parameters:
  ///   - home: The page served by this computer itself; `origins` are pages hosted elsewhere.
  ///   - folder: The folder in which the hands store their data.
  ///   - escrow: `nil` for hands without account recovery.
  public init(
    port: Int, home: String?, origins: Set<String> = [], pairings: PairingStore, folder: String,
    escrow: EscrowOperations? = nil
  ) throws {
    self.port = port; self.pairings = pairings
    let operations = CardOperations(
      source: reader, pairings: pairings, rehearsalFile: home == nil ? nil : folder + "/rehearsal")
    server = HandsServer(
      origins: origins, homeOrigins: Set(home.map { [$0] } ?? []), tokens: try TokenStore(path: folder + "/pages"),
      codes: codes,
      confirm: { [confirmations] in confirmations.answer(to: $0) }, operations: operations, escrow: escrow)
  }

  /// Starts the hands, and returns once they listen. The port's previous owner may not have released it yet.
  public func start(host: String = "127.0.0.1") async {
    for _ in 0..<100 {
      if await startOnce(host) { return }
      try? await Task.sleep(for: .milliseconds(50))
    }
  }

  private func startOnce(_ host: String) async -> Bool {
    let (listening, signal) = AsyncStream<Void>.makeStream()
    var logger = Logger(label: "hands")
    logger.logLevel = .critical
    let application = server.application(host: host, port: port, logger: logger) { signal.yield() }
    running = Task {
      defer { signal.finish() }
      try await application.run()
    }
    for await _ in listening { return true }
    return false
  }

  public func stop() async {
    running?.cancel()
    _ = try? await running?.value
    running = nil
  }
}
