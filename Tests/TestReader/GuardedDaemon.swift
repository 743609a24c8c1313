import GuardedShell

/// A daemon that receives a listening socket, as from systemd, and cannot outlive this process: a shell between the two
/// reads from a pipe whose other end only this process holds, and ends the daemon by its process id when the pipe
/// closes.
final class GuardedDaemon: Sendable {
  /// The inner shell becomes the daemon and keeps its process id, which LISTEN_PID must name (sd_listen_fds(3)).
  /// Signals are ignored here, so that Ctrl-C in the terminal ends the tests and leaves the cleanup to the closing
  /// pipe.
  private static let script = """
    trap '' INT TERM HUP
    output=$1; shift
    sh -c 'trap - INT TERM HUP; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"' sh "$@" </dev/null >"$output" 2>&1 &
    daemon=$!
    exec 3>&-
    read -r _
    kill -s KILL "$daemon"
    wait "$daemon" 2>/dev/null
    """
  private let shell: GuardedShell

  /// - Parameter listening: The socket that becomes the daemon's file descriptor 3. The caller closes its own copy.
  init(_ command: [String], listening: Int32, output: String) throws {
    shell = try GuardedShell(Self.script, [output] + command, listening: listening)
  }
  deinit { stop() }

  /// Stops the daemon, and returns once it is gone.
  func stop() { shell.stop() }
}
