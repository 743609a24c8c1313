import AsyncHTTPClient
import CardHands
import Escrow
import EscrowHands
import Foundation
import TestProvider
import TestSite

/// A person's computer, whose hands perform account recovery and keep unfinished work in a folder. They can be killed
/// and restarted.
public actor EscrowComputer {
  public nonisolated let folder: String
  private let port: Int, home: String, http: HTTPClient, clock: TestClock, providers: [EscrowOperations.DefaultProvider]
  public private(set) var hands: LentHands

  init(
    port: Int, home: String, folder: String, http: HTTPClient, clock: TestClock,
    providers: [EscrowOperations.DefaultProvider]
  ) throws {
    self.port = port; self.home = home; self.folder = folder; self.http = http; self.clock = clock;
    self.providers = providers
    hands = try Self.makeHands(port, home, folder, http, clock, providers)
  }

  public func start() async { await hands.start() }
  public func stop() async { await hands.stop() }
  /// Starts new hands that know only the folder.
  public func restart() async throws {
    await hands.stop()
    hands = try Self.makeHands(port, home, folder, http, clock, providers)
    await hands.start()
  }

  /// Everything that the hands store.
  public nonisolated var kept: String {
    (FileManager.default.subpaths(atPath: folder) ?? []).compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }.joined()
  }

  private static func makeHands(
    _ port: Int, _ home: String, _ folder: String, _ http: HTTPClient, _ clock: TestClock,
    _ providers: [EscrowOperations.DefaultProvider]
  ) throws -> LentHands {
    let operations = EscrowOperations(
      client: ProviderClient(http: http), folder: folder, providers: providers, now: { clock.now })
    return try LentHands(port: port, home: home, pairings: PairingStore(path: nil), folder: folder, escrow: operations)
  }
}
