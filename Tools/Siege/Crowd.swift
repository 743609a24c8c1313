/// Many people at once.
struct Crowd: Sendable {
  /// With which the names of their accounts begin.
  let name: String
  /// The port at which the site is.
  let site: Int
  let seed: UInt64
  let ledger: Ledger

  private static let size = 16

  /// Lets all of them act until then, and returns the accounts that they had.
  func live(until end: ContinuousClock.Instant) async throws -> [SiegeAccount] {
    try await withThrowingTaskGroup(of: [SiegeAccount].self) { group in
      for number in 1...Self.size {
        group.addTask {
          let own = seed &+ UInt64(number) &* 0x9e37_79b9
          var person = Person("\(name)\(number)", site: site, seed: own, ledger: ledger)
          try await person.live(until: end)
          return person.accounts
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
