import Authenticator
import Foundation
import Synchronization

/// A Unix socket that only its owner can open and that connects every client to a CTAPHID device. In both directions,
/// each 64 bytes are a report.
public final class HIDSocket: Sendable {
  /// The maximum number of simultaneous clients. Further clients are disconnected.
  public static let mostClients = 32

  public let path: String
  private let listener: Int32
  private let host: HIDHost
  private let state = Mutex(State())

  private struct State { var isClosed = false, clients: [ObjectIdentifier: HIDConnection] = [:] }

  /// Opens the socket. An old socket that a program left behind at the path is replaced, but nothing else is.
  public init(path: String, host: HIDHost) throws(PasskeyLineError) {
    listener = try Self.listen(at: path)
    self.path = path
    self.host = host
    let descriptor = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(descriptor, nil, nil)
        if client < 0, [EINTR, ECONNABORTED, EMFILE, ENFILE].contains(errno), self?.isOpen == true {
          usleep(1_000)
          continue
        }
        guard client >= 0 else { break }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard let self, self.serve(client) else {
          close(client)
          break
        }
      }
      close(descriptor)
    }
  }
  deinit { stop() }

  /// Disconnects all clients and removes the socket.
  public func stop() {
    let clients = state.withLock { state -> [HIDConnection]? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      return Array(state.clients.values)
    }
    guard let clients else { return }
    unlink(path)
    shutdown(listener, Int32(SHUT_RDWR))
    for client in clients { client.hangUp() }
  }

  private var isOpen: Bool { state.withLock { !$0.isClosed } }

  /// Returns `true` if this function took over the connection.
  private func serve(_ descriptor: Int32) -> Bool {
    guard isOpen else { return false }
    let connection = HIDConnection(descriptor)
    let isServed = state.withLock { state in
      guard !state.isClosed, state.clients.count < Self.mostClients else { return false }
      state.clients[ObjectIdentifier(connection)] = connection
      return true
    }
    if isServed {
      connection.begin(host) { [weak self] in
        _ = self?.state.withLock { $0.clients.removeValue(forKey: ObjectIdentifier(connection)) }
      }
    } else {
      connection.close()
    }
    return true
  }

  private static func listen(at path: String) throws(PasskeyLineError) -> Int32 {
    guard var address = sockaddr_un(path: path) else {
      throw PasskeyLineError(.unusablePath, "the path is too long for a socket")
    }
    var there = stat()
    if lstat(path, &there) == 0 {
      guard there.st_mode & S_IFMT == S_IFSOCK else { throw PasskeyLineError(.occupied) }
      guard !answers(&address) else { throw PasskeyLineError(.inUse) }
      unlink(path)
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw PasskeyLineError(.unusablePath, String(cString: strerror(errno))) }
    // The mode is set before the socket has a name, so that nobody else can ever open it.
    guard fchmod(descriptor, 0o600) == 0, address.use({ bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
      Foundation.listen(descriptor, 16) == 0
    else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw PasskeyLineError(.unusablePath, reason)
    }
    return descriptor
  }

  private static func answers(_ address: inout sockaddr_un) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return address.use { connect(descriptor, $0, $1) } == 0
  }
}

extension sockaddr_un {
  /// Creates the address. Returns `nil` if the path is too long.
  init?(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: sun_path) else { return nil }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }

  mutating func use<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: &self) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// One client of a HID socket.
final class HIDConnection: Sendable {
  /// The maximum number of reports that may await handling before reading pauses.
  private static let mostWaiting = 64

  private let descriptor: Int32
  private let isOpen = Mutex(true)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func begin(_ host: HIDHost, ended: @escaping @Sendable () -> Void) {
    let port = host.connect { self.send($0) }
    // A semaphore must not be released while its count is below the initial one, so it starts at zero.
    let room = DispatchSemaphore(value: 0)
    for _ in 0..<Self.mostWaiting { room.signal() }
    Thread.detachNewThread {
      while let report = self.receive() {
        room.wait()
        host.receive(report, from: port) { room.signal() }
      }
      host.disconnect(port)
      self.close()
      ended()
    }
  }

  /// Disconnects the client. A caller waiting in `receive` gets `nil`.
  func hangUp() {
    isOpen.withLock { if $0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  func close() {
    isOpen.withLock { isOpen in
      if isOpen { Foundation.close(descriptor) }
      isOpen = false
    }
  }

  /// Sends a report. A client that does not read its responses is disconnected, because it must not keep others
  /// waiting.
  private func send(_ report: [UInt8]) {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      let sent = report.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if sent != report.count { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private func receive() -> [UInt8]? {
    var report = [UInt8](repeating: 0, count: HIDPacket.size), filled = 0
    while filled < report.count {
      let got = report.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled, 0)
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      filled += got
    }
    return report
  }
}
