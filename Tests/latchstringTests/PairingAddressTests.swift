import Foundation
import FoundationNetworking
import TestProgram
import TestSite
import Testing

/// The address at which `home` opens its page, as the terminal shows it and the desktop is given it.
@Suite(.timeLimit(.minutes(5))) struct PairingAddressTests {
  /// `latchstring home` in a terminal, with its log in a file.
  private final class Home {
    let terminal: PseudoTerminal, folder: String, origin: String, handsPort: Int
    private let logFile: String

    init(_ desktop: FakeDesktop, _ flags: [String] = [], _ more: [String: String] = [:]) async throws {
      let place = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let port = try FreePort.find()
      (folder, logFile, handsPort) = (place + "/data", place + "/log", try FreePort.find())
      origin = "http://latchstring.localhost:\(port)"
      let own = ["LATCHSTRING_HANDS_PORT": "\(handsPort)", "LATCHSTRING_PRACTICE_PORT": "0"]
      let line = "umask 027; exec \"$@\" 2>'\(logFile)'"
      terminal = try await PseudoTerminal(
        TestProgram(
          [
            "/bin/sh", "-c", line, "sh", TestProgram.latchstring, "home", "--port", "\(port)", "--data", folder,
            "--log-level", "trace",
          ] + flags,
          environment: desktop.environment.merging(own) { $1 }.merging(more) { $1 }),
        columns: 80, with: desktop)
    }
    deinit { try? FileManager.default.removeItem(atPath: (logFile as NSString).deletingLastPathComponent) }

    var log: String { (try? String(contentsOfFile: logFile, encoding: .utf8)) ?? "" }
    var file: String { folder + "/hands/open-\(handsPort).html" }
    /// Reads the next address that the terminal shows.
    func address() async throws -> String {
      try await terminal.wait(for: "/#pair=")
      let rest = try await terminal.wait(for: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
      return "\(origin)/#pair=\(rest)"
    }
    func stop(_ signal: Int32 = SIGTERM) async throws {
      terminal.send(signal)
      #expect(try await terminal.ended() == 0)
    }
    /// Returns the first page as the web server gives it.
    func page() async throws -> String {
      let port = try #require(origin.split(separator: ":").last.flatMap { Int($0) })
      return try await Visitor(port: port).get("/", accept: "text/html").text
    }
    /// Waits until the first page names no hands.
    func waitUntilNoHands() async throws {
      for _ in 1...600 {
        if let page = try? await page(), page.contains("<html"), !page.contains("data-hands=") { return }
        try await Task.sleep(for: .milliseconds(100))
      }
      Issue.record("the page still names the hands")
    }
    /// Returns the process whose arguments say that it is this home's hands.
    func handsProcess() throws -> Int32? {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.first { process in
        let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
        let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return arguments.dropFirst().first == "hands" && arguments.contains(origin)
      }
    }
    /// Asks the web server for a page, so that its log has a request.
    func visit() async throws {
      let url = try #require(URL(string: "http://127.0.0.1:\(origin.split(separator: ":").last ?? "")/favicon.svg"))
      _ = try? await URLSession.shared.data(from: url)
    }
  }

  @Test("the browser is given a file that only its owner can read, and no argument holds the secret")
  func opened() async throws {
    let desktop = try FakeDesktop(), home = try await Home(desktop)
    let shown = try await home.address(), call = try await desktop.call()
    let secret = try #require(shown.split(separator: "=").last)
    #expect(secret.count == 22, "128 bits in base64url: \(shown)")
    #expect(call.target == home.file && call.address == shown, "\(call)")
    #expect(call.mode == "600" && call.folderMode == "700", "\(call)")
    #expect(!call.commandLine.contains(secret) && call.commandLine.hasSuffix("xdg-open \(home.file) "), "\(call)")
    #expect(call.umask == "0027", "the browser makes files as the person's other programs do")
    #expect(call.hasOwnSession, "Control-C in the terminal does not end it")
    try await home.visit()
    try await home.terminal.wait(for: "code:")
    try await home.stop(SIGINT)
    #expect(!home.log.contains(secret), "\(home.log)")
    #expect(!FileManager.default.fileExists(atPath: home.file), "it does not outlast the hands")
    let kept = FileManager.default.enumerator(atPath: home.folder)?.compactMap { $0 as? String } ?? []
    #expect(kept.contains("hands"))
    for name in kept {
      let bytes = FileManager.default.contents(atPath: home.folder + "/" + name) ?? Data()
      #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name) holds the secret")
    }
  }

  @Test("pressing Enter in the terminal shows a new address, and opens nothing") func renewed() async throws {
    let desktop = try FakeDesktop(), home = try await Home(desktop, ["--no-browser"])
    let first = try await home.address()
    try await home.terminal.wait(for: "code:")
    home.terminal.type("\r")
    let second = try await home.address()
    home.terminal.type("what is this?\r")
    let third = try await home.address()
    #expect(Set([first, second, third]).count == 3)
    #expect(!desktop.isUsed && !FileManager.default.fileExists(atPath: home.file))
    try await home.stop()
  }

  @Test(
    "without a desktop, or when told not to, home opens no browser and shows the address alone",
    arguments: [["DISPLAY": ""], ["LATCHSTRING_BROWSER": "off"]])
  func unopened(environment: [String: String]) async throws {
    let desktop = try FakeDesktop(), more = environment.merging(["WAYLAND_DISPLAY": ""]) { $1 }
    let home = try await Home(desktop, [], more)
    let text = try await home.terminal.wait(for: "/#pair=")
    #expect(text.contains("Open this address in your browser:"), "\(text)")
    try await home.terminal.wait(for: "code:")
    #expect(!desktop.isUsed && !FileManager.default.fileExists(atPath: home.file))
    try await home.stop()
  }

  /// Whatever stores that output may be read by others.
  @Test("where nobody looks at a terminal, no secret is printed and no browser opened") func unattended() async throws {
    let desktop = try FakeDesktop(), output = Pipe(), said = TextReader(output.fileHandleForReading.fileDescriptor)
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ports = ["LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_PRACTICE_PORT": "0"]
    let home = try await RunningProgram(
      .latchstring(
        ["home", "--port", "\(try FreePort.find())", "--data", folder],
        environment: desktop.environment.merging(ports) { $1 }),
      output: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try await said.wait(for: "asks for this code: ")
    home.send(SIGTERM)
    #expect(await said.waitForEnd() && !said.seen.contains("pair="), "\(said.seen)")
    #expect(try await home.ended() == 0 && !desktop.isUsed)
  }

  /// Whatever has the port is asked for a card otherwise, and its answers are believed.
  @Test("where something else has the hands' port, pages stop naming it") func occupied() async throws {
    let desktop = try FakeDesktop(), port = try FreePort.find()
    let taken = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(taken) }
    try listen(taken, on: port)
    let home = try await Home(desktop, ["--no-browser"], ["LATCHSTRING_HANDS_PORT": "\(port)"])
    try await home.waitUntilNoHands()
    try await home.stop()
  }

  @Test("when the hands' process is killed while home runs, pages stop naming it") func killed() async throws {
    let desktop = try FakeDesktop(), home = try await Home(desktop, ["--no-browser"])
    _ = try await home.address()
    #expect(try await home.page().contains("data-hands="))
    let hands = try #require(try home.handsProcess())
    #expect(kill(hands, SIGKILL) == 0)
    try await home.waitUntilNoHands()
    try await home.stop()
  }

  private func listen(_ descriptor: Int32, on port: Int) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isBound && Glibc.listen(descriptor, 1) == 0)
  }

  @Test("the demo has hands without a reader or passkeys, in a folder that ends with it") func demo() async throws {
    let desktop = try FakeDesktop(), home = try await Home(desktop, ["--demo", "--no-browser"])
    _ = try await home.address()
    #expect(try await home.page().contains("data-hands="))
    let hands = try #require(try home.handsProcess())
    let arguments = try String(contentsOfFile: "/proc/\(hands)/cmdline", encoding: .utf8)
      .split(separator: "\0").map(String.init)
    #expect(arguments.contains("--demo"))
    let folder = try #require(arguments.firstIndex(of: "--data").map { arguments[$0 + 1] })
    #expect(folder != home.folder && FileManager.default.fileExists(atPath: folder))
    try await home.stop()
    #expect(!FileManager.default.fileExists(atPath: folder) && !FileManager.default.fileExists(atPath: home.folder))
  }
}
