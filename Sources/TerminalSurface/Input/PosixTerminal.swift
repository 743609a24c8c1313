import Encoding
import Foundation
import Synchronization

/// The terminal in which the program was started. Input is read character by character, so that Esc works and a secret
/// is never echoed, nor anything that is typed between two questions. The previous mode is restored when the questions
/// are over, and when the program ends.
public final class PosixTerminal: Terminal {
  private let input: Int32, output: Int32
  private let isQuiet: Bool
  /// `true` if the terminal understands no control sequences.
  private let isDumb: Bool
  public let hasColor: Bool
  private let reading = DispatchQueue(label: "latchstring.terminal")
  private let hasAsked = Atomic(false)

  /// - Parameter quiet: turns the bell off.
  /// - Parameter environment: a non-empty `NO_COLOR` turns color off (no-color.org).
  public init(
    input: Int32 = 0, output: Int32 = 1, quiet: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.input = input; self.output = output; isQuiet = quiet
    isDumb = environment["TERM"] == "dumb"
    hasColor = isatty(output) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && !isDumb
  }
  deinit { if hasAsked.load(ordering: .acquiring) { TerminalMode.restore(input) } }

  /// `true` if a person can both read and type here. Only then may a secret be shown or requested.
  public var isInteractive: Bool { isatty(input) == 1 && isScreen }
  /// `true` if the output is shown on a terminal.
  public var isScreen: Bool { isatty(output) == 1 }

  public var columns: Int {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  public func write(_ line: String) { send(Array((line + "\n").utf8)) }
  /// Clears the window and the lines above it (ECMA-48 CUP and ED; ED 3 is xterm's). A window that cannot be cleared is
  /// scrolled.
  public func cover() {
    guard isScreen else { return }
    send(isDumb ? Array(repeating: 10, count: 60) : Array("\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8))
  }
  public func buzz() { if !isQuiet, isScreen { send([7]) } }

  public func ask(_ question: Question) async -> Typed {
    guard let wake = WakePipe() else { return .end }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        reading.async { continuation.resume(returning: self.read(question, wake)) }
      }
    } onCancel: {
      wake.signal()
    }
  }

  private func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if count < 0, errno != EINTR { return }
    }
  }

  private func read(_ question: Question, _ wake: WakePipe) -> Typed {
    hasAsked.store(true, ordering: .releasing)
    let mode = TerminalMode(input)
    mode?.ask()
    defer { mode?.pause() }
    send(Array(laidOut(question.prompt).utf8))
    var line = TypedLine()
    let isSeen = !question.isHidden && question.words == nil
    while true {
      guard let byte = next(wake) else {
        send([10])
        return wake.isSignaled ? .abandoned : .end
      }
      switch line.take(byte, following: { self.next(wake, within: 50) }) {
      case .added(let bytes): if isSeen { send(bytes) }
      case .removed(let count): if isSeen { send(Array(String(repeating: "\u{8} \u{8}", count: count).utf8)) }
      case .nothing: break
      case .entered:
        send(Array((question.word(line.secret) ?? "").utf8) + [10])
        return isSeen ? .text(line.secret.text) : .hidden(line.secret)
      case .back:
        send([10])
        return .back
      case .end:
        send([10])
        return .end
      }
    }
  }

  /// Returns the next byte, or `nil` if the question is withdrawn, the input has ended, or the time (in milliseconds)
  /// has run out.
  private func next(_ wake: WakePipe, within time: Int32 = -1) -> UInt8? {
    var waiting = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.readable, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&waiting, 2, time)
      if count < 0, errno == EINTR { continue }
      guard count > 0, waiting[1].revents == 0 else { return nil }
      var byte: UInt8 = 0
      let got = Foundation.read(input, &byte, 1)
      if got < 0, errno == EINTR { continue }
      return got == 1 ? byte : nil
    }
  }
}

/// Wakes a read that is waiting for the person.
private final class WakePipe: Sendable {
  let readable: Int32
  private let writable: Int32
  private let signaled = Atomic(false)
  var isSignaled: Bool { signaled.load(ordering: .acquiring) }

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (readable, writable) = (ends[0], ends[1])
  }
  deinit {
    close(readable)
    close(writable)
  }
  func signal() {
    signaled.store(true, ordering: .releasing)
    var byte: UInt8 = 0
    _ = Foundation.write(writable, &byte, 1)
  }
}
