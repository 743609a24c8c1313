/// Something that begins elsewhere, and is waited for.
struct Beginning: Sendable {
  private let beginnings: AsyncStream<Void>, teller: AsyncStream<Void>.Continuation
  init() { (beginnings, teller) = AsyncStream.makeStream() }

  func tell() { teller.yield() }
  /// Returns once it was told.
  func wait() async { for await _ in beginnings { return } }
}
