/// Scheme, host and port of a page's address: as much of the URL Standard as an origin needs. A host with characters outside ASCII has to be
/// given in its `xn--` form.
struct WebOrigin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// `nil` for what is no address of a page, and for IP addresses in brackets, which are no domains.
  init?(_ address: String) {
    guard let separator = address.firstRange(of: "://") else { return nil }
    scheme = address[..<separator.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let authority = address[separator.upperBound...].prefix { !"/?#\\".contains($0) }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    host = parts.first.map { $0.lowercased() } ?? ""
    guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return nil }
    guard parts.count <= 2 else { return nil }
    if let text = parts.dropFirst().first, !text.isEmpty {
      guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = UInt16(text) else { return nil }
      port = Int(number)
    } else {
      port = scheme == "https" ? 443 : 80
    }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }
}
