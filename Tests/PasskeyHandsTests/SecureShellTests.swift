import Authenticator
import Encoding
import Foundation
import TestProgram
import Testing

@testable import PasskeyHands

/// Debian's OpenSSH, unmodified, with our library as its security key provider; the authenticator's keys are in a TPM.
@Suite struct SecureShellTests {
  private let folder = TestFolder()
  private static let pin = "246810"

  @Test(
    "ssh-keygen makes a key, signs with it and verifies the signature; it asks for the PIN", arguments: [false, true])
  func keys(isResident: Bool) async throws {
    let authenticator = try await authenticator(), socket = try socket(authenticator)
    defer { socket.stop() }
    try await make("key", isResident ? ["-O", "resident", "-O", "application=ssh:work", "-O", "user=ada"] : [])
    try await sign(with: "key")
    #expect(try await isGood("words", by: "key"))
    #expect(try await !isGood("other words", by: "key"))
  }

  @Test("If the authenticator can ask for the PIN itself, OpenSSH does not") func builtIn() async throws {
    let person = TypingPerson(), authenticator = try await authenticator(person), socket = try socket(authenticator)
    defer { socket.stop() }
    try await make("key", pin: nil)
    try await sign(with: "key", pin: nil)
    #expect(try await isGood("words", by: "key"))
    #expect(person.asked == [Occasion(.register, rpID: "ssh:"), Occasion(.signIn, rpID: "ssh:")])
  }

