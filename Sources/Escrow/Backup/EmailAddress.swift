/// An e-mail address as providers of GNU Anastasis take it.
public struct EmailAddress: Hashable, Sendable {
  public let text: String

  /// Spaces around it go; the name of the host becomes lower case.
  ///
  /// - Returns: `nil` where nothing can be sent there.
  public init?(_ typed: String) {
    let parts = typed.trimmed.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count), parts[1].utf8.count <= 253,
      parts[0].utf8.allSatisfy({ $0.isLetterOrDigit || "._%+-".utf8.contains($0) }), !parts[0].hasPrefix("."), !parts[0].hasSuffix("."),
      !parts[0].contains("..")
    else { return nil }
    let host = parts[1].lowercased(), labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ Self.isLabel($0) }), let top = labels.last, top.utf8.count >= 2,
      top.utf8.allSatisfy({ (97...122).contains($0) }) || top.hasPrefix("xn--")
    else { return nil }
    text = "\(parts[0])@\(host)"
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
  }

  /// `m•x@example.com`: enough for its owner to know which one it is.
  public var hint: String {
    let name = text.prefix { $0 != "@" }
    guard name.count > 2, let first = name.first, let last = name.last else { return "•" + text.dropFirst(name.count) }
    return "\(first)•\(last)\(text.dropFirst(name.count))"
  }
}
