import Authenticator
import Foundation
import Synchronization

/// A person at a terminal, who answers a line.
public final class TerminalPerson: Person {
  private let input: Int32, output: Int32, timeout: Int
  public let verification: (any BuiltInVerification)?

  /// - Parameters:
  ///   - input: Where lines are read, and `output` where questions are written; both stay the caller's.
  ///   - timeout: Seconds until a question counts as not answered.
  public init(input: Int32 = 0, output: Int32 = 2, timeout: Int = 30, verification: (any BuiltInVerification)? = nil) {
    self.input = input; self.output = output; self.timeout = timeout; self.verification = verification
  }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    let isCancelled = Mutex(false), end = ContinuousClock.now + .seconds(timeout)
    // What was typed before the question is not an answer to it.
    tcflush(input, TCIFLUSH)
    write("\(OccasionWords(occasion).question) [y/N] ")
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<PresenceAnswer, Never>) in
        Thread.detachNewThread { waiter.resume(returning: self.read(until: end) { isCancelled.withLock { $0 } }) }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    if answer != .present { write(answer == .declined ? "Refused.\n" : "\nNot answered.\n") }
    return answer
  }

  private func read(until end: ContinuousClock.Instant, isCancelled: () -> Bool) -> PresenceAnswer {
    var line: [UInt8] = []
    while true {
      if isCancelled() { return .cancelled }
      if ContinuousClock.now >= end { return .timedOut }
      var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0), byte: UInt8 = 0
      guard poll(&waiting, 1, 50) > 0 else { continue }
      let count = Foundation.read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return .declined }
      guard byte == 0x0a || byte == 0x0d else {
        if line.count < 16 { line.append(byte) }
        continue
      }
      return ["y", "yes"].contains(String(decoding: line, as: UTF8.self).lowercased()) ? .present : .declined
    }
  }

  private func write(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) } }
}
