import Escrow
import EscrowProvider
import Foundation
import Model
import TerminalSurface
import Sentences

/// Goes through the pending photos with the host at a terminal.
public struct ReviewDialogue: Sendable {
  private let reviews: ReviewService
  private let terminal: PosixTerminal

  public init(reviews: ReviewService, terminal: PosixTerminal) { self.reviews = reviews; self.terminal = terminal }

  /// Runs until no photo is pending, or the host leaves. A signal has the same effect as leaving: no photo is left
  /// behind, and the terminal is restored.
  ///
  /// - Returns: `false` if a signal ended the dialogue.
  public func runUntilSignalled() async throws -> Bool {
    let task = Task { try await run() }
    let sources = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    do { try await task.value } catch is CancellationError {}
    return !task.isCancelled
  }

  private func run() async throws {
    while true {
      let waiting = try await reviews.waiting()
      guard !waiting.isEmpty else { return terminal.say("No photo waits.") }
      terminal.write("")
      terminal.say(waiting.count == 1 ? "1 photo waits:" : "\(waiting.count) photos wait:")
      for one in waiting {
        terminal.say(
          "  \(ReviewNumber.text(one.number)), since \(Self.spoken(one.since)), \(Self.size(one.photo))")
      }
      terminal.say("Let the person say their number; do not tell it to them.")
      guard let number = await line("The number that they say (an empty line leaves): "), !number.isEmpty else {
        return
      }
      let one: PhotoReviews.Waiting
      do { one = try await reviews.photo(number) } catch let problem as ConfigurationProblem {
        terminal.say(problem.sentence)
        continue
      }
      guard try await decide(one) else { return }
    }
  }

  /// - Returns: `true` if the host stays.
  private func decide(_ one: PhotoReviews.Waiting) async throws -> Bool {
    let shown = try ShownPhoto(one.photo), number = ReviewNumber.text(one.number)
    defer { shown.remove() }
    terminal.say(
      "The photo is in \(shown.path) until you have answered. Look at it, and at the person.", keeping: [shown.path])
    guard let answer = await word("Is it the person? (yes, no or later): ", ["yes", "no", "later"]) else {
      return false
    }
    switch answer {
    case "yes":
      try await note(
        number, .yes,
        """
        Noted: yes. Their program can fetch the share from now on, for one day: tell them to do it today. The photo is \
        erased here.
        """)
    case "no":
      guard let reason = try await reason() else { return false }
      try await note(number, .no(reason: reason), "Noted: no. They read the reason, and the photo is erased here.")
    default: terminal.say("Left as it is.")
    }
    return true
  }

  /// Reports a photo that was decided elsewhere in the meantime, or has expired. Other photos may still be pending.
  private func note(_ number: String, _ decision: PhotoReviews.Decision, _ done: Sentence) async throws {
    do {
      try await reviews.decide(number, decision)
      terminal.say(done)
    } catch let problem as ConfigurationProblem { terminal.say(problem.sentence) }
  }

  private func reason() async throws -> String? {
    while let typed = await line("Why not, in a few words (they read it): ") {
      do { return try ReviewService.reason(typed) } catch let problem as ConfigurationProblem {
        terminal.say(problem.sentence)
      }
    }
    return nil
  }

  /// Asks for one of these words, which must be typed in full, so that a key pressed by mistake decides nothing.
  private func word(_ prompt: Sentence, _ words: Set<String>) async -> String? {
    while let typed = await line(prompt)?.lowercased() {
      if words.contains(typed) { return typed }
      terminal.say("Type yes, no or later.")
    }
    return nil
  }
  /// - Returns: `nil` if the person has left or goes back.
  private func line(_ prompt: Sentence) async -> String? {
    guard case .text(let text) = await terminal.ask(Question(prompt)) else { return nil }
    return text.trimmingCharacters(in: .whitespaces)
  }

  /// Returns the time in the format for programs.
  public static func moment(_ time: Date) -> String { time.formatted(.iso8601) }
  /// Returns the time as people read it, according to this computer's clock: "3 May 2026, 14:05".
  static func spoken(_ time: Date, in zone: TimeZone = .current) -> Sentence {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: time)
    guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
      let minute = parts.minute
    else { return Sentence(verbatim: moment(time)) }
    return "\(day) \(months[month - 1]) \(year), \(twoDigits(hour)):\(twoDigits(minute))"
  }
  private static let months: [Sentence] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private static func size(_ photo: Photo) -> String { "\((photo.bytes.count + 1023) / 1024) KiB" }
}
