import Foundation

/// A desktop whose `xdg-open` opens nothing, but writes down what it was given.
public final class FakeDesktop: Sendable {
  /// What `xdg-open` saw of one call.
  public struct Call: Sendable {
    /// Its whole command line, as every program on the computer can read it.
    public let commandLine: String
    /// Its only argument.
    public let target: String
    /// The permissions of the target and of its folder, in octal; empty if the target is no file.
    public let mode: String, folderMode: String
    public let umask: String
    /// `true` if Control-C in the terminal does not reach it.
    public let hasOwnSession: Bool
    /// The content of the target.
    public let content: String

    /// The address to which the file leads; `nil` if it leads to none.
    public var address: String? {
      content.firstMatch(of: /http-equiv="refresh" content="0; url=([^"]+)"/).map { String($0.1) }
    }
  }
  private let folder: URL

  public init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "desktop-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      {
        tr '\\0' ' ' </proc/$$/cmdline; echo
        echo "$1"
        stat -c %a "$1" || echo
        stat -c %a "$(dirname "$1")" || echo
        umask
        [ "$(cut -d ' ' -f 6 /proc/$$/stat)" = $$ ] && echo own || echo shared
        cat "$1"
      } >"$FAKE_DESKTOP/part" 2>"$FAKE_DESKTOP/errors"
      mv "$FAKE_DESKTOP/part" "$FAKE_DESKTOP/call"

      """
    let program = folder.appending(path: "xdg-open")
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
  }
  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The variables with which a program finds this desktop.
  public var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["DISPLAY": ":7", "PATH": "\(folder.path):\(path)", "FAKE_DESKTOP": folder.path]
  }

  /// `true` if something was opened.
  public var isUsed: Bool { FileManager.default.fileExists(atPath: folder.path + "/call") }

  /// Waits for the call.
  public func call() async throws -> Call {
    for _ in 0..<600 where !isUsed { try await Task.sleep(for: .milliseconds(100)) }
    let lines = try String(contentsOf: folder.appending(path: "call"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 6 else { throw CocoaError(.fileReadCorruptFile) }
    return Call(
      commandLine: lines[0], target: lines[1], mode: lines[2], folderMode: lines[3], umask: lines[4],
      hasOwnSession: lines[5] == "own", content: lines.dropFirst(6).joined(separator: "\n"))
  }
}
