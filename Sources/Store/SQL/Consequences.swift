import Model
import Synchronization

/// What the work of a transaction changes in memory, which has to be as it would be if it had been performed only once.
final class Consequences: Sendable {
  typealias Act = @Sendable () -> Void
  private let noted = Mutex<(afterwards: [Act], undoing: [Act])>(([], []))

  /// Performs a transaction, and then does what its work left for the end.
  static func of<Result>(_ transaction: (Consequences) async throws -> Result) async rethrows -> Result {
    let consequences = Consequences()
    defer { consequences.end() }
    return try await transaction(consequences)
  }

  func afterwards(_ act: @escaping Act) { noted.withLock { $0.afterwards.append(act) } }
  func beforeAgain(_ undo: @escaping Act) { noted.withLock { $0.undoing.append(undo) } }

  /// Performs the work, after undoing what it changed when it was performed before.
  func perform<Result>(_ work: (any Records) throws -> Result, on connection: some SQLConnection) rethrows -> Result {
    take().undoing.reversed().forEach { $0() }
    return try work(SQLRecords(connection: connection, consequences: self))
  }
  private func end() { take().afterwards.forEach { $0() } }

  private func take() -> (afterwards: [Act], undoing: [Act]) {
    noted.withLock { noted in
      defer { noted = ([], []) }
      return noted
    }
  }
}
