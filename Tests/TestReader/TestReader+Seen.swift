import CardHands

extension TestReader {
  /// Polls until the daemon has noticed the change, since it checks only every 400 ms.
  public func seen<News>(_ news: (ReaderSituation) -> News?) async throws -> News {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let news = news(pcsc.situation()) { return news }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw TestReaderError("The smart-card daemon does not notice what was done.")
  }
}
