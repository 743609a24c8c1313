import Foundation
import TestKeys
import TestProgram
import TestTPM
import Testing

/// Runs the commands of docs/SIGNING-IN-TO-LINUX.md, as they stand there, with Debian's own programs and keys in a TPM.
@Suite struct SigningInToLinuxTests {
  @Test("PAM asks for the passkey's PIN, and refuses without it, with another key, and after it is deleted")
  func pam() async throws {
    try LinuxComputer.need([
      "/usr/bin/pamtester": "pamtester", "/usr/bin/fido2-cred": "fido2-tools", "/usr/bin/openssl": "openssl",
      LinuxComputer.module: "libpam-u2f",
    ])
    let tpm = try TestTPM(), home = try KeysHome(tpm), computer = try await LinuxComputer(home)
    try await home.setPIN()
    let sudo = "#%PAM-1.0\n\nauth required pam_deny.so\n"
    try computer.write(sudo, to: "etc/pam.d/sudo")
    let first = try await computer.serve("--pty", computer.key)
    let made = try await computer.run(
      LinuxPage.commands(with: "fido2-cred"), LinuxPage.commands(with: "pamtester"),
      LinuxPage.commands(with: "auth sufficient"))
    #expect(made.status == 0 && made.output.contains("Your passkey asks for its PIN."), "\(made)")
    #expect(made.output.contains("successfully authenticated"), "\(made)")
    #expect(home.pinentry.asked == 2, "once to make it, once to use it")
    #expect(try await computer.letsIn(to: "sudo"))
    #expect(home.pinentry.asked == 3)

    try home.pinentry.type("000000")
    #expect(try await !computer.letsIn(to: "sudo"), "a wrong PIN")
    try home.pinentry.type(KeysHome.pin)
    #expect(try await computer.letsIn(to: "sudo"))
    #expect(try await first.stop() == 0)
    let asked = home.pinentry.asked
    for service in ["sudo", "latchstring-try"] { #expect(try await !computer.letsIn(to: service), "nobody serves") }
    #expect(home.pinentry.asked == asked)

    // Another computer's passkey has the same name, but not the key in root's file.
    let otherTPM = try TestTPM(), other = try KeysHome(otherTPM)
    try await other.setPIN()
    let second = try await computer.serve("--pty", computer.key, by: other)
    #expect(try await !computer.letsIn(to: "sudo"), "a key without a passkey for it")
    let mapping = computer.text(of: "etc/latchstring-u2f")
    let imitated = try await computer.run(LinuxPage.commands(with: "fido2-cred"))
    #expect(imitated.status == 0 && computer.text(of: "etc/latchstring-u2f") != mapping, "\(imitated)")
    try computer.write(mapping, to: "etc/latchstring-u2f")
    let askedOther = other.pinentry.asked
    #expect(try await !computer.letsIn(to: "sudo"), "a passkey with the same name")
    #expect(other.pinentry.asked == askedOther + 1)
    #expect(try await second.stop() == 0)

    let third = try await computer.serve("--pty", computer.key)
    #expect(try await computer.letsIn(to: "sudo"))
    try await computer.delete("pam://")
    for service in ["sudo", "latchstring-try"] { #expect(try await !computer.letsIn(to: service), "it is deleted") }
    #expect(try await third.stop() == 0)

    let undone = try await computer.run(LinuxPage.commands(with: "rm -f"))
    #expect(undone.status == 0 && computer.text(of: "etc/pam.d/sudo") == sudo, "\(undone)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: computer.path("etc")) == ["pam.d"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: computer.path("etc/pam.d")) == ["sudo"])
  }

  @Test("ssh signs in to a real sshd with the passkey, and no longer once nobody serves or it is deleted")
  func secureShell() async throws {
    try LinuxComputer.need([
      LinuxServer.program: "openssh-server", "/usr/bin/ssh": "openssh-client", "/usr/bin/ssh-keygen": "openssh-client",
    ])
    let tpm = try TestTPM(), home = try KeysHome(tpm), computer = try await LinuxComputer(home)
    try await home.setPIN()
    let server = try await LinuxServer(in: computer), first = try await computer.serve()
    let made = try await computer.run(LinuxPage.commands(with: "ssh-keygen"))
    #expect(made.status == 0 && home.pinentry.asked == 1, "\(made)")
    let signedIn = try await computer.signIn()
    #expect(signedIn.status == 0 && signedIn.output == "arrived\n", "\(signedIn) \(server.said)")
    #expect(home.pinentry.asked == 2)

    #expect(try await first.stop() == 0)
    let alone = try await computer.signIn()
    #expect(alone.status == 255 && alone.errors.contains("nobody serves at "), "\(alone)")

    let second = try await computer.serve()
    #expect(try await computer.signIn().output == "arrived\n")
    try await computer.delete("ssh:server.example")
    let deleted = try await computer.signIn()
    #expect(deleted.status == 255 && deleted.output.isEmpty, "\(deleted)")
    #expect(deleted.errors.contains("this authenticator does not have that key"), "\(deleted)")
    #expect(try await second.stop() == 0)
    #expect(try await server.stop())
  }
}

/// The commands of the page.
private enum LinuxPage {
  /// Returns the only block of commands that contains these words.
  static func commands(with words: String) throws -> String {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/SIGNING-IN-TO-LINUX.md").standardizedFileURL
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n```\n")
    // Every second part is between two fences; installing comes first and is left to the person.
    let found = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.filter {
      $0.contains(words) && !$0.contains("apt install")
    }
    return try #require(found.count == 1 ? found[0] : nil, "\(found.count) blocks of the page have “\(words)”")
  }
}

/// A computer for the commands of the page, in a folder: its own `/etc` and `~/.ssh`, and nobody who has to be root. The
/// path of a terminal stands in for the kernel's device.
private final class LinuxComputer: Sendable {
  private let home: KeysHome
  /// The path at which programs find the security key.
  var key: String { path("key") }

  init(_ home: KeysHome) async throws {
    self.home = home
    for folder in ["etc/pam.d", ".ssh", "bin"] {
      try FileManager.default.createDirectory(atPath: path(folder), withIntermediateDirectories: true)
    }
    try program("sudo", #"exec "$@""#)
    try program("ssh", "exec /usr/bin/ssh -F '\(path(".ssh/config"))' \"$@\"")
    // The server takes no password, so the key comes to it on another way.
    try program("ssh-copy-id", "cat \"$2\" >>'\(path("authorized_keys"))'")
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "pam_elsewhere.c").path
    let built = try await TestProgram(
      ["/usr/bin/env", "cc", "-shared", "-fPIC", "-o", path("pam_elsewhere.so"), source, "-lfido2"]
    ).run()
    guard built.status == 0 else {
      throw Missing("A C compiler and libfido2-dev are needed: run scripts/setup tests. \(built.errors)")
    }
  }

  func path(_ name: String) -> String { "\(home.folder)/computer/\(name)" }
  func text(of name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }
  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(filePath: path(name))) }
  private func program(_ name: String, _ script: String) throws {
    try write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path("bin/\(name)"))
  }

  /// Runs commands of the page one after another, up to the first that fails.
  func run(_ commands: String...) async throws -> TestProgram.Outcome {
    let library = URL(filePath: TestProgram.latchstring).deletingLastPathComponent()
      .appending(path: "liblatchstring-sk.so").path
    let script = commands.joined(separator: "\n").replacingOccurrences(of: "/etc/", with: path("etc/"))
      .replacingOccurrences(of: "~/.ssh", with: path(".ssh"))
      .replacingOccurrences(of: "/usr/lib/latchstring/liblatchstring-sk.so", with: library)
    return try await TestProgram(
      ["/bin/sh", "-euc", "cd '\(path(""))'\n" + script],
      environment: environment.merging(
        [
          "LD_PRELOAD": path("pam_elsewhere.so"), "LATCHSTRING_TEST_KEY": key,
          "LATCHSTRING_TEST_PAM": path("etc/pam.d"),
        ]
      ) { $1 }
    ).run()
  }

  /// Signs in to the server, which runs one command.
  func signIn() async throws -> TestProgram.Outcome {
    try await TestProgram([path("bin/ssh"), "server.example", "echo arrived"], environment: environment).run()
  }

  /// Returns `true` if PAM lets this person in to a service. A different answer than yes or no fails the test.
  func letsIn(to service: String) async throws -> Bool {
    let outcome = try await run("sudo pamtester \(service) \"$USER\" authenticate")
    let said = outcome.output + outcome.errors
    let (isYes, isNo) = (said.contains("successfully authenticated"), said.contains("Authentication failure"))
    try #require(isYes != isNo && isYes == (outcome.status == 0), "\(outcome)")
    return isYes
  }

  /// Deletes the only passkey of a site whose name begins like this.
  func delete(_ site: String) async throws {
    let list = try await home.run("list", "--json").output
    let object = try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: Any]
    let passkeys = object?["passkeys"] as? [[String: Any]] ?? []
    let found = passkeys.filter { ($0["rpId"] as? String)?.hasPrefix(site) == true }
    let id = try #require(found.count == 1 ? found[0]["id"] as? String : nil, "\(list)")
    let deleted = try await home.run("delete", id, "--yes", "--pin-fd", "3", typing: [KeysHome.pin])
    try #require(deleted.status == 0, "\(deleted)")
  }

  /// Starts `latchstring keys serve`, and returns once it serves.
  /// - Parameter other: Whose passkeys to serve, if not this computer's.
  func serve(_ arguments: String..., by other: KeysHome? = nil) async throws -> ServedPasskeys {
    let environment = (other ?? home).environment.merging(["XDG_RUNTIME_DIR": path("")]) { $1 }
    return try await ServedPasskeys(.latchstring(["keys", "serve"] + arguments, environment: environment))
  }

  private var environment: [String: String] {
    [
      "PATH": path("bin") + ":/usr/sbin:/usr/bin:/sbin:/bin", "USER": Self.user, "XDG_RUNTIME_DIR": path(""),
      "SSH_AUTH_SOCK": "",
    ]
  }
  /// The name of the person who runs the tests.
  static var user: String { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "root" }

  /// PAM's module, where Debian has it on this processor.
  static var module: String {
    let names = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/security/pam_u2f.so" }
    return names.first { access($0, R_OK) == 0 } ?? names[0]
  }

  /// - Parameter files: What a test needs, each with Debian's package that has it.
  static func need(_ files: [String: String]) throws {
    for (file, package) in files.sorted(by: { $0.key < $1.key }) where access(file, R_OK) != 0 {
      throw Missing("\(file) is missing: install the Debian package \(package), or run scripts/setup tests")
    }
  }
}

/// A running `latchstring keys serve`.
private final class ServedPasskeys: Sendable {
  private let program: RunningProgram
  private let output = Pipe()

  init(_ command: TestProgram) async throws {
    program = try await RunningProgram(command, output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await TextReader(output.fileHandleForReading.fileDescriptor).wait(for: "Stop it with Control-C.")
  }

  /// Stops it as Control-C does, and returns its exit status.
  func stop() async throws -> Int32 {
    program.send(SIGINT)
    return try await program.ended()
  }
}

/// OpenSSH's server on a free port of this computer, with settings and a host key of its own. It runs as the person who
/// runs the tests, whom `server.example` in the computer's `~/.ssh/config` then is.
private final class LinuxServer {
  static let program = "/usr/sbin/sshd"
  private let running: RunningProgram, output = Pipe(), reader: TextReader
  /// What the server has reported so far.
  var said: String { reader.seen }

  init(in computer: LinuxComputer) async throws {
    let port = try Self.freePort(), hostKey = computer.path("host")
    let made = try await TestProgram(["/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", hostKey]).run()
    guard made.status == 0 else { throw Missing("\(made)") }
    // With StrictModes, the server accepts no file below /tmp, where everybody may make folders.
    try computer.write(
      """
      ListenAddress 127.0.0.1
      Port \(port)
      HostKey \(hostKey)
      AuthorizedKeysFile \(computer.path("authorized_keys"))
      AuthenticationMethods publickey
      StrictModes no
      UsePAM no
      PidFile none

      """, to: "sshd_config")
    try computer.write(
      """
      Host server.example
        HostName 127.0.0.1
        Port \(port)
        HostKeyAlias server.example
        UserKnownHostsFile \(computer.path("known_hosts"))
        GlobalKnownHostsFile /dev/null
        BatchMode yes

      """, to: ".ssh/config")
    try computer.write("server.example \(computer.text(of: "host.pub"))", to: "known_hosts")
    // Debian's service makes this empty folder when it starts, and for root the server insists on it.
    if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
    running = try await RunningProgram(
      TestProgram([Self.program, "-D", "-e", "-f", computer.path("sshd_config")]),
      errors: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    reader = TextReader(output.fileHandleForReading.fileDescriptor)
    try await reader.wait(for: "Server listening on 127.0.0.1 port \(port).")
  }

  /// Stops the server by its process id. Returns `true` if it let somebody in with a security key.
  func stop() async throws -> Bool {
    running.send(SIGTERM)
    _ = try await running.ended()
    await reader.waitForEnd()
    return said.contains("Accepted publickey for \(LinuxComputer.user) ") && said.contains(": ECDSA-SK ")
  }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Missing("No port is free: \(String(cString: strerror(errno)))") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

private struct Missing: Error, CustomStringConvertible {
  let description: String
  init(_ sentence: String) { description = sentence }
}
