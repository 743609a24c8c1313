import Foundation

/// A terminal's previous mode, to be restored. Otherwise, a program killed by a signal would leave the terminal without
/// echo.
struct TerminalMode {
  private let descriptor: Int32
  private let before: termios

  /// Sets a mode that delivers every key at once, without echo or special meaning. Returns `nil` if this is not a
  /// terminal.
  static func characterByCharacter(_ descriptor: Int32) -> TerminalMode? {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { return nil }
    let before = TerminalMode(descriptor: descriptor, before: mode)
    before.guardAgainstSignals()
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    withUnsafeMutableBytes(of: &mode.c_cc) { controls in
      controls[Int(VMIN)] = 1
      controls[Int(VTIME)] = 0
    }
    tcsetattr(descriptor, TCSADRAIN, &mode)
    return before
  }

  func restore() {
    Restoring.isNeeded = 0
    var mode = before
    tcsetattr(descriptor, TCSADRAIN, &mode)
  }

  private func guardAgainstSignals() {
    Restoring.descriptor = descriptor
    Restoring.mode = before
    Restoring.isNeeded = 1
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      var action = sigaction()
      sigaction(signal, nil, &action)
      // A signal handler that another part of the program has installed is left in place.
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      action.__sigaction_handler.sa_handler = { signal in
        if Restoring.isNeeded != 0 { tcsetattr(Restoring.descriptor, TCSANOW, &Restoring.mode) }
        Foundation.signal(signal, SIG_DFL)
        raise(signal)
      }
      sigaction(signal, &action, nil)
    }
  }
}

/// The state that the signal handler reads. It is written before `isNeeded` is set, by the one queue that reads the
/// terminal.
private enum Restoring {
  nonisolated(unsafe) static var descriptor: Int32 = -1
  nonisolated(unsafe) static var mode = termios()
  nonisolated(unsafe) static var isNeeded: sig_atomic_t = 0
}
