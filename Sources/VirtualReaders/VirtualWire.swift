import Foundation
import Synchronization

/// The connection of a virtual card to its reader.
///
/// The reader writes a length and its body separately and waits in between until the first is acknowledged, so that a
/// command would take 44 ms. `TCP_QUICKACK` acknowledges immediately, but applies only until the next packet.
final class VirtualWire: Sendable {
  private let socket: Int32
  /// `true` while the socket may be used. It is locked during a send, so that two responses are never mixed.
  private let isOpen = Mutex(true)

  private init(socket: Int32) {
    self.socket = socket
    set(TCP_NODELAY)
  }

  static func connected(to port: Int) throws(VirtualReaderError) -> VirtualWire {
    guard let number = UInt16(exactly: port) else {
      throw VirtualReaderError(.noReader, "no port has the number \(port)")
    }
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw VirtualReaderError(.noReader, String(cString: strerror(errno))) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = number.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // A reader that has a card lets one more connection wait. A further connection is not even queued, and the system
    // would keep trying to connect for minutes.
    setPatience(seconds: patience, of: socket)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      let fault = errno
      Foundation.close(socket)
      throw VirtualReaderError(fault == EINPROGRESS ? .occupied : .noReader, String(cString: strerror(fault)))
    }
    setPatience(seconds: 0, of: socket)
    return VirtualWire(socket: socket)
  }
  private static let patience = 5
  /// Sets the timeout for connecting and sending; 0 means no limit.
  private static func setPatience(seconds: Int, of socket: Int32) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }
  deinit { close() }

  /// Returns the next message, or `nil` if the reader or the card is gone.
  func receive() -> [UInt8]? {
    guard let length = receive(count: 2) else { return nil }
    return receive(count: Int(length[0]) << 8 | Int(length[1]))
  }

  private func receive(count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count), filled = 0
    while filled < count {
      set(TCP_QUICKACK)
      let got = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress.map { $0 + filled }, count - filled, 0) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      filled += got
    }
    set(TCP_QUICKACK)
    return bytes
  }

  /// Writes the length and the body together. A body too long for the length field removes the card, because no card
  /// could send it.
  func send(_ body: [UInt8]) {
    guard let length = UInt16(exactly: body.count) else { return shutDown() }
    let message = [UInt8(length >> 8), UInt8(length & 0xFF)] + body
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      var sent = 0
      while sent < message.count {
        let count = message.withUnsafeBytes {
          Foundation.send(socket, $0.baseAddress.map { $0 + sent }, message.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        sent += count
      }
    }
  }

  /// Ends the conversation. A caller waiting in `receive` gets `nil`.
  func shutDown() {
    isOpen.withLock { if $0 { _ = shutdown(socket, Int32(SHUT_RDWR)) } }
  }

  /// Closes the socket. Call this method only when nothing is waiting in `receive` any more.
  func close() {
    isOpen.withLock { isOpen in
      if isOpen { Foundation.close(socket) }
      isOpen = false
    }
  }

  private func set(_ option: Int32) {
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), option, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}
