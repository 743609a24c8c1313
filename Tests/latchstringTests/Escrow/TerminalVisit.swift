import Foundation
import TestProgram

/// Somebody at one conversation in a terminal, who reads the choices and takes them by their names.
final class TerminalVisit {
  let terminal: PseudoTerminal
  /// What was printed up to the last question.
  private(set) var screen = ""

  init(_ terminal: PseudoTerminal) { self.terminal = terminal }

  /// Waits for a list that has this choice and lets it be taken, and takes it.
  func choose(_ label: String) async throws {
    while true {
      if let number = number(of: label) {
        screen = ""
        return terminal.type("\(number)\r")
      }
      try await read()
    }
  }
  /// Waits for a list that has this choice, and takes none.
  func find(_ label: String) async throws { while number(of: label) == nil { try await read() } }
  /// Waits to be asked for this, and types it.
  func answer(_ label: String, _ text: String) async throws {
    screen = try await terminal.wait(for: "\n\(label)")
    screen += try await terminal.wait(for: ": ")
    terminal.type(text + "\r")
  }
  /// Waits for a sentence, wherever the lines break.
  func see(_ sentence: String) async throws {
    while !screen.replacing(/\s+/, with: " ").contains(sentence) { try await read() }
  }
  /// As the system does it to programs, or somebody who pulls the plug.
  func kill() async throws {
    terminal.send(SIGKILL)
    _ = try await terminal.ended()
  }
  /// Waits for the program's end, and gives its status.
  func ended() async throws -> Int32 { try await terminal.ended() }

  private func read() async throws {
    screen = try await terminal.wait(for: "Your choice (")
    screen += try await terminal.wait(for: "): ")
  }

  /// The same with each sentence on one line.
  var plain: String { Self.plain(screen) }
  private func number(of label: String) -> Int? {
    plain.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /([0-9]+)\. (.+)/).flatMap {
        $0.2.hasPrefix(label) && !$0.2.hasSuffix("(not yet)") ? Int($0.1) : nil
      }
    }.last
  }
  /// A line that goes on begins with a space.
  private static func plain(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing(/\n +/, with: " ")
  }
}
