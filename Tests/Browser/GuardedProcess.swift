import Foundation
import GuardedShell

/// A program that cannot outlive this process, however this process ends, even by a crash or SIGKILL.
///
/// A shell sits between the two and reads from a pipe whose other end is held only by this process. When the pipe
/// closes, the shell kills the program's whole process group (Chromium stays in its driver's group) and removes the
/// folder that they wrote to.
final class GuardedProcess: Sendable {
  /// Signals are ignored, so that Ctrl-C in the terminal ends the tests and the closing pipe does the cleanup. `TMPDIR`
  /// moves into the folder what the program would leave in the system's temporary directory.
  private static let script = """
    trap '' INT TERM HUP
    folder=$1; shift
    TMPDIR=$folder setsid "$@" </dev/null >"$folder/output" 2>&1 &
    program=$!
    read -r _
    kill -s KILL -- "-$program"
    wait "$program" 2>/dev/null
    rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }
    """

  private let shell: GuardedShell
  private let outputFile: String

  init(folder: String, command: [String]) throws {
    outputFile = folder + "/output"
    do { shell = try GuardedShell(Self.script, [folder] + command) } catch { throw BrowserError(.driver, "\(error)") }
  }

  /// The program's output so far.
  var output: String { (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? "" }

  /// Stops the program, and returns when everything is gone.
  func stop() { shell.stop() }
}
