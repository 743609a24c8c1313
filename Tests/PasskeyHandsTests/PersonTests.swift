import Authenticator
import Foundation
import Testing

@testable import PasskeyHands

@Suite struct PersonTests {
  private let folder = TestFolder()

  @Test(
    "A notification has a button; pressing it is presence, and nothing else is",
    arguments: [
      ("echo allow", .present), ("echo refuse", .declined), ("echo", .declined), ("exit 0", .declined),
      ("exit 1", .declined),
      ("exec sleep 60", .timedOut),
    ] as [(String, PresenceAnswer)])
  func notification(script: String, expected: PresenceAnswer) async throws {
    let program = try folder.program("notify-send", "printf '%s\\n' \"$@\" > '\(folder.path("shown"))'\n\(script)")
    let person = try #require(NotifiedPerson(program, timeout: expected == .timedOut ? 1 : 60))
    #expect(
      await person.confirmPresence(for: Occasion(.signIn, rpID: "example.com", userName: "<b>mo</b>")) == expected)
    if expected == .timedOut { return }  // the program may not even have begun by then
    let shown = folder.text(of: "shown").split(separator: "\n")
    #expect(shown.contains("--action=allow=Allow"))
    #expect(shown.suffix(3) == ["--", "Latchstring", "Sign in to example.com as “&lt;b&gt;mo&lt;/b&gt;”?"])
  }

  @Test("A notification that is no longer needed is withdrawn") func notificationCancelled() async throws {
    let program = try folder.program("notify-send", "echo $$ > '\(folder.path("pid"))'; exec sleep 600")
    let person = try #require(NotifiedPerson(program))
    let asked = Task { await person.confirmPresence(for: Occasion(.signIn)) }
    while folder.text(of: "pid").isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    asked.cancel()
    #expect(await asked.value == .cancelled)
    #expect(NotifiedPerson(folder.path("none")) == nil)
  }

  @Test(
    "A terminal is asked for a line, and only yes means yes",
    arguments: [
      ("y\n", .present), ("YES\r", .present), ("n\n", .declined), ("\n", .declined),
      ("yesterday and a day\n", .declined), ("", .timedOut),
      (nil, .declined),
    ] as [(String?, PresenceAnswer)])
  func terminal(typed: String?, expected: PresenceAnswer) async throws {
    var input: [Int32] = [-1, -1], output: [Int32] = [-1, -1]
    try #require(pipe(&input) == 0 && pipe(&output) == 0)
    let ends = input + output
    defer { for end in ends where end != ends[1] || typed != nil { close(end) } }
    if let typed {
      _ = Array(typed.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    } else {
      close(ends[1])
    }
    let person = TerminalPerson(input: ends[0], output: ends[3], timeout: expected == .timedOut ? 1 : 60)
    #expect(await person.confirmPresence(for: Occasion(.signIn, rpID: "example.com")) == expected)
    var printed = [UInt8](repeating: 0, count: 200)
    let count = read(ends[2], &printed, printed.count)
    #expect(String(decoding: printed.prefix(count), as: UTF8.self).hasPrefix("Sign in to example.com? [y/N] "))
  }

  @Test("A question at the terminal ends when it is no longer needed") func terminalCancelled() async throws {
    var input: [Int32] = [-1, -1]
    try #require(pipe(&input) == 0)
    let ends = input
    defer { for end in ends { close(end) } }
    let person = TerminalPerson(input: ends[0], output: ends[1])
    let asked = Task { await person.confirmPresence(for: Occasion(.select)) }
    asked.cancel()
    #expect(await asked.value == .cancelled)
  }

  @Test("If confirmation is turned off, the person counts as present") func always() async {
    #expect(await AlwaysPresent().confirmPresence(for: Occasion(.signIn)) == .present)
    #expect(AlwaysPresent().verification == nil)
  }
}
