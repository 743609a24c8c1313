import Foundation

/// A shell that reads from a pipe whose other end only this process holds. When the pipe closes, however this process
/// ends, the script continues past `read` and ends whatever it had started.
public final class GuardedShell: Sendable {
  private let shell: pid_t
  private let lifeline: FileHandle

  /// - Parameters:
  ///   - script: The script for `/bin/sh`, with `arguments` as $1 and so on.
  ///   - listening: A socket that becomes the script's file descriptor 3. The caller closes its own copy.
  public init(_ script: String, _ arguments: [String], listening: Int32? = nil) throws {
    var ends: [Int32] = [0, 0]
    try Self.check(pipe(&ends) == 0 ? 0 : errno, "pipe")
    // If any child process, the shell included, inherited the writing end, the pipe would stay open.
    for end in ends { try Self.check(fcntl(end, F_SETFD, FD_CLOEXEC) == 0 ? 0 : errno, "fcntl") }
    defer { close(ends[0]) }
    lifeline = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    shell = try Self.spawn(["/bin/sh", "-c", script, "sh"] + arguments, input: ends[0], listening: listening)
  }

  /// Stops the script. Returns once everything has ended.
  public func stop() {
    try? lifeline.close()
    var status: Int32 = 0
    while waitpid(shell, &status, 0) == -1 && errno == EINTR {}
  }

  /// Foundation's `Process` is not used: on a thread of Swift's pool, it passes on a signal mask that blocks nearly all
  /// signals, including SIGCHLD. The shell then waits forever, and Chromium takes seconds instead of tenths of a
  /// second.
  private static func spawn(_ command: [String], input: Int32, listening: Int32?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    sigemptyset(&none)
    try check(posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init")
    defer { posix_spawn_file_actions_destroy(&actions) }
    try check(posix_spawnattr_init(&attributes), "posix_spawnattr_init")
    defer { posix_spawnattr_destroy(&attributes) }
    try check(posix_spawn_file_actions_adddup2(&actions, input, 0), "posix_spawn_file_actions_adddup2")
    // a program that reads the test's output to its end should not have to wait for the cleanup
    for output: Int32 in [1, 2] {
      let code = posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
      try check(code, "posix_spawn_file_actions_addopen")
    }
    if let listening {
      try check(posix_spawn_file_actions_adddup2(&actions, listening, 3), "posix_spawn_file_actions_adddup2")
    }
    // A socket of this process that the child inherited would never close, and whoever waits for its other end would
    // wait forever.
    try check(closeFrom(listening == nil ? 3 : 4, &actions), "posix_spawn_file_actions_addclosefrom_np")
    try check(posix_spawnattr_setsigmask(&attributes, &none), "posix_spawnattr_setsigmask")
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
    try check(posix_spawnattr_setflags(&attributes, flags), "posix_spawnattr_setflags")
    let arguments = command.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, command[0], &actions, &attributes, arguments + [nil], environ)
    try check(code, "posix_spawn \(command[0])")
    return child
  }

  /// glibc has had this call since 2.34, but Swift's glibc module does not expose it.
  private static func closeFrom(_ first: Int32, _ actions: inout posix_spawn_file_actions_t) -> Int32 {
    typealias AddCloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return ENOSYS }
    return unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, first)
  }

  private static func check(_ code: Int32, _ call: String) throws {
    guard code == 0 else { throw GuardedShellError(description: "\(call): \(String(cString: strerror(code)))") }
  }
}

/// A system call that failed, and the reason.
public struct GuardedShellError: Error, CustomStringConvertible {
  public let description: String
}
