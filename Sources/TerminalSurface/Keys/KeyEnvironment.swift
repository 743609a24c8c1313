import AccountService
import Authenticator
import Flows
import HandsProtocol
import Model
import PasskeyHands
import Runner
import SecurityKeys
import Sentences
import Synchronization

/// The components that a passkey command needs: the passkeys that can be used here, and a runner in this process.
public struct KeyEnvironment: Sendable {
  /// Where the passkey is.
  public enum Source: Hashable, Sendable {
    /// On a security key that is plugged in.
    case plugged
    /// On this computer itself.
    case own
  }
  /// Opens this computer's passkeys for a person; `nil` if there are none.
  package typealias OwnPlace = @Sendable (any Person) throws -> KeysEnvironment?

  let store: any Store
  private let runner: Runner
  private let sessions: Sessions
  private let keys: SecurityKeys
  private let own: OwnPlace
  private let seen: String
  /// The origin that passkeys sign for.
  let origin: String
  /// The reason why the last touch gave nothing.
  private let last = LastProblem()

  /// - Parameters:
  ///   - devices: The paths of the security keys to use; empty for those that are plugged in.
  ///   - seen: The file that records what a terminal's vault has seen of each account.
  package init(
    runner: Runner, store: any Store, origin: String, devices: [String], own: @escaping OwnPlace, seen: String
  ) {
    self.runner = runner; self.store = store; self.origin = origin; self.own = own; self.seen = seen
    sessions = Sessions(runner: runner)
    keys = SecurityKeys(at: devices)
  }

  func person() async throws -> TerminalSession {
    try await TerminalSession(runner: runner, sessions: sessions, hasKeys: true)
  }
  func vault() -> Vault { Vault(memory: DeviceMemory(path: seen)) }
  var lastProblem: CardResult? { last.result }

  /// Returns the ids of this computer's own passkeys.
  /// - Throws: `PasskeyProblem`, `ConfigurationProblem`.
  public func ownPasskeys() async throws -> [KeyID] {
    guard let place = try own(AlwaysPresent()) else { return [] }
    return try await place.own.list().map { KeyID(rawValue: PasskeyFacts($0).credentialId) }
  }

  /// Performs the ceremonies that flows request, with the passkey that is meant.
  func performer<Window: Terminal>(_ source: Source, _ manner: KeyManner) -> TerminalRun<Window>.KeyPerformer {
    { work, talk in
      last.result = nil
      do {
        switch source {
        case .plugged:
          let holder = TerminalKeyHolder(talk: talk, manner: manner)
          return KeyNews(
            try await keys.perform(work.ceremony, options: work.options, origin: origin, holder: holder))
        case .own: return KeyNews(try await performOwn(work, OwnKeyHolder(talk: talk, manner: manner)))
        }
      } catch let problem as SecurityKeyProblem {
        last.result = CardResult(status: problem.status, problem.word, problem.sentence)
        await talk.say(problem.sentence, .warning)
        return KeyNews(.fault(problem.fault))
      } catch let problem as PasskeyProblem {
        last.result = CardResult(status: 1, problem.word, problem.sentence)
        await talk.say(problem.sentence, .warning)
        let isCalledOff = [.declined, .cancelled, .timedOut].contains(problem.code)
        return KeyNews(.fault(isCalledOff ? .dismissed : .misread))
      } catch let problem as ConfigurationProblem {
        last.result = CardResult(status: 1, problem.code, problem.sentence)
        await talk.say(problem.sentence, .warning)
        return KeyNews(.fault(.misread))
      } catch { return KeyNews(.fault(.misread)) }
    }
  }

  private func performOwn<Window: Terminal>(_ work: KeyWork, _ holder: OwnKeyHolder<Window>) async throws -> OwnAnswer {
    guard let place = try own(holder.person) else { throw PasskeyProblem(.notFound) }
    let ceremony = OwnCeremony(place.queue, origin: origin)
    switch work.ceremony {
    case .create, .register: return try await ceremony.create(work.options)
    case .tap, .signIn, .signInImmediately, .autoFill, .confirm:
      return try await ceremony.get(work.options) { await holder.choose(among: $0) }
    }
  }
}

/// The reason why the last touch gave nothing, for a command that nobody watches.
private final class LastProblem: Sendable {
  private let state = Mutex<CardResult?>(nil)
  var result: CardResult? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

extension SecurityKeyProblem {
  /// The exit status of a command that ends with this problem.
  fileprivate var status: Int32 {
    switch self {
    case .pinNeeded, .severalAccounts: 2
    case .noKey, .notPermitted, .notAKey, .removed: 3
    default: 1
    }
  }
}
