import Authenticator
import Foundation
import TestProgram
import Testing

@testable import PasskeyHands

/// Debian's fido2-tools (libfido2), unmodified, with an authenticator whose keys are in a TPM. The tools see its
/// terminal as a plugged-in security key.
@Suite struct FIDO2ToolsTests {
  private let authenticator: TPMAuthenticator, terminal: HIDTerminal
  private var folder: TestFolder { authenticator.folder }
  private static let pin = "246810", hash = Data(repeating: 0x31, count: 32).base64EncodedString()

  init() throws {
    authenticator = try TPMAuthenticator()
    terminal = try HIDTerminal(path: authenticator.folder.path("key"), host: authenticator.host)
  }

  @Test("fido2-token shows the authenticator and sets and changes the PIN; a wrong PIN is rejected")
  func pin() async throws {
    let told = try await run("fido2-token -I \(terminal.path)")
    #expect(told.contains("version strings: FIDO_2_0, FIDO_2_1"))
    #expect(told.contains("alwaysUv") && told.contains("noclientPin"))
    try await setPIN()
    #expect(try await run("fido2-token -I \(terminal.path)").contains("pin retries: 8"))
    try await typing("fido2-token -C \(terminal.path)", ["135790", "135791", "135791"], fails: "FIDO_ERR_PIN_INVALID")
    #expect(try await run("fido2-token -I \(terminal.path)").contains("pin retries: 7"))
    try await typing("fido2-token -C \(terminal.path)", [Self.pin, "135791", "135791"])
    try await typing("fido2-token -C \(terminal.path)", [Self.pin, "135791", "135791"], fails: "FIDO_ERR_PIN_INVALID")
  }

  @Test(
    "fido2-cred creates credentials, fido2-assert uses them, and both verify the results", arguments: [false, true])
  func credentials(isDiscoverable: Bool) async throws {
    try await setPIN()
    let kind = isDiscoverable ? "-r" : ""
    let made = try await make(kind)
    #expect(try lines(made)[2] == "packed")
    try await run("fido2-cred -V -v -i \(made) -o \(folder.path("key.out"))")
    try write(Array(lines(folder.path("key.out")).dropFirst()), "key.pem")

    let request = try write([Self.hash, "example.com"] + (isDiscoverable ? [] : [lines(made)[4]]), "request")
    try await typing(
      "fido2-assert -G -v \(kind) -i \(request) -o \(folder.path("answer")) \(terminal.path)", [Self.pin])
    let answer = try lines(folder.path("answer"))
    #expect(answer[1] == "example.com")
    if isDiscoverable { #expect(Data(base64Encoded: answer[4]) == Data("ada".utf8)) }
    try await run("fido2-assert -V -v -i \(folder.path("answer")) \(folder.path("key.pem")) es256")

    var wrong = Data(repeating: 0x31, count: 32)
    wrong[0] = 0x30
    try write([wrong.base64EncodedString()] + answer.dropFirst(), "wrong")
    try await run(
      "fido2-assert -V -v -i \(folder.path("wrong")) \(folder.path("key.pem")) es256", fails: "fido_assert_verify")
  }

  @Test("fido2-cred accepts a credential that reports the requested credProtect level")
  func protection() async throws {
    try await setPIN()
    let made = try await make("-r -c 2"), key = folder.path("key.out")
    try await run("fido2-cred -V -v -c 2 -i \(made) -o \(key)")
    try await run("fido2-cred -V -v -c 3 -i \(made) -o \(key)", fails: "FIDO_ERR_INVALID_PARAM")
    #expect(try await typing("fido2-token -L -k example.com \(terminal.path)", [Self.pin]).contains("uvreq"))
  }

  @Test("fido2-token lists credentials, deletes one, and resets the authenticator") func keeping() async throws {
    try await setPIN()
    let made = try await make("-r"), id = try lines(made)[4]
    #expect(try await typing("fido2-token -L -r \(terminal.path)", [Self.pin]).contains("example.com"))
    let listed = try await typing("fido2-token -L -k example.com \(terminal.path)", [Self.pin])
    #expect(listed.contains(id) && listed.contains("uvreq"), "made with the PIN, it waits for the PIN: \(listed)")
    try await typing("fido2-token -D -i \(id) \(terminal.path)", [Self.pin])
    try await typing("fido2-token -L -r \(terminal.path)", [Self.pin], fails: "FIDO_ERR_NO_CREDENTIALS")

    let later = try await make(""), request = try write([Self.hash, "example.com", lines(later)[4]], "request")
    try await run("fido2-token -R \(terminal.path)")
    #expect(try await run("fido2-token -I \(terminal.path)").contains("noclientPin"))
    try await setPIN()
    try await typing("fido2-assert -G -v -i \(request) \(terminal.path)", [Self.pin], fails: "FIDO_ERR_NO_CREDENTIALS")
  }

  private func setPIN() async throws { try await typing("fido2-token -S \(terminal.path)", [Self.pin, Self.pin]) }

  private func make(_ options: String) async throws -> String {
    let request = try write([Self.hash, "example.com", "Ada Lovelace", Data("ada".utf8).base64EncodedString()], "new"),
      made = folder.path("made")
    try await typing("fido2-cred -M -v \(options) -i \(request) -o \(made) \(terminal.path)", [Self.pin])
    return made
  }

  @discardableResult private func write(_ lines: [String], _ name: String) throws -> String {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: folder.path(name)))
    return folder.path(name)
  }
  private func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @discardableResult private func run(_ command: String, fails: String? = nil) async throws -> String {
    let outcome = try await TestProgram(["/usr/bin/env"] + command.split(separator: " ").map(String.init)).run()
    try Self.judge(command, outcome.status, outcome.output + outcome.errors, fails)
    return outcome.output
  }

  /// Runs a command in its own terminal, where it asks for the PIN.
  @discardableResult private func typing(
    _ command: String, _ answers: [String], fails: String? = nil
  ) async throws -> String {
    let screen = try await PseudoTerminal(
      TestProgram(["/usr/bin/env", "setsid", "--ctty", "--wait"] + command.split(separator: " ").map(String.init)),
      with: authenticator)
    for answer in answers {
      try await screen.wait(for: ": ")
      screen.type(answer + "\n")
    }
    let status = try await screen.ended()
    try Self.judge(command, status, screen.seen, fails)
    return screen.seen
  }

  private static func judge(_ command: String, _ status: Int32, _ said: String, _ fails: String?) throws {
    if status == 127 {
      throw Missing(
        "\(command): install the Debian packages fido2-tools and util-linux, or run scripts/setup tests. \(said)")
    }
    if let fails {
      #expect(status != 0 && said.contains(fails), "\(command): \(said)")
    } else if status != 0 {
      throw Missing("\(command): \(said)")
    }
  }
}
