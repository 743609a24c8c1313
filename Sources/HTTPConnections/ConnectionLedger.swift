import Model
import Synchronization

/// The open connections of one server and their clients, over all addresses that it listens on.
///
/// When the ledger is full, the connection that has kept the server waiting longest is closed to make room for the new
/// one. A client that opens connections and requests nothing therefore keeps nobody out, not even from the same
/// address. A connection that is being answered is never closed for another one.
final class ConnectionLedger: Sendable {
  /// One connection, for as long as it is in the ledger.
  struct Ticket: Sendable { fileprivate let number: UInt64, address: NetworkAddress }
  fileprivate struct Entry {
    /// The point since which nothing complete has arrived on the connection, as an increasing number. `nil` while its
    /// request is being answered.
    var waitsSince: UInt64?
    let close: @Sendable () -> Void
  }
  fileprivate struct Book {
    var entries: [NetworkAddress: [UInt64: Entry]] = [:]
    var count = 0
    var last: UInt64 = 0
  }
  private let limits: ConnectionLimits
  private let book = Mutex(Book())

  init(_ limits: ConnectionLimits) { self.limits = limits }

  /// - Parameter close: Closes the connection, from any thread.
  /// - Returns: `nil` if there is no room for the connection.
  func enter(from address: NetworkAddress, close: @escaping @Sendable () -> Void) -> Ticket? {
    let (ticket, closed) = book.withLock { book -> (Ticket?, Entry?) in
      var closed: Entry?
      let most = limits.most(from: address)
      if most > 0, book.entries[address]?.count ?? 0 >= most {
        closed = book.removeLongestWaiting(from: address)
        guard closed != nil else { return (nil, nil) }
      } else if book.count >= limits.inAll {
        closed = book.removeLongestWaiting()
        guard closed != nil else { return (nil, nil) }
      }
      book.last += 1
      book.entries[address, default: [:]][book.last] = Entry(waitsSince: book.last, close: close)
      book.count += 1
      return (Ticket(number: book.last, address: address), closed)
    }
    closed?.close()
    return ticket
  }

  /// Notes that a complete request has arrived.
  func isAnswered(_ ticket: Ticket) { book.withLock { $0.entries[ticket.address]?[ticket.number]?.waitsSince = nil } }

  /// Notes that the response to the request has been sent.
  func waits(_ ticket: Ticket) {
    book.withLock { book in
      book.last += 1
      book.entries[ticket.address]?[ticket.number]?.waitsSince = book.last
    }
  }

  func leave(_ ticket: Ticket) { _ = book.withLock { $0.remove(ticket.number, from: ticket.address) } }
}

fileprivate extension ConnectionLedger.Book {
  mutating func remove(_ number: UInt64, from address: NetworkAddress) -> ConnectionLedger.Entry? {
    guard let entry = entries[address]?.removeValue(forKey: number) else { return nil }
    if entries[address]?.isEmpty == true { entries[address] = nil }
    count -= 1
    return entry
  }

  mutating func removeLongestWaiting(from address: NetworkAddress) -> ConnectionLedger.Entry? {
    let waiting = entries[address]?.compactMap { number, entry in entry.waitsSince.map { (number, since: $0) } }
    guard let longest = waiting?.min(by: { $0.since < $1.since }) else { return nil }
    return remove(longest.0, from: address)
  }

  /// Removes a connection from the address that holds the most, so that no client loses a connection to a client that
  /// has more.
  mutating func removeLongestWaiting() -> ConnectionLedger.Entry? {
    for (address, _) in entries.sorted(by: { $0.value.count > $1.value.count }) {
      if let removed = removeLongestWaiting(from: address) { return removed }
    }
    return nil
  }
}
