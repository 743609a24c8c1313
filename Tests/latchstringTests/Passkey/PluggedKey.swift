import Foundation
import TestKeys
import TestProgram

/// A security key that is plugged in: `latchstring keys serve` on a path that libfido2 opens, with a memory of its own.
/// It is unplugged once the last reference to it is released.
final class PluggedKey {
  static let pin = KeysHome.pin
  enum Kind {
    /// It asks for its PIN itself, as one with a PIN pad or a fingerprint sensor would.
    case asking
    /// The computer asks for its PIN.
    case silent
    /// Nobody touches it: its question for a touch stays open.
    case untouched
  }

  let path: String
  let home: KeysHome
  private let program: RunningProgram

  /// - Parameters:
  ///   - home: The key's memory; a new one if there is none.
  ///   - path: Where it is plugged in; a place of its own if there is none.
  init(_ kind: Kind = .silent, _ home: KeysHome? = nil, at path: String? = nil) async throws {
    let home: KeysHome = if let home { home } else { try await Self.made() }
    let path = path ?? home.folder + "/plugged"
    self.home = home
    self.path = path
    let output = Pipe(), presence = kind == .untouched ? "ask" : "always"
    var environment = home.environment
    switch kind {
    case .asking: break
    case .silent: environment["LATCHSTRING_KEYS_PINENTRY"] = "/nowhere/pinentry"
    case .untouched:
      for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = "" }
      environment["LATCHSTRING_KEYS_PINENTRY"] = try Self.dialogThatStaysOpen(in: home.folder)
    }
    program = try await RunningProgram(
      .latchstring(
        ["keys", "serve", "--pty", path, "--presence", presence], environment: environment),
      output: output.fileHandleForWriting.fileDescriptor)
    try await TextReader(output.fileHandleForReading.fileDescriptor).wait(for: "Stop it with Control-C.")
  }

  private static func made() async throws -> KeysHome {
    let home = try KeysHome()
    try await home.setPIN()
    return home
  }

  private static func dialogThatStaysOpen(in folder: String) throws -> String {
    let script = """
      #!/bin/sh
      echo OK
      while IFS= read -r line; do
        case "$line" in
        CONFIRM*|GETPIN) read -r line;;
        *) echo OK;;
        esac
      done
      """
    let path = folder + "/absent"
    try Data(script.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  /// Takes the key out, as a hand would: nothing on it ends before.
  func unplug() async throws {
    program.send(SIGKILL)
    _ = try await program.ended()
    unlink(path)
  }

  /// What the key says of the wrong PINs that it still takes, read by Debian's fido2-token.
  func triesLeft() async throws -> String {
    let told = try await TestProgram(["/usr/bin/env", "fido2-token", "-I", path]).run()
    guard told.status == 0 else { throw Missing("install the Debian package fido2-tools: \(told)") }
    return told.output.split(separator: "\n").first { $0.hasPrefix("pin retries: ") }.map(String.init) ?? ""
  }
  struct Missing: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }
}

extension ScriptedPinentry {
  /// Waits until its window is there, or gone, as the person would see it.
  func waitUntilOpen() async throws { try await wait(until: true) }
  func waitUntilClosed() async throws { try await wait(until: false) }

  private func wait(until isThere: Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while isOpen != isThere {
      guard ContinuousClock.now < end else { throw PluggedKey.Missing("the window of the PIN, \(isThere)") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
