import CPQ
import Foundation
import Model

/// One connection to a PostgreSQL server, used by one thread at a time. Statements are prepared once, by their text.
///
/// A statement whose result nobody waits for travels with the next that somebody does (libpq's pipeline mode,
/// PostgreSQL 15 §34.5). It fails there, too.
package final class PostgreSQLConnection: SQLConnection {
  private let handle: OpaquePointer
  private let silence: Duration
  private let traffic: PostgreSQLTraffic
  private let notices = PostgreSQLNotices()
  private var names: [String: String] = [:], named = 0
  private var waiting: [(sql: String, values: [SQLValue])] = []
  /// The failure after which the current transaction does not happen, whatever its closure makes of it.
  private(set) var failure: PostgreSQLFailure?
  /// `true` if the connection broke before its transaction could happen.
  private(set) var hasKeptNothing = false
  /// `true` if the connection cannot be used any more.
  private(set) var isBroken = false
  /// What the current transaction can be recognized by.
  private(set) var act: AuditedAct?

  /// Connects, and waits for it.
  /// - Throws: `PostgreSQLFailure`.
  init(_ address: PostgreSQLAddress, _ traffic: PostgreSQLTraffic) throws {
    self.traffic = traffic
    let handle = address.withParameters { PQconnectdbParams($0, $1, 1) }
    guard let handle else { throw PostgreSQLFailure(code: "53200", message: "out of memory") }
    self.handle = handle
    silence = address.limits.silence
    guard PQstatus(handle) == CONNECTION_OK else {
      throw PostgreSQLFailure(connecting: String(cString: PQerrorMessage(handle)))
    }
    notices.receive(from: handle)
    guard PQenterPipelineMode(handle) == 1, PQsetnonblocking(handle, 1) == 0 else { throw lost() }
    for setting in Self.session { try perform(setting, []) }
    try settle()
  }
  deinit { PQfinish(handle) }

  /// What every connection is set to. A SERIALIZABLE transaction that scans a whole table conflicts with everybody who
  /// writes to it, so an index is used where there is one, however small the table.
  private static let session = [
    "SET enable_seqscan = off", "SET statement_timeout = '10s'", "SET lock_timeout = '5s'",
    "SET idle_in_transaction_session_timeout = '30s'",
  ]
  /// At most this many statements travel together.
  private static let mostWaiting = 500

  package var dialect: SQLDialect { .postgreSQL }

  package func query(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    try perform(sql, values)
    return try settle().last?.rows() ?? []
  }
  package func queries(_ queries: [SQLQuery]) throws -> [[SQLRow]] {
    try settle(ifMoreThan: Self.mostWaiting - queries.count)
    for query in queries { try perform(query.sql, query.values) }
    return try settle().suffix(queries.count).map { try $0.rows() }
  }
  package func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try perform(sql, values)
    return try settle().last?.changes ?? 0
  }
  package func recognize(_ act: AuditedAct) { self.act = act }
  package func perform(_ sql: String, _ values: [SQLValue]) throws {
    if let failure { throw failure }
    for case .text(let text) in values where text.utf8.contains(0) {
      throw StoreError(.unreadable, "a text with a zero byte")
    }
    waiting.append((sql, values))
    try settle(ifMoreThan: Self.mostWaiting)
  }
  private func settle(ifMoreThan most: Int) throws { if waiting.count > most { try settle() } }

  /// Sends what waits, and returns the answers.
  /// - Throws: `PostgreSQLFailure`, the first.
  @discardableResult
  func settle() throws -> [PostgreSQLAnswer] {
    guard !waiting.isEmpty else { return [] }
    let messages = waiting
    traffic.sent(messages.count)
    waiting = []
    let isNew = try messages.map { try send($0.sql, $0.values) }
    guard PQpipelineSync(handle) == 1 else { throw lost() }
    let deadline = ContinuousClock.now + silence
    var answers: [PostgreSQLAnswer] = [], first: PostgreSQLFailure?
    for (message, isNew) in zip(messages, isNew) {
      if isNew, try failed(try answer(until: deadline), &first) {
        names[message.sql] = nil
        _ = try answer(until: deadline)
        continue
      }
      let answer = try answer(until: deadline)
      _ = try failed(answer, &first)
      answers.append(answer)
    }
    guard let sync = try result(until: deadline) else { throw lost() }
    PQclear(sync)
    guard let first else { return answers }
    if first.isConflict { failure = first }
    throw first
  }
  /// Returns `true` if what this answers was not performed, and notes the first failure.
  /// - Throws: `PostgreSQLFailure` if nothing more will be answered. Whoever ends a connection interrupts no commit: then,
  ///   the server warns before, or says nothing at all.
  private func failed(_ answer: PostgreSQLAnswer, _ first: inout PostgreSQLFailure?) throws -> Bool {
    guard case .failed(let failure) = answer.state else {
      if case .skipped = answer.state { return true }
      return false
    }
    if failure.isLoss { throw lost(failure, isCertain: failure.code == "57P01" && !notices.hasWarned) }
    first = first ?? failure
    return true
  }

  /// Forgets what the transaction before left, and begins one. The beginning travels with the first statement.
  func begin(_ isolation: String) throws {
    (failure, waiting, act) = (nil, [], nil)
    try perform("BEGIN ISOLATION LEVEL \(isolation)", [])
  }
  /// Keeps what was written. What nobody waited for yet travels along.
  /// - Throws: `PostgreSQLFailure`. If that is a loss, nobody knows whether it was kept.
  func commit() throws {
    notices.hasWarned = false
    // A connection that is known to be broken before the commit is sent has kept nothing. The first call reads what the
    // server said last, and only the second finds that nothing follows.
    guard PQconsumeInput(handle) == 1, PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
      throw lost(isCertain: true)
    }
    try perform("COMMIT", [])
    do {
      let answer = try settle().last
      // Where the standby could not be waited for, the server warns, and keeps it by itself.
      if notices.hasWarned { throw lost() }
      guard answer?.tag == "COMMIT" else { throw PostgreSQLFailure(code: "25P02", message: "rolled back") }
    } catch {
      rollBack()
      throw error
    }
  }
  /// Takes everything back. A connection that cannot is broken.
  func rollBack() {
    guard !isBroken else { return }
    (failure, waiting) = (nil, [("ROLLBACK", [])])
    do { try settle() } catch { isBroken = true }
  }
}

