import Foundation
import Synchronization

/// A child program with which this program communicates. Its standard input and output are the two directions of one
/// socket.
final class ChildProgram: Sendable {
  /// The time within which the program must end after being asked to.
  private static let patience: Duration = .seconds(1)

  private let socket: Int32
  private let state: Mutex<pid_t?>

  /// - Parameter environment: The complete environment of the program.
  /// - Returns: `nil` if the program cannot be started.
  init?(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      return nil
    }
    defer { close(ends[1]) }
    guard let child = Self.spawn(path, arguments, environment, talkingTo: ends[1]) else {
      close(ends[0])
      return nil
    }
    socket = ends[0]
    state = Mutex(child)
  }
  deinit {
    end()
    close(socket)
  }

  /// Sends bytes. Returns `true` if all of them were sent.
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Reads into `buffer`. Returns 0 if the program has closed its output, or prints nothing before the deadline.
  func receive(into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant) -> Int {
    while true {
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let left = max((deadline - .now) / .milliseconds(1), 0)
      let ready = poll(&waiting, 1, Int32(min(left, 3_600_000)))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return 0 }
      let count = recv(socket, buffer.baseAddress, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      return max(count, 0)
    }
  }

  /// Tells the program to end, from any thread. A caller waiting in `receive` then returns.
  func interrupt() {
    state.withLock { if let child = $0 { _ = kill(child, SIGTERM) } }
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Waits until the program has ended on its own, on request, or because it was killed.
  func end() {
    guard let child = state.withLock({ $0 }) else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    let last = ContinuousClock.now + Self.patience
    while true {
      let isGone = state.withLock { state in
        guard state != nil else { return true }
        var status: Int32 = 0
        let result = waitpid(child, &status, WNOHANG)
        // From here on, the child's process ID may belong to a different program.
        guard result == child || (result < 0 && errno != EINTR) else { return false }
        state = nil
        return true
      }
      if isGone { return }
      if ContinuousClock.now >= last { state.withLock { if $0 != nil { _ = kill(child, SIGKILL) } } }
      usleep(2_000)
    }
  }

  /// Starts the program without Foundation's `Process`. When called from a thread of Swift's pool, `Process` passes on
  /// a mask that blocks nearly all signals, including the signal that ends the program.
  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], talkingTo end: Int32
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t(), none = sigset_t(), child: pid_t = 0
    guard posix_spawn_file_actions_init(&actions) == 0, posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    sigemptyset(&none)
    let steps = [
      posix_spawn_file_actions_adddup2(&actions, end, 0), posix_spawn_file_actions_adddup2(&actions, end, 1),
      closeAll(from: 3, &actions),
      posix_spawnattr_setsigmask(&attributes, &none),
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK)),
    ]
    guard steps.allSatisfy({ $0 == 0 }) else { return nil }
    let words = ([path] + arguments).map { strdup($0) }, variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    return posix_spawn(&child, path, &actions, &attributes, words + [nil], variables + [nil]) == 0 ? child : nil
  }

  /// This call has existed since glibc 2.34, but Swift does not import it. Without it, the child would keep this
  /// program's sockets open.
  private static func closeAll(from first: Int32, _ actions: inout posix_spawn_file_actions_t) -> Int32 {
    typealias AddCloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return 0 }
    return unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, first)
  }
}

/// The terminal in which this program was started.
public enum OwnTerminal {
  /// `true` if the terminal belongs to a different job because this program runs in the shell's background. Asking
  /// there would only stop this program.
  public static var isInBackground: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    let front = tcgetpgrp(terminal)
    return front > 0 && front != getpgrp()
  }
}

/// The path of a program.
enum ProgramPath {
  /// Searches the folders of `PATH`, as a shell does. A name with a slash is used as is.
  static func find(_ name: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    let candidates =
      name.contains("/")
      ? [name] : (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
    return candidates.first { access($0, X_OK) == 0 }
  }
}
