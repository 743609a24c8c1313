import Authenticator
import Encoding
import Foundation
import Testing

@testable import PasskeyHands

/// A test's own pinentry, which records what it is sent and answers as the test wants.
@Suite struct PinentryTests {
  private let folder = TestFolder()

  /// - Parameters:
  ///   - answers: Shell `case` lines for individual commands: `GETPIN*) …;;`.
  private func person(
    _ answers: String, timeout: Int = 20, environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) throws -> PinentryPerson {
    PinentryPerson(try #require(Pinentry(try program(answers), environment: environment)), timeout: timeout)
  }
  private func program(_ answers: String) throws -> String {
    try folder.program(
      "pinentry",
      """
      echo "OK Pleased to meet you"
      while IFS= read -r line; do
        printf '%s\\n' "$line" >> '\(folder.path("said"))'
        case "$line" in
        \(answers)
        BYE) echo OK; exit 0;;
        *) echo OK;;
        esac
      done
      """)
  }
  private func text(_ secret: Secret?) -> String? {
    secret.map { String(decoding: $0.withBytes { Array($0) }, as: UTF8.self) }
  }

  /// The dialog mentions the tries left only if some have been used.
  @Test("The typed PIN is returned; the dialog says who asks, and how many tries are left if few")
  func typed() async throws {
    let person = try person(
      "GETPIN) echo '# a remark'; echo 'S PASSWORD_FROM_CACHE'; echo 'D 12%2534'; echo OK;;",
      environment: [
        "PATH": "/usr/bin:/bin", "GPG_TTY": "/dev/pts/7", "TERM": "xterm", "LANG": "C.UTF-8", "DISPLAY": ":1",
      ])
    let pin = await person.askPIN(for: Occasion(.signIn, rpID: "example.com", userName: "mo%\n"), retries: 8)
    #expect(text(pin) == "12%34")
    #expect(
      folder.text(of: "said").split(separator: "\n").prefix(8).joined(separator: "\n") == """
        OPTION ttyname=/dev/pts/7
        OPTION ttytype=xterm
        OPTION lc-ctype=C.UTF-8
        OPTION display=:1
        SETTITLE Latchstring
        SETDESC Type the PIN of your passkeys to sign in to example.com as “mo%25\u{FFFD}”.
        SETPROMPT PIN:
        SETTIMEOUT 20
        """)
  }

  @Test(
    "A PIN in several parts, with escapes, is put together",
    arguments: [
      ("D 12%2534\\nD 5", "12%345"), ("D %41%C3%A4", "Aä"), ("D  1 2 ", " 1 2 "), ("D", nil), ("", ""), ("D %4", nil),
      ("D %GG", nil),
      ("D " + String(repeating: "a", count: 300), nil),
    ] as [(String, String?)])
  func parts(lines: String, pin: String?) async throws {
    let person = try person(
      "GETPIN) printf '\(lines.replacingOccurrences(of: "%", with: "%%"))\\n' | sed '/^$/d'; echo OK;;")
    #expect(text(await person.askPIN(for: Occasion(.change), retries: 8)) == pin)
  }

