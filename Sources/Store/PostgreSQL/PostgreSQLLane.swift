import Dispatch
import Foundation
import Model
import Sentences

/// A kind of transaction, and what its failures mean.
enum PostgreSQLTransaction {
  case write, read, sweep, migration

  var isolation: String {
    switch self {
    case .write, .migration: "SERIALIZABLE"
    case .read: "REPEATABLE READ READ ONLY"
    // Serializable, it would conflict with everybody whose rows it looks at.
    case .sweep: "READ COMMITTED"
    }
  }
}

/// A place for one connection, which is opened when it is needed, with a queue on which its transactions wait for the
/// server.
final class PostgreSQLLane: @unchecked Sendable {  // `connection` is used on the queue alone
  private let address: PostgreSQLAddress
  private let traffic: PostgreSQLTraffic
  private let turn: NSLock
  private let queue = DispatchQueue(label: "latchstring.postgresql")
  private var connection: PostgreSQLConnection?

  /// - Parameter turn: Is shared by the lanes of one server.
  init(
    _ address: PostgreSQLAddress, _ traffic: PostgreSQLTraffic = PostgreSQLTraffic(), turn: NSLock = NSLock()
  ) {
    self.address = address; self.traffic = traffic; self.turn = turn
  }

  /// After this many conflicts, a transaction waits until no other of this server is tried again: those that conflict
  /// with each other all the time then happen one after the other.
  private static let mostAtOnce = 3

  /// Performs a transaction on the lane's queue.
  /// - Parameter work: Is called again if the transaction must be tried again.
  func perform<Result: Sendable>(
    _ transaction: PostgreSQLTransaction, _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try self.waiting(transaction, work) }) }
    }
  }

  /// Performs a transaction, and keeps this thread until it is over.
  func waiting<Result>(
    _ transaction: PostgreSQLTransaction, _ work: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    let end = ContinuousClock.now + address.limits.takeover, lastTry = ContinuousClock.now + address.limits.conflicts
    var conflicts = 0, isFirst = true
    while true {
      do {
        return try conflicts < Self.mostAtOnce ? once(transaction, work) : inTurn { try once(transaction, work) }
      } catch let failure as PostgreSQLFailure {
        if failure.isConflict, ContinuousClock.now < lastTry {
          conflicts += 1
          traffic.conflicted()
          Thread.sleep(forTimeInterval: .random(in: 0...0.002) * Double(1 << min(conflicts, 4)))
        } else if failure.isLoss, ContinuousClock.now < end {
          // What was idle may have been broken for long; only a second loss says that the server is gone.
          if !isFirst { Thread.sleep(forTimeInterval: .random(in: 0.1...0.3)) }
          isFirst = false
        } else {
          throw failure.storeError
        }
      }
    }
  }

  /// Waits for this server's turn. Where that takes too long, it is done at once: a turn is only there to help.
  private func inTurn<Result>(_ work: () throws -> Result) rethrows -> Result {
    let hasTurn = turn.lock(before: Date() + address.limits.conflicts / .seconds(1))
    defer { if hasTurn { turn.unlock() } }
    return try work()
  }

  private func once<Result>(
    _ transaction: PostgreSQLTransaction, _ work: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    let connection = try self.connection ?? PostgreSQLConnection(address, traffic)
    self.connection = connection
    defer { if connection.isBroken { self.connection = nil } }
    try connection.begin(transaction.isolation)
    let result: Result
    do {
      result = try work(connection)
      if let failure = connection.failure { throw failure }
    } catch {
      let failure = connection.failure
      connection.rollBack()
      throw failure ?? error
    }
    do { try connection.commit() } catch let failure as PostgreSQLFailure where failure.isLoss {
      if connection.hasKeptNothing { throw failure }
      if case .read = transaction { throw failure }
      guard let act = connection.act, happened(act) else {
        throw StoreError(.unknown, "the database was to keep what was written, and did not say whether it does")
      }
    }
    return result
  }

  /// Asks whether an act happened in whose commit the connection broke. An act that is not there may be still on its
  /// way, so only its presence is certain.
  private func happened(_ act: AuditedAct) -> Bool {
    connection = nil
    for pause in [0, 0.5, 1] {
      Thread.sleep(forTimeInterval: pause)
      let isThere = try? waiting(.sweep) { try SQLRecords(connection: $0).happened(act) }
      if isThere == true { return true }
    }
    return false
  }
}
