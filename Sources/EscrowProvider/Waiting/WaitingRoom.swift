/// Where requests wait for what may come soon: a transfer, a payment. No thread is held meanwhile, and there are only
/// so many seats: who finds none is answered at once, as if nobody had asked to wait.
actor WaitingRoom {
  /// Between two looks.
  static let pause: Duration = .milliseconds(500)
  private let seats: Int
  private(set) var taken = 0

  init(seats: Int = 256) { self.seats = seats }

  /// Looks at once, and then again and again until something is there or the time is over.
  ///
  /// - Parameters:
  ///   - patience: In milliseconds.
  ///   - look: Told whether it is not the first time.
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
