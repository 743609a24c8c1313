import Foundation

/// The unit to which request limits apply: an IPv4 address, or an IPv6 network of 64 bits, which is what one household
/// or one host is assigned (RFC 6177).
///
/// The address is kept in memory while it is being counted, or as the key of a counter. It never appears in a log.
public struct NetworkAddress: Hashable, Sendable {
  /// The 4 bytes of an IPv4 address or 8 bytes of an IPv6 network; the text itself if it is not an address.
  public let bytes: [UInt8]

  /// - Parameter text: An IPv4 or IPv6 address, optionally with a port (`192.0.2.1:443`, `[2001:db8::1]:443`) or a
  ///   zone. IPv4 that arrived on an IPv6 socket (RFC 4291 §2.5.5.2) counts as IPv4.
  public init(_ text: String) {
    var text = text[...]
    if text.first == "[" {
      text = text.dropFirst().prefix { $0 != "]" }
    } else if text.count(where: { $0 == ":" }) == 1 {
      text = text.prefix { $0 != ":" }
    }
    text = text.prefix { $0 != "%" }
    var v4 = in_addr(), v6 = in6_addr()
    if inet_pton(AF_INET, String(text), &v4) == 1 {
      bytes = withUnsafeBytes(of: v4) { Array($0) }
    } else if inet_pton(AF_INET6, String(text), &v6) == 1 {
      let all = withUnsafeBytes(of: v6) { Array($0) }
      let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xff && all[11] == 0xff
      bytes = isMapped ? Array(all[12...]) : Array(all[..<8])
    } else {
      bytes = Array(text.utf8)
    }
  }

  /// `true` if the address is this computer's own: 127.0.0.0/8, or the network of `::1`.
  public var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 8) }

  /// - Parameters:
  ///   - peer: The address that opened the connection.
  ///   - forwardedFor: The lines of `X-Forwarded-For`. The proxy nearest to us wrote the last entry, and each further
  ///     proxy the preceding one. Any earlier entries may be forged.
  ///   - trustedProxies: The number of trusted proxies.
  public init(peer: String?, forwardedFor: [String], trustedProxies: Int) {
    let hops = forwardedFor.joined(separator: ",").split(separator: ",")
    let isForwarded = trustedProxies > 0 && hops.count >= trustedProxies
    self.init(
      isForwarded ? hops[hops.count - trustedProxies].trimmingCharacters(in: .whitespaces) : peer ?? "?")
  }
}
