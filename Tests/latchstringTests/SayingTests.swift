import Foundation
import TestKeys
import TestProgram
import TestSite
import Testing

/// The messages of commands, in a terminal and to a program.
@Suite(.timeLimit(.minutes(5))) struct SayingTests {
  private func lines(_ terminal: PseudoTerminal) -> [String] {
    terminal.seen.replacing("\u{1B}", with: "ESC").split(separator: "\r\n").map(String.init)
  }

  @Test("a terminal wraps sentences at words but never commands; a program gets each on one line")
  func keys() async throws {
    let home = try KeysHome(), command = "latchstring keys pin --store file"
    let whole = try await home.run("list").output
    #expect(whole.split(separator: "\n").count == 1 && whole.hasSuffix(": \(command)\n"), "\(whole)")
    for columns in [36, 40, 44, 48] {
      let terminal = try await PseudoTerminal(home.program(["list"]), columns: UInt16(columns), with: home)
      #expect(try await terminal.ended() == 0)
      let lines = lines(terminal)
      #expect(
        lines.count > 4 && lines.allSatisfy { $0.count <= columns } && lines.last?.hasSuffix(command) == true,
        "\(lines)")
      #expect(lines.joined(separator: " ") + "\n" == whole, "\(lines)")
    }
  }

  @Test(
    "so are errors, the usage that follows some, and the list of commands",
    arguments: [["home", "--bogus"], ["bogus"], ["verify", "/no/such/file"]])
  func errors(arguments: [String]) async throws {
    let whole = try await Program.run(arguments).errors.split(whereSeparator: \.isWhitespace)
    let terminal = try await PseudoTerminal(.latchstring(arguments), columns: 50)
    #expect(try await terminal.ended() != 0)
    #expect(
      lines(terminal).allSatisfy { $0.count <= 50 } && terminal.seen.split(whereSeparator: \.isWhitespace) == whole,
      "\(terminal.seen)")
  }

  @Test("a narrow terminal never breaks home's address, its folder or its hands' code")
  func home() async throws {
    let folder = URL(filePath: "/tmp/latchstring folder-\(UUID().uuidString.prefix(4))"), port = try FreePort.find()
    defer { try? FileManager.default.removeItem(at: folder) }
    let terminal = try await PseudoTerminal(
      .latchstring(
        ["home", "--port", "\(port)", "--data", folder.path],
        environment: ["LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_PRACTICE_PORT": "0"]),
      columns: 44)
    try await terminal.wait(for: "Stop it with Control-C.")
    try await terminal.wait(for: "code:")
    try await terminal.wait(for: "-")
    try await terminal.wait(for: "\n")
    terminal.send(SIGTERM)
    #expect(try await terminal.ended() == 0)
    let lines = lines(terminal)
    #expect(
      lines.allSatisfy { $0.count <= 44 || !$0.contains(" ") }
        && lines.contains { $0.hasSuffix("http://latchstring.localhost:\(port)") },
      "\(lines)")
    #expect(lines.contains { $0.contains(folder.path) }, "\(lines)")
    #expect(lines.contains { $0.firstMatch(of: /[0-9A-Z]{4}-[0-9A-Z]{4}$/) != nil }, "\(lines)")
  }
}
