/// Learns what came to the bank account. However many requests want to know, one at a time asks the account, and its
/// answer serves all.
actor TransferWatch {
  private let feed: TransferFeed
  private let store: any ProviderStore
  private var asking: Task<Void, any Error>?, next: Task<Void, any Error>?
  private var askedAt: ContinuousClock.Instant?

  init(_ feed: @escaping TransferFeed, store: any ProviderStore) { self.feed = feed; self.store = store }

  /// Records what has come in.
  ///
  /// - Parameter age: The age up to which earlier news is new enough.
  func refresh(notOlderThan age: Duration = .zero) async throws {
    if let askedAt, .now - askedAt < age {
      try await asking?.value
    } else if let next {
      try await next.value
    } else if let asking {
      // A question that is under way may have begun before the transfer came. Everyone who comes meanwhile shares the
      // next one.
      let task = Task {
        _ = await asking.result
        next = nil
        try await ask().value
      }
      next = task
      try await task.value
    } else {
      try await ask().value
    }
  }

  private func ask() -> Task<Void, any Error> {
    askedAt = .now
    let task = Task {
      defer { asking = nil }
      let news = try await feed()
      try await store.write { records in for transfer in news { try records.insert(transfer) } }
    }
    asking = task
    return task
  }
}
