import Foundation
import TestProgram

/// A person in one conversation at a terminal, who reads the choices and selects them by name.
final class TerminalVisit {
  let terminal: PseudoTerminal
  /// The text printed up to the latest question.
  private(set) var screen = ""

  init(_ terminal: PseudoTerminal) { self.terminal = terminal }

  /// Waits for a list in which this choice is available, and selects it.
  func choose(_ label: String) async throws {
    while true {
      if let number = number(of: label) {
        screen = ""
        return terminal.type("\(number)\r")
      }
      try await read()
    }
  }
  /// Waits for a list in which this choice is available, without selecting any.
  func find(_ label: String) async throws { while number(of: label) == nil { try await read() } }
  /// Waits for this question, and types the answer.
  func answer(_ label: String, _ text: String) async throws {
    screen = try await terminal.wait(for: "\n\(label)")
    screen += try await terminal.wait(for: ": ")
    terminal.type(text + "\r")
  }
  /// Waits for a sentence, regardless of line breaks.
  func see(_ sentence: String) async throws {
    while !screen.replacing(/\s+/, with: " ").contains(sentence) { try await read() }
  }
  /// Kills the program, as the system might, or a person pulling the plug.
  func kill() async throws {
    terminal.send(SIGKILL)
    _ = try await terminal.ended()
  }
  /// Waits for the program to end, and returns its status.
  func ended() async throws -> Int32 { try await terminal.ended() }

  private func read() async throws {
    screen = try await terminal.wait(for: "Your choice (")
    screen += try await terminal.wait(for: "): ")
  }

  /// The same text with each sentence on a single line.
  var plain: String { Self.plain(screen) }
  private func number(of label: String) -> Int? {
    plain.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /([0-9]+)\. (.+)/).flatMap {
        $0.2.hasPrefix(label) && !$0.2.hasSuffix("(not yet)") ? Int($0.1) : nil
      }
    }.last
  }
  /// A continuation line begins with a space.
  private static func plain(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing(/\n +/, with: " ")
  }
}
