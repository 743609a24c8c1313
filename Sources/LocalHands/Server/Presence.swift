/// Which pages are open, as far as they speak to the hands.
///
/// An open page holds a connection. When the last one of an origin is closed, by leaving, by closing the tab or by a crash, nobody is there any
/// more for whom a card should lie open. A page that is loaded anew is back within the grace.
actor Presence {
  private let grace: Duration
  private let onLeaving: @Sendable (_ origin: String) async -> Void
  private(set) var open: [String: Int] = [:]
  private var leaving: [String: Task<Void, Never>] = [:]

  /// - Parameter onLeaving: Hears which origin has no open page any more.
  init(grace: Duration, onLeaving: @escaping @Sendable (_ origin: String) async -> Void) {
    self.grace = grace; self.onLeaving = onLeaving
  }

  /// The origin counts as present while the work lasts.
  func hold<Result: Sendable>(_ origin: String, _ work: @Sendable () async throws -> Result) async rethrows -> Result {
    open[origin, default: 0] += 1
    leaving.removeValue(forKey: origin)?.cancel()
    defer { end(origin) }
    return try await work()
  }

  func isOpen(_ origin: String) -> Bool { open[origin] != nil }

  private func end(_ origin: String) {
    open[origin, default: 1] -= 1
    guard open[origin] == 0 else { return }
    open[origin] = nil
    leaving[origin] = Task { [grace] in
      guard (try? await Task.sleep(for: grace)) != nil else { return }
      await leave(origin)
    }
  }

  private func leave(_ origin: String) async {
    guard open[origin] == nil, !Task.isCancelled else { return }
    leaving[origin] = nil
    await onLeaving(origin)
  }
}
