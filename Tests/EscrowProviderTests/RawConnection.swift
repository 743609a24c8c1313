import Foundation

/// Bytes to a loopback port and back, whatever they are.
final class RawConnection {
  private let socket: Int32
  struct Refused: Error {}

  init(port: Int) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard status == 0 else { throw Refused() }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }
  /// As much as the other side takes.
  func send(_ bytes: [UInt8]) throws { _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
  func close() { Foundation.close(socket) }

  /// Everything until the other side closes.
  func answer() async -> String {
    let socket = socket
    let bytes: [UInt8] = await withCheckedContinuation { waiter in
      Thread.detachNewThread {
        var all: [UInt8] = [], part = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(socket, &part, part.count, 0), count > 0 { all += part.prefix(count) }
        waiter.resume(returning: all)
      }
    }
    close()
    return String(decoding: bytes, as: UTF8.self)
  }
}
