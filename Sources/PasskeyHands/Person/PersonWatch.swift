import Authenticator
import Encoding
import Foundation
import Synchronization

/// Tracks whether the person is being asked something, and informs the listeners that report it to clients.
public final class PersonWatch: Sendable {
  fileprivate struct State { var asks = 0, listeners: [UUID: @Sendable (KeepaliveStatus) -> Void] = [:] }
  private let state = Mutex(State())

  public init() {}

  public var status: KeepaliveStatus { state.withLock { $0.status } }

  /// Calls the listener at each change until `forget` is called.
  func listen(_ listener: @escaping @Sendable (KeepaliveStatus) -> Void) -> UUID {
    let id = UUID()
    state.withLock { $0.listeners[id] = listener }
    return id
  }
  func forget(_ id: UUID) { _ = state.withLock { $0.listeners.removeValue(forKey: id) } }

  func asking<Answer>(_ ask: () async -> Answer) async -> Answer {
    change(by: 1)
    defer { change(by: -1) }
    return await ask()
  }

  private func change(by step: Int) {
    state.withLock { state in
      let before = state.status
      state.asks += step
      guard state.status != before else { return }
      for listener in state.listeners.values { listener(state.status) }
    }
  }
}

extension PersonWatch.State {
  fileprivate var status: KeepaliveStatus { asks > 0 ? .personNeeded : .processing }
}

/// A person whose pending questions are tracked by a `PersonWatch`.
public struct WatchedPerson: Person {
  private let person: any Person, watch: PersonWatch

  public init(_ person: any Person, _ watch: PersonWatch) { self.person = person; self.watch = watch }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    await watch.asking { await person.confirmPresence(for: occasion) }
  }
  public var verification: (any BuiltInVerification)? {
    person.verification.map { Watched(verification: $0, watch: watch) }
  }

  private struct Watched: BuiltInVerification {
    let verification: any BuiltInVerification, watch: PersonWatch
    func askPIN(for occasion: Occasion, retries: Int) async -> Secret? {
      await watch.asking { await verification.askPIN(for: occasion, retries: retries) }
    }
  }
}
