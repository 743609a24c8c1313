import Foundation
import TestKeys
import TestProgram
import Testing

/// Tests `latchstring keys serve`.
@Suite struct KeysServeTests {
  /// Opens a CTAPHID channel on a socket, with the bytes from its specification (CTAP 2.1 §11.2.9.1.3).
  private func greet(_ path: String) throws -> [UInt8] {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isConnected)
    var report = [0xff, 0xff, 0xff, 0xff, 0x86, 0, 8] + Array("a nonce!".utf8)
    report += [UInt8](repeating: 0, count: 64 - report.count)
    try #require(write(descriptor, report, 64) == 64)
    var answer = [UInt8](repeating: 0, count: 64)
    try #require(recv(descriptor, &answer, 64, Int32(MSG_WAITALL)) == 64)
    return answer
  }

  @Test("programs find a key at the socket, which only its owner can open and which ends with serve")
  func serve() async throws {
    let home = try KeysHome()
    try await home.setPIN()
    let path = home.folder + "/fido", output = Pipe()
    let program = try await RunningProgram(
      home.program(["serve", "--socket", path, "--presence", "always"]),
      output: output.fileHandleForWriting.fileDescriptor)
    let reader = TextReader(output.fileHandleForReading.fileDescriptor)
    try await reader.wait(for: "Warning: Nobody is asked before a passkey is used")
    try await reader.wait(for: "Stop it with Control-C.")
    let answer = try greet(path)
    #expect(answer[4..<7] == [0x86, 0, 17] && answer[7..<15].elementsEqual("a nonce!".utf8))
    #expect(answer[23] == 0x0d, "winks, speaks CBOR, and not U2F, which knows no PIN")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let second = try await home.run("serve", "--socket", path, "--presence", "always")
    #expect(second.status == 1 && second.errors.contains("another program serves there"), "\(second)")
    #expect(try greet(path)[4] == 0x86, "and the first goes on")
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("with --json, one object lists the open interfaces and their conditions") func json() async throws {
    let home = try KeysHome(), path = home.folder + "/fido", output = Pipe()
    let program = try await RunningProgram(
      home.program(["serve", "--socket", path, "--presence", "always", "--json"]),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    let reader = TextReader(output.fileHandleForReading.fileDescriptor)
    try await reader.wait(for: "}\n")
    #expect(try greet(path)[4] == 0x86)
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
    #expect(await reader.waitForEnd())
    let said = reader.seen,
      object = try #require(try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any], "\(said)")
    #expect(
      object["code"] as? String == "serving" && object["socket"] as? String == path && object["readerPort"] == nil,
      "\(said)")
    #expect(["asks", "isDeviceBound", "isPINSet", "uhid"].allSatisfy { object[$0] as? Bool == false }, "\(said)")
  }

  @Test("Debian's fido2-token finds a security key at the requested path") func path() async throws {
    let home = try KeysHome()
    try await home.setPIN()
    let path = home.folder + "/key", output = Pipe()
    let program = try await RunningProgram(
      home.program(["serve", "--pty", path, "--presence", "always"]), output: output.fileHandleForWriting.fileDescriptor
    )
    try await TextReader(output.fileHandleForReading.fileDescriptor).wait(for: "Stop it with Control-C.")
    let told = try await TestProgram(["/usr/bin/fido2-token", "-I", path]).run()
    #expect(told.status == 0 && told.output.contains("FIDO_2_1") && told.output.contains("clientPin"), "\(told)")
    program.send(SIGINT)
    #expect(try await program.ended() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("U2F is available once a client turns off always asking for the PIN")
  func u2f()
    async throws
  {
    let home = try KeysHome()
    try await home.setPIN()
    let path = home.folder + "/key", output = Pipe()
    let program = try await RunningProgram(
      home.program(["serve", "--pty", path, "--presence", "always"]), output: output.fileHandleForWriting.fileDescriptor
    )
    try await TextReader(output.fileHandleForReading.fileDescriptor).wait(for: "Stop it with Control-C.")
    func information() async throws -> (speaksU2F: Bool, takesMessages: Bool) {
      let told = try await TestProgram(["/usr/bin/fido2-token", "-I", path]).run()
      try #require(told.status == 0 && told.output.contains("caps: "), "\(told)")
      return (told.output.contains("U2F_V2"), !told.output.contains("nomsg"))
    }
    #expect(try await information() == (false, false))
    // The authenticator itself asks for the PIN, and the person's pinentry types it.
    let switched = try await TestProgram(["/usr/bin/fido2-token", "-D", "-u", path]).run()
    #expect(switched.status == 0 && home.pinentry.asked == 1, "\(switched)")
    #expect(try await information() == (true, true))
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
  }

  @Test(
    "what cannot be served is said before anything is",
    arguments: [
      (["--socket", "/nowhere/fido"], "cannot be the socket"),
      (["--reader-port", "1"], "There is no virtual reader on port 1"),
      (["--socket", "/tmp/x", "--presence", "never"], "it must be ask or always"),
    ]) func refused(arguments: [String], sentence: String) async throws
  {
    let home = try KeysHome(), outcome = try await home.program(["serve"] + arguments).run()
    defer { withExtendedLifetime(home) {} }
    #expect(outcome.status == 1 && outcome.errors.contains(sentence), "\(outcome)")
  }

  @Test(
    "unless told otherwise, the socket is where OpenSSH's library looks, or a way is asked for")
  func ordinary()
    async throws
  {
    let home = try KeysHome(), output = Pipe()
    try await home.setPIN()
    let environment = home.environment.merging(["XDG_RUNTIME_DIR": home.folder]) { $1 }
    let program = try await RunningProgram(
      .latchstring(["keys", "serve", "--presence", "always"], environment: environment),
      output: output.fileHandleForWriting.fileDescriptor)
    try await TextReader(output.fileHandleForReading.fileDescriptor).wait(for: "Stop it with Control-C.")
    #expect(try greet(home.folder + "/latchstring/keys.sock")[4] == 0x86)
    #expect(
      try FileManager.default.attributesOfItem(atPath: home.folder + "/latchstring")[.posixPermissions] as? Int == 0o700
    )
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
    let nowhere = try await TestProgram.latchstring(
      ["keys", "serve", "--presence", "always"], environment: home.environment.merging(["XDG_RUNTIME_DIR": ""]) { $1 }
    ).run()
    #expect(nowhere.status == 1 && nowhere.errors.contains("How shall programs reach the passkeys?"), "\(nowhere)")
  }

  @Test("in a terminal's background, where asking would stop it, serve says to use the foreground") func background()
    async throws
  {
    let home = try KeysHome()
    defer { withExtendedLifetime(home) {} }
    let line =
      "unset DISPLAY WAYLAND_DISPLAY; '\(TestProgram.latchstring)' keys serve --socket '\(home.folder)/fido' & wait $!"
    // `script` gives the shell a terminal, and -m puts background jobs into their own process groups.
    let outcome = try await TestProgram(
      ["/usr/bin/script", "-qec", "sh -mc \"\(line.replacingOccurrences(of: "$", with: "\\$"))\"", "/dev/null"],
      environment: home.environment
    ).run()
    #expect(
      outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("Start it in front"),
      "\(outcome)")
  }

  @Test("on a machine where nobody can be asked, serve says so") func nobody() async throws {
    let home = try KeysHome()
    let outcome = try await TestProgram(
      [
        "/bin/sh", "-c",
        "unset DISPLAY WAYLAND_DISPLAY; exec '\(TestProgram.latchstring)' keys serve --socket '\(home.folder)/fido'",
      ],
      environment: home.environment.merging(["LATCHSTRING_KEYS_PINENTRY": "/nowhere/pinentry"]) { $1 }
    ).run()
    #expect(outcome.status == 1 && outcome.errors.contains("Nobody can be asked here"), "\(outcome)")
  }
}
