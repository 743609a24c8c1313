/// Admits one caller at a time for each name, in the order of their arrival.
package actor Turns {
  package init() {}

  private var waiting: [String: [(number: Int, turn: CheckedContinuation<Void, any Error>)]] = [:]
  private var last = 0

  /// - Throws: `CancellationError` if the caller was cancelled while waiting.
  package func take<Result: Sendable>(_ name: String, _ work: @Sendable () async throws -> Result) async throws
    -> Result
  {
    try await enter(name)
    defer { leave(name) }
    return try await work()
  }

  private func enter(_ name: String) async throws {
    try Task.checkCancellation()
    guard waiting[name] != nil else {
      waiting[name] = []
      return
    }
    last += 1
    let number = last
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          turn.resume(throwing: CancellationError())
        } else {
          waiting[name]?.append((number, turn))
        }
      }
    } onCancel: {
      Task { await give(up: number, name) }
    }
  }

  private func give(up number: Int, _ name: String) {
    guard let index = waiting[name]?.firstIndex(where: { $0.number == number }) else { return }
    waiting[name]?.remove(at: index).turn.resume(throwing: CancellationError())
  }

  private func leave(_ name: String) {
    guard waiting[name]?.isEmpty == false else { return waiting[name] = nil }
    waiting[name]?.removeFirst().turn.resume()
  }
}
