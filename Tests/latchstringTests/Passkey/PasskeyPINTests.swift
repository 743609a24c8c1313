import Foundation
import TestKeys
import TestProgram
import Testing

/// A key whose PIN is wrong again and again, in a terminal: what the person is told, and which try a program leaves.
@Suite(.timeLimit(.minutes(10))) struct PasskeyPINTests {
  private static let question = PasskeyPerson.question
  private let person = PasskeyPerson()

  @Test("Three wrong PINs ask for the key to be unplugged; before the last try a program stops; then it is blocked")
  func blocked() async throws {
    var key = try await PluggedKey()
    let home = key.home
    try await person.register("mirela", with: key)
    func typeWrong(_ times: Int, until text: String) async throws {
      let terminal = try await person.begin("login", with: key)
      try await terminal.wait(for: Self.question)
      for _ in 1..<times { try await terminal.type("999999", until: "That is not the key's PIN.", Self.question) }
      try await terminal.type("999999", until: text)
      terminal.send(SIGINT)
      _ = try await terminal.ended()
    }
    func plugInAgain() async throws {
      try await key.unplug()
      key = try await PluggedKey(.silent, home)
    }

    try await typeWrong(3, until: "Three wrong PINs in a row. Unplug the key, plug it in again, then try again.")
    let paused = try await person.shoot("login", with: key)
    #expect(paused.status == 1 && paused.code == "paused", "The right PIN is not taken either: \(paused)")
    try await plugInAgain()
    try await typeWrong(3, until: "Three wrong PINs in a row.")
    try await plugInAgain()
    try await typeWrong(1, until: "One try is left; after a wrong one the key must be")

    let kept = try await person.shoot("login", with: key)
    #expect(kept.status == 1 && kept.code == "lastTry", "\(kept)")
    #expect(try await key.triesLeft() == "pin retries: 1", "a program leaves the last try to the person")
    let last = try await person.shoot("login", with: key, flags: ["--last-try"], pin: "999999")
    #expect(last.status == 1 && last.code == "pinBlocked", "\(last)")
    let login = try await person.begin("login", with: key)
    try await login.wait(for: "The key's PIN was wrong too often and is not taken any more.")
    login.send(SIGINT)
    _ = try await login.ended()
  }
}
