import Foundation
import Synchronization

/// The reader's end of the wire, driven by a test.
final class ReaderSide: Sendable {
  let port: Int
  private let listening: Int32
  private let connection = Mutex<Int32>(-1)

  init() throws {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listening = listening
    var address = sockaddr_in(), length = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let port = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listening, $0, length) == 0 && listen(listening, 1) == 0 && getsockname(listening, $0, &length) == 0
      }
    }
    guard port else { throw TestGaveUp() }
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }
  deinit {
    close(listening)
    connection.withLock { _ = close($0) }
  }

  func accept() throws {
    let accepted = Foundation.accept(listening, nil, nil)
    guard accepted >= 0 else { throw TestGaveUp() }
    connection.withLock { $0 = accepted }
  }
  func send(_ body: [UInt8]) {
    let message = [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    connection.withLock { _ = Foundation.send($0, message, message.count, 0) }
  }
  func receive() -> [UInt8]? {
    guard let length = receive(count: 2) else { return nil }
    return receive(count: Int(length[0]) << 8 | Int(length[1]))
  }
  private func receive(count: Int) -> [UInt8]? {
    let socket = connection.withLock { $0 }
    var bytes = [UInt8](repeating: 0, count: count), filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress.map { $0 + filled }, count - filled, 0) }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }
}
