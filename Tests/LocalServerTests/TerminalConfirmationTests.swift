import Foundation
import Synchronization
import Testing

@testable import LocalServer

/// The confirmation at the hands' terminal, asked in the test's own terminal.
@Suite(.timeLimit(.minutes(2))) struct TerminalConfirmationTests {
  private final class Place: Sendable {
    /// The person's end of the terminal, and the program's.
    let person: Int32, program: Int32
    private let lines = Mutex<[String]>([])
    init() throws {
      var (person, program): (Int32, Int32) = (-1, -1)
      guard openpty(&person, &program, nil, nil, nil) == 0 else { throw CocoaError(.fileNoSuchFile) }
      (self.person, self.program) = (person, program)
    }
    deinit {
      close(person)
      close(program)
    }
    var said: [String] { lines.withLock { $0 } }
    func type(_ line: String) {
      _ = Array("\(line)\r".utf8).withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
    }
    /// `true` once the typed text has arrived at the program's end, where nobody reads it.
    func hasArrived() -> Bool {
      var typed = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
      return poll(&typed, 1, 10_000) == 1
    }
    func confirmation(_ patience: Duration) -> TerminalConfirmation {
      TerminalConfirmation(patience: patience, input: program) { line in
        self.lines.withLock { $0.append(line.english) }
      }
    }
    /// Waits until the question is shown, so that what is typed then is its answer.
    func question() async throws { while said.isEmpty { try await Task.sleep(for: .milliseconds(5)) } }
  }

  /// The terminal reports that the time has run out.
  @Test("An unanswered question counts as no after a while, and a late yes answers nothing else")
  func unanswered() async throws {
    let place = try Place(), confirmation = place.confirmation(.milliseconds(300))
    #expect(await confirmation.ask("The page wants something.") == false)
    #expect(
      place.said == [
        "The page wants something. Type yes to allow it, or press Enter to say no.",
        "Nobody answered in time, so nothing was done.",
      ])
    place.type("yes")
    #expect(place.hasArrived())
    #expect(await confirmation.ask("The page wants something else.") == false)
    #expect(place.said.count == 4 && place.said.last == "Nobody answered in time, so nothing was done.")
  }

  @Test(
    "Only a yes in time allows it",
    arguments: [("yes", true), (" YES ", true), ("", false), ("no", false), ("yes yes", false)])
  func answered(_ typed: String, _ isAllowed: Bool) async throws {
    let place = try Place(), confirmation = place.confirmation(.seconds(60))
    async let answer = confirmation.ask("The page wants something.")
    try await place.question()
    place.type(typed)
    #expect(await answer == isAllowed)
    #expect(place.said.count == 1)
  }
}
