import Foundation
import Synchronization

/// A connection to a loopback port that carries arbitrary bytes in both directions.
public final class RawConnection: Sendable {
  private let socket: Int32
  private let isOver = Mutex(false)
  public struct Refused: Error {}

  /// - Parameter lastByte: The last byte of the source address in 127.0.0.0/24.
  public init(port: Int, from lastByte: UInt32 = 1) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.use(bind, socket, 0x7f00_0000 | lastByte, port: 0), Self.use(connect, socket, 0x7f00_0001, port: port)
    else {
      Foundation.close(socket)
      throw Refused()
    }
  }

  static func use(
    _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ socket: Int32, _ host: UInt32, port: Int
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = host.bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  public func send(_ text: String) throws { try send(Array(text.utf8)) }
  /// Sends as much as the other side accepts.
  public func send(_ bytes: [UInt8]) throws { _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
  /// Closes the connection, but only once: afterwards, the descriptor may belong to another connection.
  public func close() {
    let closes = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    if closes { Foundation.close(socket) }
  }
  deinit { close() }

  /// Opens this many connections at once, each with its first bytes. It uses no thread that the server in this process
  /// needs: if the system's queue is full, connecting blocks.
  public static func crowd(
    _ count: Int, port: Int, from lastByte: UInt32 = 1, saying text: @escaping @Sendable (Int) -> String = { _ in "" }
  ) async throws -> [RawConnection] {
    try await withCheckedThrowingContinuation { waiter in
      Thread.detachNewThread {
        waiter.resume(
          with: Result {
            try (0..<count).map { number in
              let connection = try RawConnection(port: port, from: lastByte)
              try connection.send(text(number))
              return connection
            }
          })
      }
    }
  }

  /// `true` if the other side has closed the connection and nothing is left to read.
  public var isClosed: Bool {
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }

  /// `true` if unread data has arrived.
  public var isAnswered: Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  /// Everything received until the other side closes the connection.
  public func answer() async -> String {
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
