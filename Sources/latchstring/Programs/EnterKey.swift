import Foundation

/// The Enter key of the terminal in which a server runs.
enum EnterKey {
  /// Returns each press, without ever taking what is typed while the program runs in the background. Without a
  /// terminal, there are none.
  static func presses() -> AsyncStream<Void> {
    let (presses, press) = AsyncStream<Void>.makeStream()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return presses }
    Thread.detachNewThread {
      // A program in the background that reads from the terminal would be stopped as a whole; with the signal blocked,
      // the read only fails.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGTTIN)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      var line = [UInt8](repeating: 0, count: 256)
      while true {
        let count = read(STDIN_FILENO, &line, line.count)
        if count > 0 {
          if line[..<count].contains(UInt8(ascii: "\n")) { press.yield() }
        } else if count < 0, errno == EIO {
          sleep(1)
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
    return presses
  }
}
