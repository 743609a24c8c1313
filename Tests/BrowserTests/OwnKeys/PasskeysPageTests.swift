import Browser
import Foundation
import TestKeys
import TestProgram
import TestSite
import TestTPM
import Testing

/// The page about this computer's own passkeys, served by the program itself.
@Suite struct PasskeysPageTests {
  /// `latchstring home` as a person starts it, with the code that it shows.
  private final class Home {
    let keys: KeysHome, origin: String, code: String
    private let program: RunningProgram

    init(_ keys: KeysHome) async throws {
      self.keys = keys
      let port = try FreePort.find(), output = Pipe()
      let environment = keys.environment.merging([
        "LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_PRACTICE_PORT": "0",
      ]) { $1 }
      program = try await RunningProgram(
        .latchstring(["home", "--port", "\(port)"], environment: environment),
        output: output.fileHandleForWriting.fileDescriptor)
      let reader = TextReader(output.fileHandleForReading.fileDescriptor)
      try await reader.wait(for: "code: ")
      code = try await reader.wait(for: "\n").trimmingCharacters(in: .newlines)
      origin = "http://latchstring.localhost:\(port)"
    }
    /// Enters the code in the page, so that it shows the passkeys.
    func show(in page: Page) async throws {
      try await page.go(to: origin + "/passkeys")
      try await page.wait(forText: "The code that Latchstring shows in its terminal")
      try await page.type(code, into: "#code")
      try await page.press("Go on")
    }
    func stop() async throws {
      program.send(SIGTERM)
      _ = try await program.ended()
    }
  }

  /// Each change needs the PIN, which is never typed into a page.
  @Test("E-40: this computer's passkeys are listed, renamed, deleted and erased in its browser")
  func care() async throws {
    let home = try await Home(KeysHome())
    try await withPage { page in
      try await page.go(to: home.origin + "/passkeys")
      try await page.wait(forText: "The code that Latchstring shows in its terminal")
      try await page.type("AAAA-AAAA", into: "#code")
      try await page.press("Go on")
      try await page.wait(forText: "That is not the code that Latchstring shows.")
      try await page.type(home.code, into: "#code")
      try await page.press("Go on")
      try await page.wait(forText: "No passkey yet")
      try await page.wait(forText: "latchstring keys install-browser")

      try await home.keys.setPIN()
      let host = try await NativeHost(home.keys)
      _ = try await host.register("ana")
      _ = try await host.register("mo", at: "login.example.org")
      #expect(try await host.hangUp() == 0)
      try await page.reload()
      try await page.wait(forText: "2 passkeys.")
      #expect(try await page.text.contains("whoever copies it has them"), "these lie in a file")
      #expect(try await page.findAll("[data-site]").count == 2)

      try await Axe(page).check("passkeys", in: Axe.Look.all)
      try home.keys.pinentry.type("111111")
      try await page.press("Delete login.example.org, mo")
      try await page.press("Delete")
      try await page.wait(forText: "That is not the PIN. 5 tries are left.")
      try await page.wait(forText: "After 5 more wrong PINs only erasing all passkeys helps.")
      #expect(try await page.text.contains("2 passkeys."))
      let focused =
        """
        document.activeElement.closest('[data-id]')?.querySelector('[data-site]').textContent
          ?? document.activeElement.tagName
        """
      #expect(try await page.evaluate(focused) == "login.example.org", "who uses the keyboard goes on there")
      try await page.press("Rename example.com, ana")
      try await page.type(" maria", into: "[data-id]:has([data-naming]:not([hidden])) input")
      try await page.press("Save")
      try await page.wait(forText: "That is not the PIN. 2 tries are left.")
      #expect(
        try await page.evaluate("document.activeElement.value").string?.hasSuffix(" maria") == true,
        "what was typed is not lost")
      try await Axe(page).check("a name that was not taken", in: Axe.Look.all)
      try await page.press("Cancel")
      try home.keys.pinentry.type(KeysHome.pin)
      try await page.press("Delete login.example.org, mo")
      try await page.press("Delete")
      try await page.wait(forText: "One passkey.")
      #expect(try await page.evaluate(focused) == "H1")
      #expect(
        home.keys.pinentry.told.contains(
          "SETDESC Type the PIN of your passkeys to rename or delete one for login.example.org."))

      try await page.press("Rename example.com, ana")
      try await page.type("ana at work", into: "[data-naming] input")
      try await page.press("Save")
      try await page.wait(forText: "ana at work")
      #expect(try await home.keys.run("list").output.contains("ana at work"))
      #expect(try await page.findAll("input[type=password]").isEmpty)

      try await page.press("Erase all passkeys")
      try await page.wait(forText: "No passkey yet")
      #expect(
        home.keys.pinentry.told.contains(
          "SETDESC Erase all passkeys on this computer, and keys for ssh that were made here?"))
      try await page.wait(forText: "No PIN is set, and without one no passkey is made.")
      #expect(
        try await page.consoleErrors().allSatisfy { "\($0)".contains("/meet") }, "only the wrong code was refused")
    }
    try await home.stop()
  }

  @Test("an unresponsive TPM is reported, and looking again finds it once it responds")
  func gone() async throws {
    let tpm = try TestTPM(), keys = try KeysHome(tpm)
    try await keys.setPIN()
    let host = try await NativeHost(keys)
    _ = try await host.register("ana")
    #expect(try await host.hangUp() == 0)
    tpm.stop()
    let home = try await Home(keys)
    try await withPage { page in
      try await home.show(in: page)
      try await page.wait(forText: "Try again")
      #expect(try await page.text.contains("cannot be reached"))
      #expect(try await !page.text.contains("No passkey yet"))
      try await Axe(page).check("passkeys that cannot be reached", in: Axe.Look.all)
      try tpm.start()
      try await page.press("Try again")
      try await page.wait(forText: "One passkey.")
      #expect(try await !page.text.contains("Try again"))
    }
    try await home.stop()
  }
}
