import Synchronization

/// An entry that the audit log must have: what happened to which account, by which key.
struct Fact: Hashable, Sendable {
  var account: String, event: String, credential = ""
}

/// What people were told, kept in memory to be held against the database at the end.
final class Ledger: Sendable {
  /// How often something happened for certain, and how often nobody was told whether it did.
  struct Count: Sendable { var certain = 0, possible = 0 }
  struct Told: Sendable {
    var facts: [Fact: Count] = [:]
    var acknowledged = 0, unknown = 0, unchanged = 0, refusedOnPurpose = 0
    /// Refusals that should not be, with what was said.
    var wronglyRefused: [String] = []
    /// What was acknowledged and must not be: an answer given twice, or one that no key gave.
    var wronglyTaken: [String] = []
    /// Answers of status 500, which no trouble excuses.
    var broken: [String] = []
    /// The highest signature counter of each key in an acknowledged answer.
    var counters: [String: Int] = [:]
    fileprivate var watch: Watch?

    /// How often each event happened for certain.
    var times: [String: Int] { facts.reduce(into: [:]) { $0[$1.key.event, default: 0] += $1.value.certain } }
  }
  fileprivate struct Watch {
    var from: ContinuousClock.Instant, begunSince: ContinuousClock.Instant
    var until: ContinuousClock.Instant?
  }
  private let told = Mutex(Told())
  var all: Told { told.withLock { $0 } }

  func acknowledge(_ facts: [Fact]) {
    told.withLock { told in
      told.acknowledged += 1
      for fact in facts { told.facts[fact, default: Count()].certain += 1 }
    }
  }
  func doubt(_ facts: [Fact]) {
    told.withLock { told in
      told.unknown += 1
      for fact in facts { told.facts[fact, default: Count()].possible += 1 }
    }
  }
  /// Notes what may have happened beside an act, and is no act of its own.
  func allow(_ facts: [Fact]) {
    told.withLock { told in for fact in facts { told.facts[fact, default: Count()].possible += 1 } }
  }
  func noteUnchanged() { told.withLock { $0.unchanged += 1 } }
  func noteRefusedOnPurpose() { told.withLock { $0.refusedOnPurpose += 1 } }
  func noteWronglyRefused(_ what: String) { told.withLock { $0.wronglyRefused.append(what) } }
  func noteWronglyTaken(_ what: String) { told.withLock { $0.wronglyTaken.append(what) } }
  func noteBroken(_ what: String) { told.withLock { $0.broken.append(what) } }
  func note(counter: Int, of key: String) {
    told.withLock { $0.counters[key] = max(counter, $0.counters[key] ?? 0) }
  }

  /// Notes a sign-in that was acknowledged, for whoever watches how long none was.
  func noteSignIn(begun: ContinuousClock.Instant) {
    told.withLock { told in
      guard let watch = told.watch, watch.until == nil, begun >= watch.begunSince else { return }
      told.watch?.until = .now
    }
  }
  /// Begins to wait for a sign-in that begins from now on.
  /// - Parameter from: Since when there could be none.
  func watch(from: ContinuousClock.Instant) { told.withLock { $0.watch = Watch(from: from, begunSince: .now) } }
  /// How long there was none; `nil` if there is none yet.
  var watched: Duration? {
    told.withLock { told in told.watch.flatMap { watch in watch.until.map { $0 - watch.from } } }
  }
}
