import Authenticator
import Foundation
import Synchronization

/// A pseudo-terminal that changes no bytes, while programs come and go at its other end.
///
/// A program that reads there receives whole reports: a read waits for 64 bytes, and so does `poll`.
final class RawTerminal: Sendable {
  enum Event: Hashable {
    case bytes([UInt8])
    /// Nothing arrived within the time allowed.
    case quiet
    /// No program has the other end open any more.
    case left
    /// `stop` was called.
    case stopped
  }

  /// The other end: `/dev/pts/` and a number. Only its owner can open it.
  let device: String
  private let main: Int32
  /// The descriptor that signals when the other end is opened. Nothing else indicates that until something is written
  /// there.
  private let openings: Int32
  private let stopping: (reader: Int32, writer: Int32)
  private let isHungUp = Mutex(false)
  /// `true` if nobody has opened the other end since it was made ready.
  private let isReady = Mutex(false)

  init() throws(PasskeyLineError) {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    openings = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    var ends: [Int32] = [-1, -1], number: UInt32 = 0, lock: Int32 = 0
    let isPaired = pipe(&ends) == 0
    stopping = (ends[0], ends[1])
    let isNumbered = ioctl(main, Self.setLock, &lock) == 0 && ioctl(main, Self.getNumber, &number) == 0
    device = "/dev/pts/\(number)"
    guard isPaired, isNumbered, openings >= 0, chmod(device, 0o600) == 0, fcntl(main, F_SETFL, O_NONBLOCK) == 0,
      inotify_add_watch(openings, device, UInt32(IN_OPEN)) >= 0
    else { throw PasskeyLineError(.noDevice, String(cString: strerror(errno))) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Until the other end has been opened once, nothing reports that it is closed.
    renew()
  }
  deinit {
    hangUp()
    for descriptor in [openings, stopping.reader, stopping.writer] where descriptor >= 0 { close(descriptor) }
  }

  /// Returns `true` if a program of this kind is serving at the other end of the terminal with that path.
  static func serves(_ device: String) -> Bool {
    let descriptor = open(device, opening)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var mode = termios()
    return tcgetattr(descriptor, &mode) == 0 && isRaw(mode)
  }

  /// Waits for the next event.
  /// - Parameters:
  ///   - patience: The number of milliseconds until `quiet` is returned; -1 means never.
  ///   - wasLeft: `true` if no program has come since the last `left`, or since the start.
  func next(_ patience: Int32, wasLeft: Bool) -> Event {
    while true {
      var waiting = [
        pollfd(fd: main, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopping.reader, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waiting, 2, patience)
      if count < 0, errno == EINTR { continue }
      if waiting[1].revents != 0 || count < 0 { return .stopped }
      if count == 0 { return .quiet }
      if waiting[0].revents & Int16(POLLIN) != 0, let bytes = read() { return .bytes(bytes) }
      guard waiting[0].revents & Int16(POLLHUP) != 0 else { continue }
      guard wasLeft else {
        // At once: the next program may come while this departure is still told.
        renew()
        isReady.withLock { $0 = true }
        return .left
      }
      waitForOpening()
    }
  }

  /// Writes without blocking. If nobody reads, everything that was written is discarded. Otherwise the rest of a report
  /// would become the start of the next one.
  func write(_ report: [UInt8]) {
    if report.withUnsafeBytes({ Foundation.write(main, $0.baseAddress, $0.count) }) != report.count { renew() }
  }

  /// Informs the program at the other end that this program is gone. Nothing may be written afterwards.
  func hangUp() {
    isHungUp.withLock { isHungUp in
      if !isHungUp, main >= 0 { close(main) }
      isHungUp = true
    }
  }

  /// Causes the caller that is waiting for the next event to receive `stopped`.
  func stop() { _ = [0].withUnsafeBytes { Foundation.write(stopping.writer, $0.baseAddress, 1) } }

  private func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(main, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  private func waitForOpening() {
    let wasReady = isReady.withLock { isReady in
      defer { isReady = false }
      return isReady
    }
    // Once more would discard what a program that has come meanwhile wrote.
    if !wasReady { renew() }
    var passed = [UInt8](repeating: 0, count: 4_096)
    while Foundation.read(openings, &passed, passed.count) > 0 {}
    // If the notification of an opening was just discarded, the opening is detected here.
    var there = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    guard poll(&there, 1, 0) == 1, there.revents & Int16(POLLHUP) != 0 else { return }
    var waiting = [openings, stopping.reader].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&waiting, 2, -1)
  }

  /// Discards unread data, and restores our mode if programs have changed it.
  private func renew() {
    // Discards first the data that is still in transit, then the data that has arrived, which only the other end can
    // discard.
    tcflush(main, TCOFLUSH)
    let other = open(device, Self.opening)
    guard other >= 0 else { return }
    tcflush(other, TCIFLUSH)
    Self.makeRaw(other)
    close(other)
  }

  /// TIOCGPTN and TIOCSPTLCK (ioctl_tty(2)), which Swift does not import; nor does it import the library calls that do
  /// the same.
  private static let getNumber: UInt = 0x8004_5430, setLock: UInt = 0x4004_5431
  private static let opening = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC

  private static func makeRaw(_ terminal: Int32) {
    var mode = termios()
    guard tcgetattr(terminal, &mode) == 0 else { return }
    cfmakeraw(&mode)
    withUnsafeMutableBytes(of: &mode.c_cc) {
      $0[Int(VMIN)] = UInt8(HIDPacket.size); $0[Int(VTIME)] = 0
    }
    tcsetattr(terminal, TCSANOW, &mode)
  }

  private static func isRaw(_ mode: termios) -> Bool {
    withUnsafeBytes(of: mode.c_cc) { Int($0[Int(VMIN)]) == HIDPacket.size }
      && mode.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
  }
}
