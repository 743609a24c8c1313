/// The commands that are waiting for a turn, in order of arrival.
struct CommandQueue: Sendable {
  var isTaken = false
  private var waiting: [(ticket: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
  private var lastTicket: UInt64 = 0

  mutating func ticket() -> UInt64 {
    lastTicket &+= 1
    return lastTicket
  }

  mutating func wait(_ ticket: UInt64, _ continuation: CheckedContinuation<Bool, Never>) {
    waiting.append((ticket, continuation))
  }

  /// Passes the turn to the next waiting command, if any.
  mutating func pass() {
    guard !waiting.isEmpty else {
      isTaken = false
      return
    }
    waiting.removeFirst().continuation.resume(returning: true)
  }

  mutating func giveUp(_ ticket: UInt64) {
    guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiting.remove(at: place).continuation.resume(returning: false)
  }
}

extension Authenticator {
  /// Waits until no other command is running. Returns `false` if the task was cancelled first.
  func takeTurn() async -> Bool {
    guard queue.isTaken else {
      queue.isTaken = true
      isCancelled = false
      return true
    }
    let ticket = queue.ticket()
    let isOurs = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume(returning: false) } else { queue.wait(ticket, continuation) }
      }
    } onCancel: {
      Task { await self.giveUp(ticket) }
    }
    if isOurs { isCancelled = false }
    return isOurs
  }

  func endTurn() { queue.pass() }

  private func giveUp(_ ticket: UInt64) { queue.giveUp(ticket) }
}
