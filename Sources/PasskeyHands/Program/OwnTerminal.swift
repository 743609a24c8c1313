import Foundation

/// The terminal that this program was started in.
public enum OwnTerminal {
  /// Whether somebody else has it, so that asking there would only stop this program: it runs behind the shell's prompt.
  public static var isInBackground: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    let front = tcgetpgrp(terminal)
    return front > 0 && front != getpgrp()
  }
}
