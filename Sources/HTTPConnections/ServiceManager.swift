import CProcess
import Foundation

/// What a service manager (systemd) gives to a program, and is told by the program. Without one, there is nothing to
/// receive and nobody to tell.
public enum ServiceManager {
  /// The listening sockets that the program received at its start (sd_listen_fds(3)). The variables that announce them
  /// are removed, so that no program that this one starts takes them for its own.
  public static let sockets: [CInt] = {
    let environment = ProcessInfo.processInfo.environment
    defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
    guard environment["LISTEN_PID"].flatMap(pid_t.init) == getpid(),
      let count = environment["LISTEN_FDS"].flatMap(CInt.init), count > 0, count < 64
    else { return [] }
    let first: CInt = 3
    return (first..<first + count).map { socket in
      cprocess_close_on_exec(socket)
      return socket
    }
  }()

  /// Tells the service manager that all addresses are open (sd_notify(3)).
  public static func tellReady() {
    guard let socket = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], !socket.isEmpty else { return }
    _ = cprocess_notify(socket, "READY=1")
  }
}
