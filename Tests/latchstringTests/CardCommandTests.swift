import Foundation
import TestProgram
import Testing

/// `latchstring card` as run by a person and by a program, with the rehearsal card.
@Suite struct CardCommandTests {
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }
  private func shoot(_ folder: Folder, _ arguments: String..., input: String = "") async throws -> (
    status: Int32, json: [String: Any], text: String
  ) {
    let result = try await Program.run(
      ["card"] + arguments + ["--json", "--rehearsal", "--data", folder.path], input: input)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return (result.status, try #require(object), result.output + result.errors)
  }

  @Test("D-36 D-57: one-shots take the rehearsal card from empty to frozen and back") func oneShots()
    async throws
  {
    let folder = Folder(), secrets = folder.path + "-secrets"
    defer { try? FileManager.default.removeItem(atPath: secrets) }
    let unseen = try await shoot(folder, "init", "--new-pin-fd", "0", input: "123456\n")
    #expect(unseen.status == 2 && unseen.json["code"] as? String == "nowhereToShow")
    #expect(try await shoot(folder, "status").json["code"] as? String == "done")
    let made = try await Program.shell(
      "latchstring card init --json --rehearsal --data '\(folder.path)' --new-pin-fd 0 --secrets-fd 4 4>'\(secrets)'",
      input: "123456\n")
    #expect(made.status == 0)
    let lines = try String(contentsOfFile: secrets, encoding: .utf8).split(separator: "\n")
    let puk = String(try #require(lines.first))
    #expect(lines.count == 2 && puk.count == 12)
    #expect(!made.output.contains(puk) && !made.output.contains(lines[1]))

    #expect(
      try await shoot(folder, "change-pin", "--pin-fd", "0", "--new-pin-fd", "0", input: "123456\n654321\n").status == 0
    )
    for left in [2, 1] {
      let wrong = try await shoot(folder, "metadata", "--name", "x", "--pin-fd", "0", input: "123456\n")
      #expect(wrong.status == 1 && (wrong.json["tries"] as? [String: Int])?["pin"] == left)
    }
    #expect(
      try await shoot(folder, "metadata", "--name", "x", "--pin-fd", "0", input: "123456\n").json["code"] as? String
        == "lastTry")
    #expect(
      try await shoot(folder, "metadata", "--name", "x", "--pin-fd", "0", "--last-try", input: "123456\n").json["code"]
        as? String == "wrong")
    let open = try await shoot(folder, "unblock", "--puk-fd", "0", "--new-pin-fd", "0", input: "\(puk)\n111111\n")
    #expect(open.status == 0 && !open.text.contains("111111"))
    #expect(
      try await shoot(folder, "metadata", "--name", "Spare", "--pin-fd", "0", input: "111111\n").text.contains(
        #""name":"Spare""#))
    #expect(try await shoot(folder, "reset").status == 2)
    #expect(try await shoot(folder, "reset", "--erase").status == 0)
  }

  @Test("An invalid path, or the sign-in key's path, is rejected before a PIN is tried") func path()
    async throws
  {
    let folder = Folder(), phrase = String(repeating: "abandon ", count: 11) + "about"
    let made = try await Program.shell(
      """
      latchstring card backup --json --rehearsal --data '\(folder.path)' --phrase-fd 0 --new-pin-fd 0 \
      --secrets-fd 4 4>/dev/null
      """,
      input: "\(phrase)\n123456\n")
    #expect(made.status == 0, "\(made.output)")
    for path in ["nonsense", "m/1818326115'", "m/1818326115'/0'"] {
      let result = try await shoot(
        folder, "sign", "--message", "hi", "--path", path, "--pin-fd", "0", input: "000000\n")
      #expect(result.status == 2 && result.json["code"] as? String == "malformed")
    }
    #expect((try await shoot(folder, "status").json["tries"] as? [String: Int])?["pin"] == 3)
  }

  @Test(
    "A PIN is no argument, and is not repeated where somebody tries",
    arguments: ["--pin", "--puk", "--pairing", "--phrase", "--new-pin"])
  func arguments(_ option: String) async throws {
    for command in ["status", "sign", "change-pin", "unblock", "backup", "login"] {
      let result = try await Program.run("card", command, option, "918273", "--json")
      #expect(result.status == 64 && !(result.output + result.errors).contains("918273"))
    }
  }

  @Test("Without a terminal, a conversation does not start, and says what to do") func noTerminal()
    async throws
  {
    let named = "With --json it goes without one.", menu = "Name a command, like latchstring card status --json."
    for (arguments, otherwise) in [(["card"], menu), (["card", "change-pin"], named), (["card", "init"], named)] {
      let result = try await Program.run(arguments)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors == "latchstring: This conversation needs a terminal. \(otherwise)\n")
    }
  }

  @Test("Without a card service, the exit status is 3 and the error code names the reason")
  func noDaemon() async throws {
    let folder = Folder()
    let result = try await TestProgram.latchstring(
      ["card", "status", "--json", "--data", folder.path], environment: ["PCSCLITE_CSOCK_NAME": "/no/such/socket"]
    ).run()
    #expect(result.status == 3 && result.output.contains(#""code":"noDaemon""#))
    #expect(
      !FileManager.default.fileExists(atPath: folder.path + "/latchstring.sqlite"),
      "A look at a card leaves no accounts behind.")
  }

  @Test("A typed PIN is not echoed, and Control-C restores the terminal", .timeLimit(.minutes(5)))
  func echo() async throws {
    let folder = Folder()
    let terminal = try await PseudoTerminal(
      .latchstring(["card", "init", "--rehearsal", "--data", folder.path], environment: ["NO_COLOR": "1"]), with: folder
    )
    try await terminal.wait(for: "Your choice")
    #expect(!terminal.isOrdinary)
    terminal.type("1\r")
    try await terminal.wait(for: "not shown): ")
    terminal.type("918273\r")
    let after = try await terminal.wait(for: "New PIN, once more")
    #expect(!after.contains("918273") && !after.contains("9"))
    terminal.type("91\u{3}")
    #expect(try await terminal.ended() == 0)
    #expect(terminal.isOrdinary)
    #expect(!terminal.seen.contains("\u{1B}"), "NO_COLOR: no control sequence at all.")
  }

  @Test("A program that is terminated while asking for a PIN restores the terminal", .timeLimit(.minutes(5)))
  func ended() async throws {
    let folder = Folder()
    let terminal = try await PseudoTerminal(.latchstring(["card", "init", "--rehearsal", "--data", folder.path]))
    try await terminal.wait(for: "Your choice")
    terminal.type("1\r")
    try await terminal.wait(for: "not shown): ")
    #expect(!terminal.isOrdinary)
    terminal.send(SIGTERM)
    _ = try await terminal.ended()
    #expect(terminal.isOrdinary)
  }

  @Test("Control-D leaves a conversation and restores the terminal", .timeLimit(.minutes(5))) func endOfInput()
    async throws
  {
    let folder = Folder()
    let terminal = try await PseudoTerminal(
      .latchstring(["card", "init", "--rehearsal", "--data", folder.path]), with: folder)
    try await terminal.wait(for: "Your choice (1 to 4")
    terminal.type("\u{4}")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
    #expect(!terminal.seen.contains("Error"))
  }

  @Test("The menu leads into a conversation and back, and q leaves it", .timeLimit(.minutes(5))) func menu()
    async throws
  {
    let folder = Folder()
    let terminal = try await PseudoTerminal(
      .latchstring(["card", "--rehearsal", "--data", folder.path], environment: ["TERM": "xterm", "NO_COLOR": ""]),
      with: folder)
    try await terminal.wait(for: "q: quit): ")
    terminal.type("12\r")
    let screen = try await terminal.wait(for: "Your choice")
    #expect(screen.contains("\u{1B}["), "A terminal with colors shows some.")
    terminal.type("q\r")
    try await terminal.wait(for: "q: quit): ")
    terminal.type("q\r")
    #expect(try await terminal.ended() == 0 && terminal.isOrdinary)
  }
}
