import CardHands

/// The open tabs, as far as they communicate with the hands.
///
/// An open page holds a connection. When its tab is closed, navigates away or crashes, there is nobody left for whom a
/// card should be open. A reloaded page is back within the grace period.
actor Presence {
  private let untilGone: @Sendable () async throws -> Void
  private let onLeaving: @Sendable (_ owner: SeatOwner) async -> Void
  private(set) var open: [SeatOwner: Int] = [:]
  private var leaving: [SeatOwner: Task<Void, Never>] = [:]

  /// - Parameter onLeaving: Called with a tab that is no longer open.
  init(grace: Duration, onLeaving: @escaping @Sendable (_ owner: SeatOwner) async -> Void) {
    self.init(untilGone: { try await Task.sleep(for: grace) }, onLeaving: onLeaving)
  }
  /// - Parameter untilGone: Returns when the grace period ends. It is started when a tab's last work ends, and
  ///   cancelled when the tab starts new work.
  init(
    untilGone: @escaping @Sendable () async throws -> Void,
    onLeaving: @escaping @Sendable (_ owner: SeatOwner) async -> Void
  ) {
    self.untilGone = untilGone; self.onLeaving = onLeaving
  }

  /// Treats the tab as present while the work lasts.
  func hold<Result: Sendable>(
    _ owner: SeatOwner, _ work: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    open[owner, default: 0] += 1
    leaving.removeValue(forKey: owner)?.cancel()
    defer { end(owner) }
    return try await work()
  }

  func isOpen(_ owner: SeatOwner) -> Bool { open[owner] != nil }

  private func end(_ owner: SeatOwner) {
    open[owner, default: 1] -= 1
    guard open[owner] == 0 else { return }
    open[owner] = nil
    leaving[owner] = Task { [untilGone] in
      guard (try? await untilGone()) != nil else { return }
      await leave(owner)
    }
  }

  private func leave(_ owner: SeatOwner) async {
    guard open[owner] == nil, !Task.isCancelled else { return }
    leaving[owner] = nil
    await onLeaving(owner)
  }
}
