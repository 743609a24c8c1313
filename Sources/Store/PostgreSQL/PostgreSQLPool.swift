import Foundation
import Model
import Synchronization

/// The connections of one server, which take turns. Whoever waits too long for one is told so: a queue without an end
/// would answer everybody too late.
final class PostgreSQLPool: Sendable {
  private struct Waiter {
    var number: Int, continuation: CheckedContinuation<PostgreSQLLane, any Error>
  }
  private struct State {
    var idle: [PostgreSQLLane]
    var waiters: [Waiter] = []
    var last = 0
  }
  private let state: Mutex<State>
  private let patience: Duration
  let traffic = PostgreSQLTraffic()

  init(_ address: PostgreSQLAddress) {
    patience = address.limits.queue
    let turn = NSLock()
    state = Mutex(
      State(idle: (0..<address.connections).map { [traffic] _ in PostgreSQLLane(address, traffic, turn: turn) }))
  }

  /// Performs a transaction on one of the connections.
  ///
  /// - Throws: `StoreError.busy` if none was free for too long, `CancellationError` if the task was cancelled meanwhile.
  ///   A transaction that was begun is not cancelled.
  func perform<Result: Sendable>(
    _ transaction: PostgreSQLTransaction, _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Result
  ) async throws -> Result {
    let lane = try await lane()
    defer { giveBack(lane) }
    return try await lane.perform(transaction, work)
  }

  private func lane() async throws -> PostgreSQLLane {
    if let lane = state.withLock({ $0.idle.popLast() }) { return lane }
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let limit = Task {
      try await Task.sleep(for: patience)
      leave(number, StoreError(.busy, "the database has more to do than it can"))
    }
    defer { limit.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let lane = state.withLock { state -> PostgreSQLLane? in
          if let lane = state.idle.popLast() { return lane }
          state.waiters.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let lane {
          continuation.resume(returning: lane)
        } else if Task.isCancelled {
          leave(number, CancellationError())
        }
      }
    } onCancel: {
      leave(number, CancellationError())
    }
  }

  private func leave(_ number: Int, _ error: any Error) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: error)
  }

  private func giveBack(_ lane: PostgreSQLLane) {
    let waiter = state.withLock { state -> Waiter? in
      guard !state.waiters.isEmpty else {
        state.idle.append(lane)
        return nil
      }
      return state.waiters.removeFirst()
    }
    waiter?.continuation.resume(returning: lane)
  }
}
