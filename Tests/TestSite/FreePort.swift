import Foundation
import Synchronization

/// Finds loopback ports that nobody is listening on, and that no other test in this process is given meanwhile. They
/// are below the range that the system uses for outgoing connections, so none of those can be in the way when the
/// server binds the port.
public enum FreePort {
  private static let last = Mutex(Int.random(in: 15_000..<30_000))

  public static func find() throws -> Int { try find(row: 1) }

  private static let kept = Mutex<[AnyHashable: Int]>([:])
  /// Returns the same port for the same browser as long as it is free, so that the browser has scripts and styles
  /// cached from the previous test and need not request them again.
  public static func find<Browser: Hashable & Sendable>(for browser: Browser) throws -> Int {
    if let port = kept.withLock({ $0[browser] }), isFree(port) { return port }
    let port = try find()
    kept.withLock { $0[browser] = port }
    return port
  }

  /// Returns the first of this many consecutive ports.
  public static func find(row count: Int) throws -> Int {
    for _ in 0..<500 {
      let first = last.withLock { port in
        port = port < 32_000 ? port : 15_000
        port += count
        return port - count + 1
      }
      if (first..<first + count).allSatisfy(isFree) { return first }
    }
    throw TestSiteError()
  }

  private static func isFree(_ port: Int) -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    // As servers do: otherwise a port stays in use for a minute after the last connection.
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
