import GRDB
import Synchronization

/// Lets the writes that come while others are being synced share the next commit, for the disk takes as long for one as
/// for many. A write alone waits for nobody, and none is answered before the commit that it is in is on the disk.
///
/// Each is undone on its own if it throws. If the transaction of all of them is lost, each is performed again, alone.
final class GroupCommit: Sendable {
  /// The maximum number of writes that share a commit, so that the first is not kept waiting by ever more of them.
  static let most = 64

  let writer: any DatabaseWriter
  /// The writes that are not begun. Unless there are none, their turn is already on the writer's queue.
  private let waiting = Mutex<[Write]>([])

  init(_ writer: any DatabaseWriter) { self.writer = writer }

  /// The number of writes that are not begun.
  var count: Int { waiting.withLock { $0.count } }

  /// Performs the work in a transaction, and returns its result once that is on the disk.
  ///
  /// - Parameter work: Is performed again if a transaction with it was lost.
  /// - Throws: `CancellationError` if the task was cancelled before the work's turn; what is performed is answered.
  func write<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    let caller = Caller()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(
          Write(
            caller: caller,
            perform: { database in
              let result = try work(database)
              return { continuation.resume(returning: result) }
            },
            refuse: { continuation.resume(throwing: $0) }))
      }
    } onCancel: {
      caller.hasLeft.store(true, ordering: .relaxed)
    }
  }

  private func add(_ write: Write) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(write)
      return waiting.count == 1
    }
    if isFirst { takeTurn() }
  }

  /// Commits as many of the waiting writes as may share a commit, once everything before them on the queue is over. No
  /// caller's task does that: whoever closes a page must not take the writes of others along.
  private func takeTurn() {
    writer.asyncWriteWithoutTransaction { [self] database in
      let (batch, areLeft) = waiting.withLock { waiting in
        let batch = Array(waiting.prefix(Self.most))
        waiting.removeFirst(batch.count)
        return (batch, !waiting.isEmpty)
      }
      // Behind what else waits for the database, a copy for example.
      if areLeft { takeTurn() }
      let wanted = batch.filter { write in
        guard write.caller.hasLeft.load(ordering: .relaxed) else { return true }
        write.refuse(CancellationError())
        return false
      }
      Self.commit(wanted, on: database)
    }
  }
}

/// Whoever waits for a write.
private final class Caller: Sendable { let hasLeft = Atomic(false) }

/// A write that waits for its turn.
private struct Write: Sendable {
  typealias Answer = @Sendable () -> Void
  let caller: Caller
  /// Returns how the caller is to be answered once this is on the disk.
  let perform: @Sendable (Database) throws -> Answer
  let refuse: @Sendable (any Error) -> Void
}

extension GroupCommit {
  private static func commit(_ writes: [Write], on database: Database) {
    var answers: [Write.Answer] = [], hasBegun = false
    do {
      try database.inTransaction {
        hasBegun = true
        answers = try writes.map { try writes.count == 1 ? $0.perform(database) : perform($0, on: database) }
        return .commit
      }
    } catch {
      // If the database is locked, it is for all of them. Otherwise, one or the other may have its place on the disk.
      guard writes.count > 1, hasBegun else { return writes.forEach { $0.refuse(error) } }
      return writes.forEach { commit([$0], on: database) }
    }
    for answer in answers { answer() }
  }

  /// Performs a write between others of its transaction.
  /// - Throws: If the transaction is lost with all that was written in it.
  private static func perform(_ write: Write, on database: Database) throws -> Write.Answer {
    try run("SAVEPOINT shared", on: database)
    let outcome = Result { try write.perform(database) }
    // SQLite undoes a whole transaction if the disk is full, and would then commit each further statement by itself.
    guard database.isInsideTransaction else {
      throw DatabaseError(resultCode: .SQLITE_ABORT, message: "the transaction is lost")
    }
    if case .failure = outcome { try run("ROLLBACK TO SAVEPOINT shared", on: database) }
    try run("RELEASE SAVEPOINT shared", on: database)
    switch outcome {
    case .success(let answer): return answer
    case .failure(let error): return { write.refuse(error) }
    }
  }

  private static func run(_ sql: String, on database: Database) throws {
    try database.cachedStatement(sql: sql).execute()
  }
}