  /// The dialog begins with the wrong PIN.
  @Test("After a wrong PIN, the dialog shows the tries left, and warns before the last one")
  func again() async throws {
    let person = try person("GETPIN) echo 'D 1234'; echo OK;;"), occasion = Occasion(.signIn, rpID: "example.com")
    for retries in [8, 7, 1] { _ = await person.askPIN(for: occasion, retries: retries) }
    _ = await person.askPIN(for: Occasion(.signIn, rpID: "other.example"), retries: 1)
    let said = folder.text(of: "said").split(separator: "\n").filter {
      $0.hasPrefix("SETDESC") || $0.hasPrefix("SETERROR")
    }
    #expect(
      said == [
        "SETDESC Type the PIN of your passkeys to sign in to example.com.",
        "SETDESC Type the PIN of your passkeys to sign in to example.com.%0A7 tries are left.",
        "SETERROR That is not the PIN.",
        """
        SETDESC Type the PIN of your passkeys to sign in to example.com.%0AOne try is left. After a wrong one \
        only a reset helps, which erases your passkeys.
        """,
        "SETERROR That is not the PIN.",
        """
        SETDESC Type the PIN of your passkeys to sign in to other.example.%0AOne try is left. After a wrong one \
        only a reset helps, which erases your passkeys.
        """,
      ])
  }

  @Test(
    "Presence is a yes-or-no question that says who asks, for which site",
    arguments: [
      (Occasion(.register, rpID: "example.com", userName: "mo"), "Make a passkey for “mo” at example.com?"),
      (Occasion(.signIn, rpID: "example.com"), "Sign in to example.com?"),
      (Occasion(.select), "Use the passkeys of this computer?"),
      (Occasion(.register, rpID: "ssh:", userName: "openssh"), "Make a key for ssh?"),
      (Occasion(.signIn, rpID: "ssh:work"), "Sign in by ssh (work)?"),
      (Occasion(.change), "Change how the passkeys of this computer are kept?"),
      (Occasion(.manage), "List, rename or delete the passkeys of this computer?"),
      (Occasion(.manage, rpID: "example.com"), "Rename or delete a passkey for example.com?"),
      (
        Occasion(.reset),
        "Erase all passkeys on this computer, and keys for ssh that were made here? They will never work again."
      ),
    ])
  func presence(occasion: Occasion, question: String) async throws {
    let person = try person("")
    #expect(await person.confirmPresence(for: occasion) == .present)
    let said = folder.text(of: "said").split(separator: "\n")
    #expect(
      said.contains("SETDESC \(question)") && said.contains("CONFIRM") && !said.contains { $0.hasPrefix("SETPROMPT") })
  }

  @Test(
    "A timeout is told from a refusal, and anything unclear is a refusal",
    arguments: [
      ("echo 'ERR 83886179 Operation cancelled <Pinentry>'", .declined),
      ("echo 'ERR 83886194 Not confirmed <Pinentry>'", .declined),
      ("echo 'ERR 83886278 Fully canceled'", .declined), ("echo 'ERR 83886142 Timeout <Pinentry>'", .timedOut),
      ("echo 'ERR 1'", .declined),
      ("echo nonsense", .declined), ("exit 0", .declined), ("kill -9 $$", .declined),
      ("head -c 5000 /dev/zero | tr '\\0' a", .declined),
    ] as [(String, PresenceAnswer)])
  func refusals(answer: String, expected: PresenceAnswer) async throws {
    let person = try person("CONFIRM) \(answer);; GETPIN) \(answer);;")
    #expect(await person.confirmPresence(for: Occasion(.signIn)) == expected)
    #expect(await person.askPIN(for: Occasion(.signIn), retries: 8) == nil)
  }

  @Test("A service without a terminal asks for a yes by a dialog, where there is a desktop", arguments: [true, false])
  func service(isAllowed: Bool) async throws {
    let program = try program(
      "CONFIRM) \(isAllowed ? "echo OK" : "echo 'ERR 83886194 Not confirmed <Pinentry>'");;")
    let environment = ["PATH": "/usr/bin:/bin", "LATCHSTRING_KEYS_PINENTRY": program]
    #expect(PinentryConfirmation(environment) == nil, "a dialog would appear nowhere")
    let dialog = try #require(PinentryConfirmation(environment.merging(["DISPLAY": ":1"]) { $1 }))
    #expect(await dialog.ask("The page https://example.org wants to sign a message.") == isAllowed)
    let said = folder.text(of: "said").split(separator: "\n")
    #expect(said.contains("SETDESC The page https://example.org wants to sign a message."))
    #expect(said.contains("SETTIMEOUT 180") && !said.contains { $0.hasPrefix("GETPIN") })
  }

  @Test("An unknown inquiry is cancelled, and an unsupported option is skipped") func inquiry() async throws {
    let person = try person(
      """
      OPTION*) echo 'ERR 174 unknown option';; GETPIN) echo 'INQUIRE QUALITY 1'; read -r answer; \
      echo "D $answer"; echo OK;;
      """,
      environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm"])
    #expect(text(await person.askPIN(for: Occasion(.signIn), retries: 8)) == "CAN")
  }

  @Test("Cancelling the caller ends the pinentry, even one that ignores signals") func cancelled() async throws {
    let person = try person(
      "CONFIRM) trap '' TERM; echo $$ > '\(folder.path("pid"))'; while :; do sleep 0.05; done;;")
    let asked = Task { await person.confirmPresence(for: Occasion(.signIn)) }
    while folder.text(of: "pid").isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    asked.cancel()
    #expect(await asked.value == .cancelled)
    let program = try #require(pid_t(folder.text(of: "pid").trimmingCharacters(in: .newlines)))
    #expect(kill(program, 0) == -1 && errno == ESRCH)
  }

  @Test("The pinentry is the named program or one found in PATH, and is missing otherwise") func finding() throws {
    let program = try folder.program("pinentry", "")
    #expect(
      Pinentry("pinentry", environment: ["PATH": "/nowhere:" + folder.path("")])?.program == folder.path("")
        + "/pinentry")
    #expect(Pinentry(program)?.program == program)
    #expect(Pinentry("pinentry", environment: ["PATH": folder.path("nothing")]) == nil)
    #expect(Pinentry(folder.path("none")) == nil)
  }

  @Test("A site's text cannot break out of its line or reverse the writing direction") func escapes() {
    #expect(AssuanText.escaped("a%b\nc\rd\u{7f}", room: 100) == Array("a%25b%0Ac%0Dd%7F".utf8))
    #expect(AssuanText.escaped("ääää", room: 5) == Array("ää".utf8))
    let occasion = Occasion(.signIn, rpID: "evil\n.example", userName: "a\u{202e}b” at good.example\u{0}")
    #expect(
      OccasionWords(occasion).question.english
        == "Sign in to evil\u{FFFD}.example as “a\u{FFFD}b\u{FFFD} at good.example\u{FFFD}”?")
  }
}
