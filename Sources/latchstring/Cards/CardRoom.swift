import AccountService
import CeremonyService
import Escrow
import Foundation
import HandsProtocol
import Keycard
import LocalHands
import Model
import Passwords
import Runner
import Store
import TerminalSurface

/// What a command about a card stands on: this computer's card desk, and a runner in this process.
struct CardRoom {
  let settings: Settings
  let runner: Runner
  let sessions: Sessions
  let accounts: Accounts
  private let desk: CardDesk
  /// Whether no real card is looked at.
  let isRehearsal: Bool
  let folder: HandsFolder

  /// - Parameter needsAccounts: Whether the home's database is made where there is none. A command about a card alone leaves nothing behind.
  init(_ flags: ReaderFlags, needsAccounts: Bool) async throws {
    let settings = try Settings.home(
      try await StrictSettings(flags: flags.place.values, environment: ProcessInfo.processInfo.environment, file: flags.place.config))
    self.settings = settings
    let file = try World.file(in: settings.data), isKept = needsAccounts || FileManager.default.fileExists(atPath: file)
    let store: any Store = try isKept ? SQLiteStore(path: file) : SQLiteStore()
    folder = try HandsFolder(in: settings.data)
    guard let hashing = PasswordHashing(cost: settings.passwordCost) else {
      throw ConfigurationProblem("password.memory is more than this machine has free.")
    }
    let site = Site(
      rpID: settings.rpID, rpName: settings.rpName, origins: settings.origins, userVerification: settings.userVerification,
      counterPolicy: settings.counterPolicy, sessionDays: settings.sessionDays, prfSalt: try await Site.prfSalt(in: store, environment: .live))
    runner = Runner(
      store: store, environment: .live, hashing: hashing, ceremonies: Ceremonies(site: site, environment: .live, algorithms: .complete))
    sessions = Sessions(runner: runner)
    accounts = Accounts(store: store, environment: .live)
    isRehearsal = flags.rehearsal || flags.rehearsalFile != nil
    do {
      let rehearsal = flags.rehearsalFile ?? folder.rehearsalCard
      desk = CardDesk(
        source: isRehearsal ? NoReaders() : DaemonSource(only: flags.reader), pairings: try PairingStore(path: folder.pairings),
        rehearsalFile: rehearsal)
      if isRehearsal, await desk.perform(CardWork(.rehearse), from: SeatOwner(origin)).reply != .rehearsing {
        try CardResult.checkRehearsal(at: rehearsal)
        throw ConfigurationProblem("\(rehearsal) is no rehearsal card.")
      }
    } catch let error as HandsError { throw ConfigurationProblem(error.reason) }
  }

  /// Whose name stands in what a card signs.
  var origin: String { settings.origins.first ?? "" }
  /// Does at this computer what flows ask of a card.
  var perform: @Sendable (CardWork) async -> CardNews {
    let desk = desk, origin = origin
    return { await desk.perform($0, from: SeatOwner(origin)) }
  }
  func person() async throws -> RunnerDesk { try await RunnerDesk(runner: runner, sessions: sessions, languages: Self.languages) }
  /// The country that this terminal's settings point to, as a browser would say it (C-24).
  private static var languages: String {
    let environment = ProcessInfo.processInfo.environment
    let hint = CountryHint.country(locale: environment["LC_ALL"] ?? environment["LANG"], timeZone: environment["TZ"])
    return hint.map { "und-\($0.code)" } ?? ""
  }
  func vault() -> Vault { Vault(memory: DeviceMemory(path: folder.seen)) }
  func close() async { await desk.release() }
}

/// For rehearsing: no reader is looked at, so that no real card can come in between.
private struct NoReaders: CardSource {
  func situations() -> AsyncStream<ReaderSituation> {
    AsyncStream { continuation in continuation.yield(.noReader) }
  }
  func open(_ reader: String) -> Result<any CardTransport & Sendable, ReaderRefusal> { .failure(.noReader) }
}