extension PostgreSQLConnection {
  /// Sends a statement, after its preparation if it is new to this connection. Returns whether it is.
  private func send(_ sql: String, _ values: [SQLValue]) throws -> Bool {
    let known = names[sql], name = known ?? "s\(named)"
    if known == nil {
      guard PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw lost() }
      names[sql] = name
      named += 1
    }
    guard PostgreSQLParameters(values).send(to: name, handle) else { throw lost() }
    return known == nil
  }

  /// Waits for the answer to one statement, which ends with a null result.
  private func answer(until deadline: ContinuousClock.Instant) throws -> PostgreSQLAnswer {
    guard let first = try result(until: deadline) else { throw lost() }
    let answer = PostgreSQLAnswer(first)
    while let more = try result(until: deadline) { PQclear(more) }
    return answer
  }

  private func result(until deadline: ContinuousClock.Instant) throws -> OpaquePointer? {
    while true {
      let isUnsent = PQflush(handle)
      guard isUnsent >= 0 else { throw lost() }
      if PQisBusy(handle) == 0 { return PQgetResult(handle) }
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      var socket = pollfd(fd: PQsocket(handle), events: Int16(isUnsent == 1 ? POLLIN | POLLOUT : POLLIN), revents: 0)
      guard left > 0, socket.fd >= 0 else { throw lost() }
      guard poll(&socket, 1, CInt(left) + 1) >= 0 || errno == EINTR, PQconsumeInput(handle) == 1 else { throw lost() }
    }
  }

  /// Notes that the connection is of no use any more.
  /// - Parameter isCertain: `true` if the current transaction certainly did not happen.
  private func lost(_ known: PostgreSQLFailure? = nil, isCertain: Bool = false) -> PostgreSQLFailure {
    let failure = known ?? PostgreSQLFailure(code: "", message: "")
    hasKeptNothing = isCertain
    (self.failure, isBroken) = (failure, true)
    return failure
  }
}
