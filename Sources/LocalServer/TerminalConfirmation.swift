import Foundation
import Sentences
import Synchronization

/// Asks the person at the terminal of this computer, one question at a time. Without a terminal, the answer is no.
package actor TerminalConfirmation {
  private var last: Task<Bool, Never>?
  private let question: Question

  /// - Parameters:
  ///   - patience: The time after which an unanswered question lapses. The card is open meanwhile, and a passer-by must
  ///     not be able to answer the question later.
  ///   - input: The terminal's file descriptor.
  ///   - say: Shows a line on the terminal.
  package init(
    patience: Duration = .seconds(180), input: Int32 = STDIN_FILENO, say: @escaping @Sendable (Sentence) -> Void
  ) {
    question = Question(patience: patience, input: input, say: say)
  }

  /// - Returns: `true` if the person allows the request; `false` also as soon as the caller is cancelled because the
  ///   page was closed.
  package func ask(_ sentence: Sentence) async -> Bool {
    let before = last
    let asking = Task {
      _ = await before?.value
      return await question.answer(to: sentence)
    }
    last = asking
    return await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
  }

  private struct Question: Sendable {
    let patience: Duration, input: Int32
    let say: @Sendable (Sentence) -> Void

    func answer(to sentence: Sentence) async -> Bool {
      guard !Task.isCancelled else { return false }
      guard isatty(input) == 1 else {
        say("\(sentence) Nobody can be asked here, so the answer is no. Start the hands in a terminal.")
        return false
      }
      tcflush(input, TCIFLUSH)  // a yes that was typed before the question is none
      say("\(sentence) Type yes to allow it, or press Enter to say no.")
      let isOver = Over(), end = ContinuousClock.now + patience, language = Catalogue.current
      return await withTaskCancellationHandler {
        await withCheckedContinuation { waiter in
          Thread.detachNewThread {
            let isYes = Catalogue.$current.withValue(language) { readsYes(until: isOver, end) }
            waiter.resume(returning: isYes)
          }
        }
      } onCancel: {
        isOver.flag.store(true, ordering: .releasing)
      }
    }

    /// Reads the answer. A line that is no longer awaited is left for the next question, which discards it, so that no
    /// line is read before a question has been asked.
    private func readsYes(until isOver: Over, _ end: ContinuousClock.Instant) -> Bool {
      var typed = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      while poll(&typed, 1, 100) <= 0 {
        let isGone = isOver.flag.load(ordering: .acquiring)
        guard isGone || ContinuousClock.now >= end else { continue }
        say(isGone ? "That page went away, so nothing was done." : "Nobody answered in time, so nothing was done.")
        return false
      }
      // A terminal delivers one line at a time. A line that does not fit is not a yes, and is discarded before the next
      // question.
      var line = [UInt8](repeating: 0, count: 64)
      let count = read(input, &line, line.count)
      return String(decoding: line.prefix(max(count, 0)), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        .lowercased() == "yes"
    }
  }

  private final class Over: Sendable { let flag = Atomic(false) }
}
