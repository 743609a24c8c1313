/// A place where requests wait for something that may arrive soon, such as a transfer or a payment. Waiting blocks no
/// thread. The number of seats is limited: a request that finds no free seat is answered at once, as if it had not
/// asked to wait.
actor WaitingRoom {
  /// The time between two checks.
  static let pause: Duration = .milliseconds(500)
  private let seats: Int
  private(set) var taken = 0

  init(seats: Int = 256) { self.seats = seats }

  /// Checks at once, then repeatedly until a check finds something or the time is up.
  ///
  /// - Parameters:
  ///   - patience: The time to wait, in milliseconds.
  ///   - look: Performs one check. It receives `true` from the second check on.
  func first<Found: Sendable>(within patience: Int, _ look: @Sendable (_ isAgain: Bool) async throws -> Found?)
    async throws -> Found?
  {
    let end = ContinuousClock.now + .milliseconds(patience)
    if let found = try await look(false) { return found }
    guard taken < seats else { return nil }
    taken += 1
    defer { taken -= 1 }
    while case let left = end - .now, left > .zero {
      try await Task.sleep(for: min(left, Self.pause))
      if let found = try await look(true) { return found }
    }
    return nil
  }
}
