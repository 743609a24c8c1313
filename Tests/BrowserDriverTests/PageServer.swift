import Foundation
import Glibc

/// A minimal HTTP server: one HTML page at every path of a free loopback port. `/strict` adds a
/// Content-Security-Policy.
final class PageServer: Sendable {
  static let shared = Result { try PageServer() }

  let port: UInt16
  private let listener: Int32

  func url(_ path: String = "/", host: String = "localhost") -> String { "http://\(host):\(port)\(path)" }

  private init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard bound, listen(listener, 64) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    // Chromium opens connections ahead of need and sends nothing on them; each waits in its own thread
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        if client >= 0 { Thread.detachNewThread { Self.answer(client) } }
      }
    }
  }

  private static func answer(_ client: Int32) {
    defer { close(client) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
    let strict = request.starts(with: "GET /strict ".utf8)
    let policy = strict ? "Content-Security-Policy: default-src 'none'; script-src 'self'\r\n" : ""
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\(policy)Set-Cookie: seen=yes; HttpOnly; Path=/\r\n"
    let response = Array("\(head)Connection: close\r\nContent-Length: \(html.utf8.count)\r\n\r\n\(html)".utf8)
    var sent = 0
    while sent < response.count {
      let count = response[sent...].withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      sent += count
    }
  }
}
