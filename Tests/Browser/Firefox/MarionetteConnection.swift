import Foundation

/// The TCP connection to one Firefox. Marionette writes each message as its length in bytes, a colon, and JSON:
/// `[0, id, name, parameters]` asks, and `[1, id, error, result]` answers.
/// Source: remote/doc/marionette/Protocol.md in Firefox.
final class MarionetteConnection: Sendable {
  private let socket: Int32
  /// Reading blocks, so it has a thread of its own, on which commands also take turns.
  private let queue = DispatchQueue(label: "marionette")
  /// Longer than the browser itself waits for a script or a page.
  private static let patience = 70

  init(port: Int) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
    }
    guard isConnected else {
      close(socket)
      throw BrowserError(.driver, "no connection to Firefox at port \(port)")
    }
    let greeting = try read()
    guard greeting["marionetteProtocol"] == 3 else {
      throw BrowserError(.driver, "Firefox speaks another Marionette than 3: \(greeting)")
    }
  }

  deinit { close(socket) }

  /// Sends a command and returns its result. Errors have the names of W3C WebDriver.
  func request(_ name: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await withCheckedThrowingContinuation { waiter in
      queue.async { waiter.resume(with: Result { try self.exchange(name, parameters) }) }
    }
  }

  private func exchange(_ name: String, _ parameters: JSON) throws -> JSON {
    let body = try JSONEncoder().encode([0, 1, .string(name), parameters] as JSON)
    try write(Data("\(body.count):".utf8) + body)
    let answer = try read()
    guard answer[2].isNull else {
      let error = answer[2]["error"].string ?? "unknown error"
      throw BrowserError(.webDriver(error), "\(error): \(answer[2]["message"].string ?? "") (\(name))")
    }
    // A single value comes wrapped.
    let result = answer[3]
    if let members = result.object, members.count == 1, let value = members["value"] { return value }
    return result
  }

  private func write(_ data: Data) throws {
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw BrowserError(.driver, "Firefox closed the connection") }
      rest = rest.dropFirst(count)
    }
  }

  private func read() throws -> JSON {
    var length = 0
    while true {
      let byte = try read(1)[0]
      if byte == UInt8(ascii: ":") { break }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), length < 1 << 27 else {
        throw BrowserError(.driver, "Firefox sent no length")
      }
      length = length * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return try JSONDecoder().decode(JSON.self, from: Data(try read(length)))
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(max(count, 1), 1 << 16))
    while bytes.count < count {
      let received = recv(socket, &part, min(part.count, count - bytes.count), 0)
      guard received > 0 else {
        let cause = received == 0 ? "Firefox closed the connection" : String(cString: strerror(errno))
        throw BrowserError(.driver, "no answer from Firefox: \(cause)")
      }
      bytes += part[..<received]
    }
    return bytes
  }
}
