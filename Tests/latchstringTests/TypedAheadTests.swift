import Foundation
import TerminalSurface
import TestProgram
import Testing

/// What a person types before they are asked, in a real terminal.
@Suite(.timeLimit(.minutes(1))) struct TypedAheadTests {
  private final class Place: Sendable {
    /// The person's end of the terminal, and the program's.
    let person: Int32, program: Int32
    init() throws {
      var (person, program): (Int32, Int32) = (-1, -1)
      guard openpty(&person, &program, nil, nil, nil) == 0 else { throw CocoaError(.fileNoSuchFile) }
      (self.person, self.program) = (person, program)
    }
    deinit {
      close(person)
      close(program)
    }
    func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(person, $0.baseAddress, $0.count) } }
    var mode: termios {
      var mode = termios()
      tcgetattr(program, &mode)
      return mode
    }
    /// `true` for echo, lines, and Control-C as a signal: as a shell expects its terminal to be left.
    var isOrdinary: Bool { mode.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG) }
  }

  @Test("what is typed between two hidden questions is not shown, and answers the second")
  func between() async throws {
    let place = try Place(), screen = TextReader(place.person)
    try await ask(place, screen)
    // The terminal is given back on the thread on which it was read.
    for _ in 0..<1000 where !place.isOrdinary { try await Task.sleep(for: .milliseconds(5)) }
    #expect(place.isOrdinary, "the questions are over")
    #expect(!screen.seen.contains { $0.isNumber }, "\(screen.seen)")
  }

  private func ask(_ place: Place, _ screen: TextReader) async throws {
    let terminal = PosixTerminal(input: place.program, output: place.program, environment: [:])
    async let first = terminal.ask(Question("First: ", isHidden: true))
    try await screen.wait(for: "First: ")
    place.type("1234\r")
    guard case .hidden(let one) = await first else { throw CocoaError(.userCancelled) }
    place.type("5678\r")
    #expect(place.mode.c_lflag & tcflag_t(ISIG) != 0, "Control-C ends the program while it asks nothing")
    async let second = terminal.ask(Question("Second: ", isHidden: true))
    try await screen.wait(for: "Second: ")
    guard case .hidden(let two) = await second else { throw CocoaError(.userCancelled) }
    terminal.write("Thank you.")
    try await screen.wait(for: "Thank you.")
    #expect(one.text == "1234" && two.text == "5678")
  }
}
