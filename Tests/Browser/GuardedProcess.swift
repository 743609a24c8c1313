import Foundation

/// A program that cannot outlive this process, however this process ends: not after a crash, nor after SIGKILL.
///
/// A shell stands between the two and reads from a pipe whose other end only this process holds. When the pipe closes, the shell kills
/// the program's whole process group (Chromium stays in its driver's group) and removes the folder they wrote to.
final class GuardedProcess: Sendable {
  /// Signals are ignored, so that Ctrl-C in the terminal ends the tests and leaves the tidying to the closing pipe.
  private static let script = """
    trap '' INT TERM HUP
    folder=$1; shift
    TMPDIR=$folder setsid "$@" </dev/null >"$folder/output" 2>&1 &
    program=$!
    read -r _
    kill -KILL -- "-$program"
    wait "$program" 2>/dev/null
    rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }
    """

  private let shell: Process
  private let lifeline: FileHandle
  /// What the program printed so far.
  let outputFile: String

  init(folder: String, command: [String]) throws {
    let pipe = Pipe()
    lifeline = pipe.fileHandleForWriting
    // a copy of this end in any child process, the shell included, would keep the pipe open
    guard fcntl(lifeline.fileDescriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw BrowserError(.driver, "fcntl: errno \(errno)") }
    outputFile = folder + "/output"
    shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", Self.script, "sh", folder] + command
    shell.standardInput = pipe.fileHandleForReading
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    try pipe.fileHandleForReading.close()
  }

  var output: String { (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? "" }

  func stop() {
    try? lifeline.close()
    shell.waitUntilExit()
  }
}