  @Test("A resident key can be restored on another computer, and is not duplicated by mistake")
  func resident() async throws {
    let authenticator = try await authenticator(), socket = try socket(authenticator)
    defer { socket.stop() }
    let options = ["-O", "resident", "-O", "application=ssh:work", "-O", "user=ada", "-O", "verify-required"]
    try await make("key", options)
    try await make("again", options, fails: "already exists")
    try await make("else", ["-O", "resident", "-O", "application=ssh:else"])
    let loaded = try await run(["/bin/sh", "-c", #"cd "$1" && exec ssh-keygen -K -N """#, "sh", folder.path("")])
    try #require(loaded.status == 0, "\(loaded.errors)")
    let words = folder.text(of: "key.pub").split(separator: " ").prefix(2)
    #expect(folder.text(of: "id_ecdsa_sk_rk_work_ada.pub").split(separator: " ").prefix(2) == words)
    #expect(!folder.text(of: "id_ecdsa_sk_rk_else").isEmpty)
    try await sign(with: "id_ecdsa_sk_rk_work_ada")
    #expect(try await isGood("words", by: "key"))
  }

  /// OpenSSH does not ask if the authenticator asks on its own.
  @Test("A restored resident key signs like one created here, and OpenSSH does not ask again")
  func residentBuiltIn() async throws {
    let person = TypingPerson(), authenticator = try await authenticator(person), socket = try socket(authenticator)
    defer { socket.stop() }
    try await make("key", ["-O", "resident", "-O", "application=ssh:work"], pin: nil)
    let loaded = try await run(["/bin/sh", "-c", #"cd "$1" && exec ssh-keygen -K -N """#, "sh", folder.path("")])
    try #require(loaded.status == 0, "\(loaded.errors)")
    let asked = person.asked.count
    try await sign(with: "id_ecdsa_sk_rk_work", pin: nil)
    #expect(try await isGood("words", by: "key"))
    #expect(person.asked.count == asked + 1)
  }

  @Test("With a wrong PIN, no key is created, and the attempt counts") func wrongPIN() async throws {
    let authenticator = try await authenticator(), socket = try socket(authenticator)
    defer { socket.stop() }
    try await make("key", pin: "000000", fails: "that is not the PIN")
    #expect(folder.text(of: "key").isEmpty)
    #expect(try await authenticator.client.pinRetries().left < 8)
    await authenticator.queue.powerCycle()
    try await make("key")
    try await sign(with: "key", pin: "000000", fails: "that is not the PIN")
    #expect(folder.text(of: "words.sig").isEmpty)
  }

  @Test("A different authenticator does not sign with a key, and reports that it is not its own")
  func anotherAuthenticator() async throws {
    let first = try await authenticator()
    let socket = try socket(first)
    try await make("key")
    socket.stop()
    let second = try await authenticator(), next = try self.socket(second)
    defer { next.stop() }
    try await sign(with: "key", fails: "this authenticator does not have that key")
  }

  @Test("ssh-keygen reports a missing authenticator or a key that cannot be created")
  func noServer() async throws {
    try await make("key", fails: "nobody serves at \(folder.path("keys.sock"))")
    try await make("key", fails: "device not found")
    let authenticator = try await authenticator(), socket = try socket(authenticator)
    defer { socket.stop() }
    try await make("key", ["-t", "ed25519-sk"], fails: "only ecdsa-sk keys can be made")
    try await make(
      "key", ["-O", "device=\(folder.path("else.sock"))"], fails: "nobody serves at \(folder.path("else.sock"))")
  }

  @Test("OpenSSH's security key code creates a key at the terminal, and our library signs with it")
  func terminal() async throws {
    let authenticator = try await authenticator(), socket = try socket(authenticator)
    defer { socket.stop() }
    let terminal = try HIDTerminal(path: folder.path("security-key"), host: authenticator.host)
    defer { terminal.stop() }
    try await make("key", ["-O", "device=\(terminal.path)", "-O", "verify-required"], provider: "internal")
    try await sign(with: "key")
    #expect(try await isGood("words", by: "key"))
  }

  @Test("OpenSSH accepts a resident key only with the credProtect level it asked for")
  func residentAtTerminal() async throws {
    let authenticator = try await authenticator(), socket = try socket(authenticator)
    defer { socket.stop() }
    let terminal = try HIDTerminal(path: folder.path("security-key"), host: authenticator.host)
    defer { terminal.stop() }
    try await make(
      "key", ["-O", "device=\(terminal.path)", "-O", "resident", "-O", "application=ssh:work"], provider: "internal")
    let loaded = try await run(["/bin/sh", "-c", #"cd "$1" && exec ssh-keygen -K -N """#, "sh", folder.path("")])
    try #require(loaded.status == 0, "\(loaded.errors)")
    try await sign(with: "id_ecdsa_sk_rk_work")
    #expect(try await isGood("words", by: "key"))
  }

  private func authenticator(_ person: any Person = AlwaysPresent()) async throws -> TPMAuthenticator {
    let authenticator = try TPMAuthenticator(person: person)
    try await authenticator.client.setPIN(Secret(Array(Self.pin.utf8)))
    return authenticator
  }
  private func socket(_ authenticator: TPMAuthenticator) throws -> HIDSocket {
    try HIDSocket(path: folder.path("keys.sock"), host: authenticator.host)
  }

  private func make(
    _ name: String, _ options: [String] = [], pin: String? = Self.pin, provider: String? = nil, fails: String? = nil
  ) async throws {
    let kind = options.contains("-t") ? [] : ["-t", "ecdsa-sk"]
    judge(
      try await run(
        ["/usr/bin/ssh-keygen"] + kind + options + ["-N", "", "-C", "", "-f", folder.path(name)], pin: pin,
        provider: provider), fails)
  }

  private func sign(with key: String, pin: String? = Self.pin, fails: String? = nil) async throws {
    try Data("words".utf8).write(to: URL(filePath: folder.path("words")))
    judge(
      try await run(
        ["/usr/bin/ssh-keygen", "-Y", "sign", "-n", "file", "-f", folder.path(key), folder.path("words")], pin: pin),
      fails)
  }

  private func isGood(_ text: String, by key: String) async throws -> Bool {
    try Data("ada \(folder.text(of: key + ".pub"))".utf8).write(to: URL(filePath: folder.path("allowed")))
    let verify = [
      "-Y", "verify", "-f", folder.path("allowed"), "-I", "ada", "-n", "file", "-s", folder.path("words.sig"),
    ]
    return try await run(["/usr/bin/ssh-keygen"] + verify, input: text).status == 0
  }

  /// - Parameter pin: The PIN to type when asked; `nil` if there is no answer.
  private func run(
    _ command: [String], pin: String? = Self.pin, provider: String? = nil, input: String = ""
  ) async throws -> TestProgram.Outcome {
    guard access("/usr/bin/ssh-keygen", X_OK) == 0 else {
      throw Missing(
        "/usr/bin/ssh-keygen is missing: install the Debian package openssh-client, or run scripts/setup tests")
    }
    let library = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent().appending(
      path: "liblatchstring-sk.so"
    ).path
    let answer = try folder.program("askpass-\(pin ?? "none")", pin.map { "echo \($0)" } ?? "exit 1")
    return try await TestProgram(
      command,
      environment: [
        "SSH_SK_PROVIDER": provider ?? library, "LATCHSTRING_KEYS_SOCKET": folder.path("keys.sock"),
        "SSH_ASKPASS": answer,
        "SSH_ASKPASS_REQUIRE": "force",
      ]
    ).run(input: input)
  }

  private func judge(_ outcome: TestProgram.Outcome, _ fails: String?) {
    let said = outcome.output + outcome.errors
    if let fails {
      #expect(outcome.status != 0 && said.contains(fails), "\(said)")
    } else {
      #expect(outcome.status == 0, "\(said)")
    }
  }
}
