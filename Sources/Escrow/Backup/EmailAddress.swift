/// An e-mail address as providers of GNU Anastasis take it.
public struct EmailAddress: Hashable, Sendable {
  public let text: String

  /// Spaces around it go; the name of the host becomes lower case.
  ///
  /// - Returns: `nil` where nothing can be sent there.
  public init?(_ typed: String) {
    let parts = typed.trimmed.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= 64, !parts[0].hasPrefix("."), !parts[0].hasSuffix("."), !parts[0].contains("..")
    else { return nil }
    let host = parts[1].lowercased(), labels = host.split(separator: "."), top = labels.last ?? ""
    guard labels.allSatisfy({ $0.utf8.count <= 63 && !$0.hasSuffix("-") }), top.hasPrefix("xn--") || !top.contains("-") else { return nil }
    let text = "\(parts[0])@\(host)"
    guard Self.isDeliverable(text) else { return nil }
    self.text = text
  }

  /// Whether a provider sends something there, as it is written. Other programs write truths too: what only looks like a slip is taken.
  /// Nothing of it can be read as an option of a command or as another line.
  public static func isDeliverable(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254, !parts[0].isEmpty, !parts[0].hasPrefix("-"),
      parts[0].utf8.allSatisfy({ $0.isLetterOrDigit || "._%+-".utf8.contains($0) })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ isLabel($0) }), let top = labels.last else { return false }
    // Domains of another script are written in letters, digits and hyphens (RFC 5891).
    return top.utf8.count >= 2 && (top.lowercased().hasPrefix("xn--") || !top.utf8.contains(where: \.isDigit))
  }

  private static func isLabel(_ label: Substring) -> Bool {
    !label.isEmpty && !label.hasPrefix("-") && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
  }

  /// `m•x@example.com`: enough for its owner to know which one it is.
  public var hint: String {
    let name = text.prefix { $0 != "@" }
    guard name.count > 2, let first = name.first, let last = name.last else { return "•" + text.dropFirst(name.count) }
    return "\(first)•\(last)\(text.dropFirst(name.count))"
  }
}
