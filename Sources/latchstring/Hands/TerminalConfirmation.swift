import Foundation
import Synchronization

/// Asks the person at this computer's terminal, one thing at a time. Where there is no terminal, the answer is no.
actor TerminalConfirmation {
  private var last: Task<Bool, Never>?
  /// A question that nobody answers for so long is over: the card lies open meanwhile, and whoever comes by later shall not answer it.
  private static let patience: Duration = .seconds(180)

  /// - Returns: No as well, as soon as whoever asks is cancelled: the page went away.
  func ask(_ sentence: String) async -> Bool {
    let before = last
    let asking = Task {
      _ = await before?.value
      return await Self.answer(to: sentence)
    }
    last = asking
    return await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
  }

  private static func answer(to sentence: String) async -> Bool {
    guard !Task.isCancelled else { return false }
    guard isatty(STDIN_FILENO) == 1 else {
      print("\(sentence) Nobody can be asked here, so the answer is no. Start the hands in a terminal.")
      return false
    }
    tcflush(STDIN_FILENO, TCIFLUSH)  // a yes that was typed before the question is none
    print("\(sentence) Type yes to allow it, or press Enter to say no.")
    fflush(nil)
    let isOver = Over(), end = ContinuousClock.now + patience
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        Thread.detachNewThread { waiter.resume(returning: readsYes(until: isOver, end)) }
      }
    } onCancel: {
      isOver.flag.store(true, ordering: .releasing)
    }
  }

  /// A line that nobody waits for any more is left to the next question, so that it is not read before there is one.
  private static func readsYes(until isOver: Over, _ end: ContinuousClock.Instant) -> Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&input, 1, 100) <= 0 {
      let isGone = isOver.flag.load(ordering: .acquiring)
      guard isGone || ContinuousClock.now >= end else { continue }
      print(isGone ? "That page went away, so nothing was done." : "Nobody answered for three minutes, so nothing was done.")
      fflush(nil)
      return false
    }
    return readLine()?.trimmingCharacters(in: .whitespaces).lowercased() == "yes"
  }

  private final class Over: Sendable { let flag = Atomic(false) }
}
