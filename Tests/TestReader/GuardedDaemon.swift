import Foundation

/// A daemon that is handed a listening socket, as systemd would, and cannot outlive this process: a shell stands between the two, reads from
/// a pipe whose other end only this process holds, and ends the daemon by its process id when the pipe closes.
final class GuardedDaemon: Sendable {
  /// The inner shell becomes the daemon and keeps its process id, which LISTEN_PID must name (sd_listen_fds(3)). Signals are ignored here,
  /// so that Ctrl-C in the terminal ends the tests and leaves the tidying to the closing pipe.
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
  private let shell: pid_t
  private let lifeline: FileHandle

  /// - Parameter listening: The daemon's file descriptor 3. The caller closes its own.
  init(_ command: [String], listening: Int32, output: String) throws {
    var ends: [Int32] = [0, 0]
    try Self.check(pipe(&ends) == 0 ? 0 : errno, "pipe")
    // A copy of the writing end in any child process would keep the pipe open.
    for end in ends { try Self.check(fcntl(end, F_SETFD, FD_CLOEXEC) == 0 ? 0 : errno, "fcntl") }
    defer { close(ends[0]) }
    lifeline = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    shell = try Self.spawn(["/bin/sh", "-c", Self.script, "sh", output] + command, input: ends[0], listening: listening)
  }
  deinit { stop() }

  /// Returns when the daemon is gone.
  func stop() {
    try? lifeline.close()
    var status: Int32 = 0
    while waitpid(shell, &status, 0) == -1 && errno == EINTR {}
  }

  private static func spawn(_ command: [String], input: Int32, listening: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    sigemptyset(&none)
    try check(posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init")
    defer { posix_spawn_file_actions_destroy(&actions) }
    try check(posix_spawnattr_init(&attributes), "posix_spawnattr_init")
    defer { posix_spawnattr_destroy(&attributes) }
    try check(posix_spawn_file_actions_adddup2(&actions, input, 0), "posix_spawn_file_actions_adddup2")
    try check(posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0), "posix_spawn_file_actions_addopen")
    try check(posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0), "posix_spawn_file_actions_addopen")
    try check(posix_spawn_file_actions_adddup2(&actions, listening, 3), "posix_spawn_file_actions_adddup2")
    try check(closeFrom(4, &actions), "posix_spawn_file_actions_addclosefrom_np")
    // Threads of Swift's pool block nearly all signals, and a child would inherit that.
    try check(posix_spawnattr_setsigmask(&attributes, &none), "posix_spawnattr_setsigmask")
    try check(posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)), "posix_spawnattr_setflags")
    let arguments = command.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    try check(posix_spawn(&child, command[0], &actions, &attributes, arguments + [nil], environ), "posix_spawn \(command[0])")
    return child
  }

  /// glibc has this call since 2.34, and Swift's view of glibc has it not.
  private static func closeFrom(_ first: Int32, _ actions: inout posix_spawn_file_actions_t) -> Int32 {
    typealias AddCloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return ENOSYS }
    return unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, first)
  }

  private static func check(_ code: Int32, _ call: String) throws {
    guard code == 0 else { throw TestReaderError("\(call): \(String(cString: strerror(code)))") }
  }
}
