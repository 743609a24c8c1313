/// Watches for transfers received in the bank account. However many requests are waiting, only one query at a time is
/// sent to the account, and its result serves all of them.
actor TransferWatch {
  private let feed: TransferFeed
  private let store: any ProviderStore
  private var asking: Task<Void, any Error>?, next: Task<Void, any Error>?
  private var askedAt: ContinuousClock.Instant?

  init(_ feed: @escaping TransferFeed, store: any ProviderStore) { self.feed = feed; self.store = store }

  /// Records the transfers that have arrived.
  ///
  /// - Parameter age: The maximum age of an earlier query. If the last query is more recent, no new query is sent.
  func refresh(notOlderThan age: Duration = .zero) async throws {
    if let askedAt, .now - askedAt < age {
      try await asking?.value
    } else if let next {
      try await next.value
    } else if let asking {
      // A query in progress may have begun before the transfer arrived. All requests that arrive in the meantime share
      // the next query.
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
