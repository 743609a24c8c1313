import Foundation

/// The mode of a terminal in which questions are asked, from the first of them until the terminal is given back. What
/// is typed ahead of a question is not shown either, because it may be the answer to a hidden one.
struct TerminalMode {
  private let descriptor: Int32
  /// The mode before the first question. Otherwise, a program that has ended would leave the terminal without echo.
  private let before: termios

  /// Returns `nil` if this is not a terminal.
  init?(_ descriptor: Int32) {
    self.descriptor = descriptor
    if Restoring.isNeeded != 0, Restoring.descriptor == descriptor {
      before = Restoring.mode
      return
    }
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { return nil }
    before = mode
    Restoring.begin(descriptor, mode)
  }

  /// Delivers every key at once, without echo or special meaning: this is for a question.
  func ask() { set(ICANON | ECHO | ISIG | IEXTEN) }

  /// Shows nothing either, but Control-C ends the program: this is for the time between two questions.
  func pause() { set(ICANON | ECHO) }

  private func set(_ off: Int32) {
    var mode = before
    mode.c_lflag &= ~tcflag_t(off)
    withUnsafeMutableBytes(of: &mode.c_cc) { controls in
      controls[Int(VMIN)] = 1
      controls[Int(VTIME)] = 0
    }
    tcsetattr(descriptor, TCSADRAIN, &mode)
  }

  /// Gives the terminal back as it was.
  static func restore(_ descriptor: Int32) {
    guard Restoring.descriptor == descriptor else { return }
    Restoring.end()
  }
}

/// The state that the signal handler and the end of the program read. It is written before `isNeeded` is set, by the
/// one terminal that asks.
private enum Restoring {
  nonisolated(unsafe) static var descriptor: Int32 = -1
  nonisolated(unsafe) static var mode = termios()
  nonisolated(unsafe) static var isNeeded: sig_atomic_t = 0

  static func begin(_ descriptor: Int32, _ mode: termios) {
    self.descriptor = descriptor
    self.mode = mode
    isNeeded = 1
    _ = atEnd
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      var action = sigaction()
      sigaction(signal, nil, &action)
      // A signal handler that another part of the program has installed is left in place.
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      action.__sigaction_handler.sa_handler = { signal in
        Restoring.end()
        Foundation.signal(signal, SIG_DFL)
        raise(signal)
      }
      sigaction(signal, &action, nil)
    }
  }

  /// Calls nothing that a signal handler may not call.
  static func end() {
    guard isNeeded != 0 else { return }
    isNeeded = 0
    // In the background, the terminal belongs to another program, whose mode this would change.
    let inFront = tcgetpgrp(descriptor)
    if inFront < 0 || inFront == getpgrp() { tcsetattr(descriptor, TCSANOW, &mode) }
  }

  private static let atEnd: Void = { _ = atexit { Restoring.end() } }()
}
