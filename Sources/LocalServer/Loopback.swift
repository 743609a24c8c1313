import Foundation

/// The addresses of this computer alone.
public enum Loopback {
  /// 127.0.0.1, and ::1 where the machine has IPv6: a page that looks the name up may get either.
  public static var addresses: [String] { hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"] }

  private static var hasIPv6: Bool {
    let socket = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0 }
    }
  }
}
