import Foundation
import Synchronization

/// One slot of a virtual reader (vsmartcard's `vpcd`), from the card's side. The card is the TCP client, and a
/// connection represents an inserted card. Every message consists of a two-byte length in network order and a body. A
/// body of one byte is an order to the card, and any other body is a command APDU.
///
/// Two threads serve a card, so that it can report its presence even while it is computing: the reader asks about every
/// 400 ms.
public final class VirtualReader: Sendable {
  private let port: Int
  private let inserted = Mutex<Insertion?>(nil)

  /// - Parameter port: The port on this computer at which the slot listens. The second slot of a reader listens on the
  ///   next port.
  public init(port: Int) { self.port = port }
  deinit { remove() }

  /// Inserts a card. The reader notices within 400 ms.
  ///
  /// - Throws: `noReader` if no reader is listening, `occupied` if there is a card already.
  public func insert(_ card: VirtualCard, tear: VirtualTear? = nil) throws(VirtualReaderError) {
    guard !isInserted else { throw VirtualReaderError(.occupied) }
    let insertion = Insertion(try VirtualWire.connected(to: port), card, tear)
    inserted.withLock { $0 = insertion }
    insertion.begin()
  }

  /// Removes the card, even in the middle of a command. Does nothing if there is no card.
  public func remove() {
    inserted.withLock { insertion in
      insertion?.wire.shutDown()
      insertion = nil
    }
  }

  /// `true` while the card is in the reader; `false` once it has been removed or pulled out, or the reader has ended.
  public var isInserted: Bool { inserted.withLock { $0?.isOver == false } }

  /// Returns `true` if the reader has communicated with the card, or does so within this time. A reader whose slot is
  /// occupied lets a second card wait at its port, and sends nothing to that card.
  public func hasMetCard(within time: DispatchTimeInterval) async -> Bool {
    await inserted.withLock { $0 }?.isMet(within: time) ?? false
  }

  /// Returns when the current card has been removed, for whatever reason.
  public func untilRemoved() async {
    await inserted.withLock { $0 }?.untilOver()
  }
}

/// One card's time in a slot, from insertion to removal.
private final class Insertion: Sendable {
  let wire: VirtualWire
  private let card: VirtualCard
  private let tear: VirtualTear?
  /// The tasks of the computing thread, in order of arrival.
  private let tasks = Mutex<[Task]>([])
  private let waiting = DispatchSemaphore(value: 0)
  private let end = Mutex(End())
  private let meeting = Mutex(Meeting())

  private enum Task { case power(VirtualCard.PowerEvent), command([UInt8]), end }
  private struct End { var isOver = false, waiters: [CheckedContinuation<Void, Never>] = [] }
  private struct Meeting { var isMet = false, waiters: [CheckedContinuation<Bool, Never>] = [] }

  init(_ wire: VirtualWire, _ card: VirtualCard, _ tear: VirtualTear?) {
    self.wire = wire; self.card = card; self.tear = tear
  }

  var isOver: Bool { end.withLock { $0.isOver } }

  func untilOver() async {
    await withCheckedContinuation { waiter in
      let isOver = end.withLock { end in
        if !end.isOver { end.waiters.append(waiter) }
        return end.isOver
      }
      if isOver { waiter.resume() }
    }
  }

  func isMet(within time: DispatchTimeInterval) async -> Bool {
    await withCheckedContinuation { waiter in
      meeting.withLock { $0.waiters.append(waiter) }
      if meeting.withLock({ $0.isMet }) { return settle() }
      DispatchQueue.global().asyncAfter(deadline: .now() + time) { self.settle() }
    }
  }

  /// Notifies waiting callers whether the reader has communicated with the card.
  private func settle(met: Bool = false) {
    let (isMet, waiters) = meeting.withLock { meeting in
      meeting.isMet = meeting.isMet || met
      defer { meeting.waiters = [] }
      return (meeting.isMet, meeting.waiters)
    }
    for waiter in waiters { waiter.resume(returning: isMet) }
  }

  func begin() {
    Thread { self.listen() }.named("virtual reader").start()
    Thread { self.compute() }.named("virtual card").start()
  }

  private func listen() {
    var isFirst = true
    while let message = wire.receive() {
      if isFirst { settle(met: true) }
      isFirst = false
      guard message.count == 1 else {
        add(.command(message))
        continue
      }
      if message[0] == 4 {
        wire.send(card.answerToReset)
      } else if let event = VirtualCard.PowerEvent(rawValue: message[0]) {
        add(.power(event))
      }
    }
    wire.shutDown()
    settle()
    add(.end)
  }

  private func add(_ task: Task) {
    tasks.withLock { $0.append(task) }
    waiting.signal()
  }

  private func compute() {
    var commands = 0
    while true {
      waiting.wait()
      switch tasks.withLock({ $0.removeFirst() }) {
      case .power(let event): card.powered(event)
      case .command(let command):
        commands += 1
        if tear == .before(commands) {
          wire.shutDown()
          continue
        }
        let answer = card.answer(command)
        if tear == .unanswered(commands) { wire.shutDown() } else { wire.send(answer) }
        if tear == .after(commands) { wire.shutDown() }
      case .end:
        card.powered(.off)  // a card without its reader has no power
        wire.close()
        let waiters = end.withLock { end in
          end.isOver = true
          defer { end.waiters = [] }
          return end.waiters
        }
        for waiter in waiters { waiter.resume() }
        return
      }
    }
  }
}

extension Thread {
  fileprivate func named(_ name: String) -> Thread {
    self.name = name
    return self
  }
}
