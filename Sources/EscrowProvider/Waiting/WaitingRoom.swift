/// A place where requests wait for something that may come soon: a transfer, a payment. No thread is held meanwhile,
/// and the seats are limited: a request that finds none is answered at once, as if it had not asked to wait.
actor WaitingRoom {
  /// The time between two looks.
  static let pause: Duration = .milliseconds(500)
  private let seats: Int
  private(set) var taken = 0

  init(seats: Int = 256) { self.seats = seats }

  /// Looks at once, then repeatedly until something is there or the time is over.
  ///
  /// - Parameters:
  ///   - patience: The time to wait, in milliseconds.
  ///   - look: Takes `true` from the second look on.
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
