import Authenticator
import Foundation
import Synchronization

/// A CTAPHID device that programs open by a path, as they open `/dev/hidraw0`. It is a pseudo-terminal, which needs no
/// root privileges and no optional kernel features.
///
/// Other Linux programs for security keys accept it as the path of a device: libfido2 (`fido2-token`, `fido2-cred`,
/// `fido2-assert`) and `ssh-keygen -O device=`. None of them finds the device on its own. They take turns by using a
/// lock. If two programs do not use the lock, one of them receives the other's responses.
public final class HIDTerminal: Sendable {
  /// A symbolic link to the terminal.
  public let path: String
  private let terminal: RawTerminal
  private let host: HIDHost
  private let state = Mutex(State())

  private struct State {
    var isOpen = true
    /// The number of programs so far, so that no program receives a response meant for an earlier one.
    var visit = 0
  }
  /// The maximum number of reports that may await handling before reading pauses.
  private static let mostWaiting = 64
  /// The number of milliseconds within which a report must be completed once it has begun.
  private static let patience: Int32 = 1_000

  /// - Parameter path: The path of the link, in one of this person's folders. A link that a program left behind is
  ///   replaced, but nothing else is.
  public init(path: String, host: HIDHost) throws(PasskeyLineError) {
    try Self.clear(path)
    terminal = try RawTerminal()
    guard symlink(terminal.device, path) == 0 else {
      throw PasskeyLineError(.unusablePath, String(cString: strerror(errno)))
    }
    self.path = path
    self.host = host
    Thread.detachNewThread { [weak self, terminal] in
      var turn = Turn()
      while true {
        let event = terminal.next(turn.reports.isIncomplete ? Self.patience : -1, wasLeft: turn.isOver)
        guard event != .stopped, let self else { break }
        self.take(event, &turn)
      }
      if let port = turn.port { host.disconnect(port) }
      terminal.hangUp()
    }
  }
  deinit { stop() }

  /// Removes the link, and disconnects the program at the other end.
  public func stop() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    guard wasOpen else { return }
    if Self.target(of: path) == terminal.device { unlink(path) }
    terminal.stop()
  }

  /// What the reading thread knows about the program at the other end.
  private struct Turn {
    var reports = NumberedReports(), port: HIDPort?, isOver = true
    /// The room for waiting reports. A semaphore must not be released while its count is below the initial one, so it
    /// starts at zero.
    let room = DispatchSemaphore(value: 0)
    init() { for _ in 0..<HIDTerminal.mostWaiting { room.signal() } }
  }

  private func take(_ event: RawTerminal.Event, _ turn: inout Turn) {
    switch event {
    case .bytes(let bytes):
      turn.isOver = false
      for report in turn.reports.take(bytes) {
        let port = turn.port ?? connect(), room = turn.room
        turn.port = port
        room.wait()
        host.receive(report, from: port) { room.signal() }
      }
    case .quiet: turn.reports.forget()
    case .left:
      turn.isOver = true
      turn.reports.forget()
      if let port = turn.port { host.disconnect(port) }
      turn.port = nil
      state.withLock { $0.visit += 1 }
    case .stopped: break
    }
  }

  private func connect() -> HIDPort {
    let visit = state.withLock { $0.visit }
    return host.connect { [weak self] report in
      self?.state.withLock { state in if state.isOpen, state.visit == visit { self?.terminal.write(report) } }
    }
  }

  private static func clear(_ path: String) throws(PasskeyLineError) {
    var there = stat()
    guard lstat(path, &there) == 0 else { return }
    guard there.st_mode & S_IFMT == S_IFLNK, let target = target(of: path), target.hasPrefix("/dev/pts/") else {
      throw PasskeyLineError(.occupied)
    }
    guard !RawTerminal.serves(target) else { throw PasskeyLineError(.inUse) }
    unlink(path)
  }

  private static func target(of link: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: link)
  }
}

/// Reports in a stream, as programs write them to a HID device on Linux: each is preceded by its number, which is 0.
struct NumberedReports {
  static let size = 1 + HIDPacket.size
  private var rest: [UInt8] = []

  /// `true` if a report has begun but is not complete.
  var isIncomplete: Bool { !rest.isEmpty }

  /// Accepts bytes, and returns the complete reports of 64 bytes. Bytes that do not begin like a report are ignored,
  /// along with everything that came with them.
  mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    rest += bytes
    var reports: [[UInt8]] = []
    while let number = rest.first {
      guard number == 0 else {
        rest = []
        break
      }
      guard rest.count >= Self.size else { break }
      reports.append(Array(rest[1..<Self.size]))
      rest.removeFirst(Self.size)
    }
    return reports
  }

  /// Discards an incomplete report, whose writer is gone or will not write the rest.
  mutating func forget() { rest = [] }
}
