import AccountService
import CardHands
import Escrow
import Foundation
import HandsProtocol
import HandsTools
import Keycard
import Model
import Runner
import Sentences

/// The components that a card command needs: this computer's card operations, and a runner in this process.
public struct CardEnvironment {
  /// The origin named in the data that a card signs.
  public let origin: String
  public let accounts: Accounts
  /// `true` if no real card is used.
  let isRehearsal: Bool
  private let runner: Runner
  private let sessions: Sessions
  private let operations: CardOperations
  private let seen: String

  /// - Parameters:
  ///   - reader: The only reader to use; `nil` for all.
  ///   - rehearsalFile: The file of the card that this computer simulates.
  ///   - pairings: The file of this computer's pairings.
  ///   - seen: The file that records what a terminal's vault has seen of each account.
  public init(
    runner: Runner, accounts: Accounts, origin: String, reader: String?, rehearsalFile: String, isRehearsal: Bool,
    pairings: String, seen: String
  ) async throws {
    self.runner = runner; self.accounts = accounts; self.origin = origin; self.isRehearsal = isRehearsal
    self.seen = seen
    sessions = Sessions(runner: runner)
    do {
      operations = CardOperations(
        source: isRehearsal ? NoReaders() : DaemonSource(only: reader), pairings: try PairingStore(path: pairings),
        rehearsalFile: rehearsalFile)
      if isRehearsal, await operations.perform(CardWork(.rehearse), from: SeatOwner(origin)).reply != .rehearsing {
        try CardResult.checkRehearsal(at: rehearsalFile)
        throw ConfigurationProblem("\(rehearsalFile) is no rehearsal card.")
      }
    } catch let error as HandsError { throw ConfigurationProblem(error.reason) }
  }

  /// Performs the card operations that flows request on this computer.
  public var perform: @Sendable (CardWork) async -> CardNews {
    let operations = operations, origin = origin
    return { await operations.perform($0, from: SeatOwner(origin)) }
  }
  public func person() async throws -> TerminalSession {
    try await TerminalSession(runner: runner, sessions: sessions, languages: Self.languages)
  }
  /// The country that this terminal's settings suggest, in the form a browser would send (C-24).
  private static var languages: String {
    let environment = ProcessInfo.processInfo.environment
    let hint = CountryHint.country(locale: environment["LC_ALL"] ?? environment["LANG"], timeZone: environment["TZ"])
    return hint.map { "und-\($0.code)" } ?? ""
  }
  public func vault() -> Vault { Vault(memory: DeviceMemory(path: seen)) }
  public func close() async { await operations.release() }
}

/// A source without readers for rehearsals, so that no real card can interfere.
private struct NoReaders: CardSource {
  func situations() -> AsyncStream<ReaderSituation> {
    AsyncStream { continuation in continuation.yield(.noReader) }
  }
  func open(_ reader: String) -> Result<any CardTransport & Sendable, ReaderRefusal> { .failure(.noReader) }
}
