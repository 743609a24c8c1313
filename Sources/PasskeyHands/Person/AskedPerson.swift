import Authenticator
import Encoding
import Foundation
import Sentences
import Synchronization

/// A person at a terminal, who answers by typing a line.
public final class TerminalPerson: Person {
  private let input: Int32, output: Int32, timeout: Int
  public let verification: (any BuiltInVerification)?

  /// - Parameters:
  ///   - input: The file from which lines are read; questions are written to `output`. The caller remains responsible
  ///     for both.
  ///   - timeout: The number of seconds after which a question counts as unanswered.
  public init(input: Int32 = 0, output: Int32 = 2, timeout: Int = 30, verification: (any BuiltInVerification)? = nil) {
    self.input = input; self.output = output; self.timeout = timeout; self.verification = verification
  }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    let isCancelled = Mutex(false), end = ContinuousClock.now + .seconds(timeout)
    // Text that was typed before the question is not an answer to it.
    tcflush(input, TCIFLUSH)
    write("\(OccasionWords(occasion).question.said) [y/N] ")
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<PresenceAnswer, Never>) in
        Thread.detachNewThread { waiter.resume(returning: self.read(until: end) { isCancelled.withLock { $0 } }) }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    switch answer {
    case .present: break
    case .declined: write("\(("Refused." as Sentence).said)\n")
    case .timedOut, .cancelled: write("\n\(("Not answered." as Sentence).said)\n")
    }
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

  private func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
  }
}

/// A person who is asked by a desktop notification with a button (libnotify's `notify-send`).
public struct NotifiedPerson: Person {
  private let program: String, timeout: Int
  public let verification: (any BuiltInVerification)?

  /// - Returns: `nil` if there is no such program.
  public init?(_ name: String = "notify-send", timeout: Int = 30, verification: (any BuiltInVerification)? = nil) {
    guard let found = ProgramPath.find(name) else { return nil }
    program = found
    self.timeout = timeout; self.verification = verification
  }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    guard !Task.isCancelled else { return .cancelled }
    let allow: Sentence = "Allow", refuse: Sentence = "Refuse"
    let arguments = [
      "--app-name=\(OccasionWords.title)", "--urgency=critical", "--wait", "--expire-time=\(timeout * 1_000)",
      "--action=allow=\(allow.said)", "--action=refuse=\(refuse.said)", "--", OccasionWords.title,
      Self.withoutMarkup(OccasionWords(occasion).question.said),
    ]
    guard let child = ChildProgram(program, arguments) else { return .declined }
    let end = ContinuousClock.now + .seconds(timeout)
    let printed = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        Thread.detachNewThread {
          let printed = Self.line(of: child, until: end)
          child.interrupt()
          child.end()
          waiter.resume(returning: printed)
        }
      }
    } onCancel: {
      child.interrupt()
    }
    if Task.isCancelled { return .cancelled }
    if printed == "allow" { return .present }
    return printed.isEmpty && ContinuousClock.now >= end ? .timedOut : .declined
  }

  private static func line(of child: ChildProgram, until end: ContinuousClock.Instant) -> String {
    var bytes: [UInt8] = []
    while bytes.count < 64, !bytes.contains(0x0a) {
      let part = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) {
        Array($0.prefix(child.receive(into: $0, until: end)))
      }
      guard !part.isEmpty else { break }
      bytes += part
    }
    return String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self)
  }

  /// Escapes the text, because desktops interpret it as markup.
  private static func withoutMarkup(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}

/// A person who is asked by a pinentry: a dialog on the desktop or in the terminal that no page can imitate or read.
public final class PinentryPerson: Person, BuiltInVerification {
  private let pinentry: Pinentry
  private let timeout: Int
  /// The last question. If it is asked again, the PIN was wrong.
  private let last = Mutex<(occasion: Occasion, retries: Int)?>(nil)

  /// - Parameter timeout: The number of seconds after which a question counts as unanswered.
  public init(_ pinentry: Pinentry, timeout: Int = 60) { self.pinentry = pinentry; self.timeout = timeout }

  public var verification: (any BuiltInVerification)? { self }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    let dialog = PinentryDialog(
      title: OccasionWords.title, description: OccasionWords(occasion).question.said, timeout: timeout)
    return switch await pinentry.ask(dialog) {
    case .confirmed: .present
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .declined, .unable, .typed: .declined
    }
  }

  public func askPIN(for occasion: Occasion, retries: Int) async -> Secret? {
    let isAgain = last.withLock { last in
      defer { last = (occasion, retries) }
      return last.map { $0.occasion == occasion && $0.retries > retries } ?? false
    }
    let dialog = PinentryDialog(
      title: OccasionWords.title, description: OccasionWords(occasion).reason(retries: retries).said,
      prompt: ("PIN:" as Sentence).said, error: isAgain ? ("That is not the PIN." as Sentence).said : nil,
      timeout: timeout)
    guard case .typed(let pin) = await pinentry.ask(dialog) else { return nil }
    return pin
  }
}
