import Crypto
import Foundation
import Model
import Synchronization

/// Slows down guessing at one account without ever locking its owner out. Each failure beyond the third doubles the
/// wait, up to eight seconds. Names without an account are slowed down in the same way. Passkeys are not slowed down,
/// because there is nothing to guess.
///
/// What was tried is in the store, so that several servers do not allow several times the guesses. A try counts from
/// when it begins: many at once would otherwise all be the first.
struct Slowdown: Sendable {
  /// A try that has begun.
  struct Try: Sendable {
    /// How long to wait before the password is checked, in seconds.
    var wait: Double
    fileprivate var place: Int, mark: [UInt8]
  }
  private static let free = 3, longest = 8.0, keyName = "guess_key"
  static let forgottenAfter: TimeInterval = 15 * 60

  let store: any Store
  let randomBytes: @Sendable (Int) -> [UInt8]

  /// Counts a try at a name.
  func begin(_ name: String, at now: Date) async throws -> Try {
    let fresh = randomBytes(32)
    return try await store.write { records in
      let (place, mark) = Self.place(of: name, by: try Self.key(or: fresh, records))
      let known = try records.guesses(at: place).flatMap { Self.isForgotten($0, at: now) ? nil : $0 }
      let isAlone = known.map { $0.mark == mark } ?? true
      let tries = min((known?.tries ?? 0) + 1, Int(Int32.max))
      try records.note(Guesses(tries: tries, lastAt: now, mark: isAlone ? mark : nil), at: place)
      return Try(wait: Self.wait(after: known?.tries ?? 0), place: place, mark: mark)
    }
  }

  /// Forgets the tries at a name that was opened. Those at other names that share its place still count.
  func forget(_ opened: Try) async throws {
    try await takeBack(opened) { $0.tries < 1 || $0.mark == opened.mark }
  }

  /// Takes back a try whose password was not checked.
  func takeBack(_ unchecked: Try) async throws { try await takeBack(unchecked) { $0.tries < 1 } }

  private func takeBack(_ one: Try, emptyingIf isOver: @escaping @Sendable (Guesses) -> Bool) async throws {
    try await store.write { records in
      guard var known = try records.guesses(at: one.place) else { return }
      known.tries -= 1
      try records.note(isOver(known) ? nil : known, at: one.place)
    }
  }

  private static func isForgotten(_ guesses: Guesses, at now: Date) -> Bool {
    now.timeIntervalSince(guesses.lastAt) >= forgottenAfter
  }
  private static func wait(after tries: Int) -> Double {
    tries < free ? 0 : min(pow(2, Double(min(tries, 30) - free)), longest)
  }

  /// The key by which names are spread. Nobody can choose names that share a place.
  private static func key(or fresh: [UInt8], _ records: any Records) throws -> SymmetricKey {
    if let key = try records.installationValue(keyName) { return SymmetricKey(data: key) }
    try records.setInstallationValue(keyName, fresh)
    return SymmetricKey(data: fresh)
  }
  static func place(of name: String, by key: SymmetricKey) -> (place: Int, mark: [UInt8]) {
    let code = Array(HMAC<SHA256>.authenticationCode(for: Array(name.utf8), using: key))
    return ((Int(code[0]) << 8 | Int(code[1])) % Guesses.places, Array(code[2..<18]))
  }
}

/// The requests that wait before their password is checked, because many wrong passwords were tried with the same name.
/// Each request holds a connection meanwhile, so the limits on their number, in total and per address, are the same as
/// for hashes.
final class DelayQueue: Sendable {
  typealias Wait = Task<Void, any Error>
  private let line: Mutex<FairLine<Wait>>
  var count: Int { line.withLock { $0.count } }

  /// - Parameters:
  ///   - most: The maximum number of waiting requests.
  ///   - mostFromOne: The maximum number of waiting requests from one address.
  init(most: Int, mostFromOne: Int) { line = Mutex(FairLine(most: most, mostFromOne: mostFromOne)) }

  /// Returns `true` when the time is up. Returns `false` at once if there is no free place, or as soon as a different
  /// address takes this request's place.
  func wait(_ seconds: Double, for asker: PasswordHashing.Asker) async -> Bool {
    let wait = Wait { try await Task.sleep(for: .seconds(seconds)) }
    let refused: Wait? = line.withLock { line in
      switch line.enter(wait, from: asker.address, for: asker.name) {
      case .admitted: nil
      case .inPlaceOf(let other): other
      case .refused: wait
      }
    }
    refused?.cancel()
    let result = await withTaskCancellationHandler {
      await wait.result
    } onCancel: {
      wait.cancel()
    }
    line.withLock { $0.leave(from: asker.address, for: asker.name, where: { $0 == wait }) }
    guard case .success = result else { return false }
    return true
  }
}
