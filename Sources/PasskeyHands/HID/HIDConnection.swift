import Authenticator
import Foundation
import Synchronization

/// One client of a HID socket.
final class HIDConnection: Sendable {
  /// So many reports may wait to be dealt with before no more are read.
  private static let mostWaiting = 64

  private let descriptor: Int32
  private let isOpen = Mutex(true)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func begin(_ host: HIDHost, ended: @escaping @Sendable () -> Void) {
    let port = host.connect { self.send($0) }
    // It must not go while it counts less than at its start, so it starts at none.
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

  /// Whoever waits in `receive` comes back with `nil`.
  func hangUp() {
    isOpen.withLock { if $0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  func close() {
    isOpen.withLock { isOpen in
      if isOpen { Foundation.close(descriptor) }
      isOpen = false
    }
  }

  /// A client that does not read what it asked for is hung up on: it must not keep others waiting.
  private func send(_ report: [UInt8]) {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      let sent = report.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
      if sent != report.count { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private func receive() -> [UInt8]? {
    var report = [UInt8](repeating: 0, count: HIDPacket.size), filled = 0
    while filled < report.count {
      let got = report.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled, 0) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      filled += got
    }
    return report
  }
}
