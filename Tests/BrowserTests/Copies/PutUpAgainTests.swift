import Browser
import Foundation
import Model
import Person
import Store
import TestProgram
import TestSite
import Testing

/// A copy of the accounts on another computer, where nothing else of the first one is.
@Suite struct PutUpAgainTests {
  @Test("a copy of the accounts, put up as copy --help says, signs its owner in and opens the journal")
  func putUpAgain() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    let elsewhere = folder + "/elsewhere", copy = folder + "/accounts.copy"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/latchstring.sqlite")
    try await withKeyRing(store: store) { ring in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The spare is at Ana's.")
      let made = try await TestProgram.latchstring(["copy", copy, "--data", folder]).run()
      #expect(made.status == 0, "\(made)")
      try FileManager.default.moveItem(atPath: copy, toPath: elsewhere + "/latchstring.sqlite")
      try await ring.page.deleteCookies()

      let home = try await Home(folder: elsewhere), page = ring.page
      try await page.go(to: home.origin)
      try await ring.hold(ring.yellow)
      try await page.signInWithPasskey()
      try await page.wait(forText: "You're in, mirela.")
      try await page.press("Open your journal")
      try await page.wait(forText: "The spare is at Ana's.")
      try await home.stop()
    }
  }

  /// `latchstring home` with a folder of accounts.
  private struct Home {
    let terminal: PseudoTerminal, origin: String
    init(folder: String) async throws {
      let port = try FreePort.find(), desktop = try FakeDesktop()
      origin = "http://latchstring.localhost:\(port)"
      let ports = [
        "LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_KEYS_STORE": "file",
        "LATCHSTRING_PRACTICE_PORT": "\(try FreePort.find(row: 3))",
      ]
      terminal = try await PseudoTerminal(
        .latchstring(
          ["home", "--port", "\(port)", "--data", folder], environment: desktop.environment.merging(ports) { $1 }),
        columns: 80, with: desktop)
      try await terminal.wait(for: "code:")
    }
    func stop() async throws {
      terminal.send(SIGTERM)
      #expect(try await terminal.ended() == 0)
    }
  }
}
