import Foundation
import Synchronization

/// A program on 127.0.0.1 that forwards everything arriving at its port to the same port of 127.0.0.2, and back, byte
/// for byte, and keeps a copy.
public final class Eavesdropper: Sendable {
  private let copy = Mutex<[UInt8]>([])
  private let listener: Int32, port: Int

  /// - Throws: `RawConnection.Refused` if the port is taken.
  public init(port: Int) throws {
    self.port = port
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard RawConnection.use(bind, listener, 0x7f00_0001, port: port), listen(listener, 64) == 0 else {
      close(listener)
      throw RawConnection.Refused()
    }
    Thread.detachNewThread { [self] in
      while case let page = accept(listener, nil, nil), page >= 0 { pass(page) }
    }
  }

  /// Everything sent, in both directions.
  public var heard: String { copy.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Stops accepting new connections.
  public func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
  deinit { close(listener) }

  private func pass(_ page: Int32) {
    let hands = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard RawConnection.use(connect, hands, 0x7f00_0002, port: port) else {
      close(hands)
      close(page)
      return
    }
    let ends = DispatchGroup()
    for (source, target) in [(hands, page), (page, hands)] {
      ends.enter()
      Thread.detachNewThread { [self] in
        pump(from: source, to: target)
        ends.leave()
      }
    }
    ends.notify(queue: .global()) {
      close(hands)
      close(page)
    }
  }

  private func pump(from source: Int32, to target: Int32) {
    var part = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(source, &part, part.count, 0), count > 0 {
      copy.withLock { $0 += part.prefix(count) }
      guard send(target, part, count, Int32(MSG_NOSIGNAL)) == count else { break }
    }
    // Once one side stops sending, nothing more is sent to the other, and the thread for the opposite direction ends.
    shutdown(target, Int32(SHUT_RDWR))
    shutdown(source, Int32(SHUT_RDWR))
  }
}
