/// Watches for transfers received in the bank account. However many requests are interested, only one query at a time
/// is sent to the account, and its answer serves all of them.
actor TransferWatch {
  private let feed: TransferFeed
  private let store: any ProviderStore
  private var asking: Task<Void, any Error>?, next: Task<Void, any Error>?
  private var askedAt: ContinuousClock.Instant?

  init(_ feed: @escaping TransferFeed, store: any ProviderStore) { self.feed = feed; self.store = store }

  /// Records the transfers that have arrived.
  ///
  /// - Parameter age: The maximum age at which earlier news is still recent enough.
  func refresh(notOlderThan age: Duration = .zero) async throws {
    if let askedAt, .now - askedAt < age {
      try await asking?.value
    } else if let next {
      try await next.value
    } else if let asking {
      // A query in progress may have begun before the transfer arrived. Everyone who asks in the meantime shares the
      // next query.
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
