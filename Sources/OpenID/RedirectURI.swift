/// An address of a client to which a browser may be sent: for the answer to a request, or after a sign-out.
public struct RedirectURI: Hashable, Sendable {
  /// The address, as it was declared.
  public let text: String
  let scheme: String
  /// The host in lower case, with the brackets of an IPv6 address; empty if the address has none.
  public let host: String
  let port: String?
  private let rest: String

  /// The reasons why an address cannot be declared.
  public enum Fault: String, Error, Hashable, Sendable {
    /// It is not an absolute URI of printable ASCII, or has a user's name in it.
    case malformed
    /// It has a fragment (RFC 6749 §3.1.2).
    case fragment
    /// It is neither `https`, nor `http` on the computer of the browser, nor an app's own scheme (RFC 8252 §7).
    case scheme
  }

  /// The length, in bytes, of the longest address.
  public static let longest = 512
  /// The hosts of the browser's own computer (RFC 8252 §7.3 and §8.3).
  private static let loopback: Set<String> = ["127.0.0.1", "[::1]", "localhost"]

  public init(_ text: String) throws(Fault) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      !text.contains(where: { "\"<>\\^`{|}".contains($0) }), let colon = text.firstIndex(of: ":")
    else { throw .malformed }
    guard !text.contains("#") else { throw .fragment }
    self.text = text
    scheme = text[..<colon].lowercased()
    guard let first = scheme.first, first.isLetter,
      scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
    else { throw .malformed }
    var after = text[text.index(after: colon)...]
    if after.hasPrefix("//") {
      after = after.dropFirst(2)
      let authority = after.prefix { !"/?".contains($0) }
      guard !authority.contains("@"), let (host, port) = Self.parts(authority) else { throw .malformed }
      (self.host, self.port) = (host, port)
      rest = String(after[authority.endIndex...])
    } else {
      (host, port, rest) = ("", nil, String(after))
    }
    switch scheme {
    case "https": guard !host.isEmpty else { throw .malformed }
    case "http": guard Self.loopback.contains(host) else { throw .scheme }
    // A name with a dot belongs to whoever has that domain, reversed (RFC 8252 §7.1).
    default: guard scheme.contains("."), !rest.isEmpty else { throw .scheme }
    }
  }

  private static let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:[]".utf8)

  private static func parts(_ authority: Substring) -> (host: String, port: String?)? {
    let end = authority.first == "[" ? authority.firstIndex(of: "]").map(authority.index(after:)) : nil
    guard authority.first != "[" || end != nil else { return nil }
    let host = end.map { authority[..<$0] } ?? authority.prefix { $0 != ":" }
    guard host.utf8.allSatisfy({ letters.contains($0) }) else { return nil }
    let port = authority[host.endIndex...]
    if port.isEmpty { return (host.lowercased(), nil) }
    guard port.first == ":", port.count > 1, let number = UInt16(port.dropFirst()), number > 0 else { return nil }
    return (host.lowercased(), String(port.dropFirst()))
  }

  /// The origin, as a browser and a Content Security Policy write it; `nil` for an app's own scheme.
  public var origin: String? {
    guard !host.isEmpty, scheme == "https" || scheme == "http" else { return nil }
    return "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")"
  }

  /// `true` if nobody but the owner of a certificate for its host gets what is sent there.
  public var isSecure: Bool { scheme == "https" }

  /// Returns `true` if this is the address that a request names: byte by byte the same (RFC 9700 §2.1). Only the port
  /// of a program on the browser's own computer may be another, if none was declared (RFC 8252 §7.3).
  public func matches(_ requested: String) -> Bool {
    if requested == text { return true }
    guard scheme == "http", port == nil, host != "localhost", let other = try? RedirectURI(requested) else {
      return false
    }
    return other.scheme == scheme && other.host == host && other.rest == rest && other.port != nil
      && other.text == "http://\(host):\(other.port ?? "")\(rest)"
  }

  /// Returns the address with more parameters in its query.
  static func adding(_ parameters: Parameters, to address: String) -> String {
    guard !parameters.all.isEmpty else { return address }
    return address + (address.contains("?") ? (address.hasSuffix("?") ? "" : "&") : "?") + parameters.encoded
  }
}
