import Foundation

/// An e-mail address in a form that GNU Anastasis providers accept.
public struct EmailAddress: Hashable, Sendable {
  public let text: String

  /// Creates an address from typed text. Surrounding spaces are removed, and the host name is lowercased.
  ///
  /// - Returns: `nil` if mail cannot be sent to the address.
  public init?(_ typed: String) {
    let parts = typed.trimmed.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= 64, !parts[0].hasPrefix("."), !parts[0].hasSuffix("."),
      !parts[0].contains("..")
    else { return nil }
    let host = parts[1].lowercased(), labels = host.split(separator: "."), top = labels.last ?? ""
    guard labels.allSatisfy({ $0.utf8.count <= 63 && !$0.hasSuffix("-") }), top.hasPrefix("xn--") || !top.contains("-")
    else { return nil }
    let text = "\(parts[0])@\(host)"
    guard Self.isDeliverable(text) else { return nil }
    self.text = text
  }

  /// Returns `true` if a provider can send mail to the address as written. Other programs write truths too, so anything
  /// that merely looks like a typing error is accepted. No part of an accepted address can be read as a command option
  /// or as a second line.
  public static func isDeliverable(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254, !parts[0].isEmpty, !parts[0].hasPrefix("-"),
      parts[0].utf8.allSatisfy({ $0.isLetterOrDigit || "._%+-".utf8.contains($0) })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ isLabel($0) }), let top = labels.last else { return false }
    // Internationalized domain names are written in letters, digits and hyphens (RFC 5891).
    return top.utf8.count >= 2 && (top.lowercased().hasPrefix("xn--") || !top.utf8.contains(where: \.isDigit))
  }

  private static func isLabel(_ label: Substring) -> Bool {
    !label.isEmpty && !label.hasPrefix("-") && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
  }

  /// A masked form, such as `m•x@example.com`, that is enough for its owner to recognize the address.
  public var hint: String {
    let name = text.prefix { $0 != "@" }
    guard name.count > 2, let first = name.first, let last = name.last
    else { return "•" + text.dropFirst(name.count) }
    return "\(first)•\(last)\(text.dropFirst(name.count))"
  }
}

/// A telephone number that can receive a text message.
public struct PhoneNumber: Hashable, Sendable {
  /// The number's digits, with a leading `+` if the country code is included.
  public let text: String

  /// Creates a number from typed text. Spaces, hyphens, dots, slashes and parentheses are removed, and a leading `00`
  /// becomes `+`.
  ///
  /// - Returns: `nil` if the text contains any other character, fewer than 6 digits or more than 15 (ITU-T E.164).
  public init?(_ typed: String) {
    var digits = typed.trimmed.filter { !" -./()\u{a0}\u{2010}\u{2011}".contains($0) }
    if digits.hasPrefix("00") { digits = "+" + digits.dropFirst(2) }
    let number = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    guard (6...15).contains(number.utf8.count), !digits.hasPrefix("+0"), Self.isDialable(digits) else { return nil }
    text = digits
  }

  /// Returns `true` if a provider can send a message to the number as written: digits, optionally with a leading plus
  /// sign. Other programs write truths too, including short numbers.
  public static func isDialable(_ text: String) -> Bool {
    let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
    return (1...32).contains(digits.utf8.count) && digits.utf8.allSatisfy(\.isDigit)
  }

  /// A masked form that shows the last two digits, such as `•42`.
  public var hint: String { "•" + text.suffix(2) }
}

/// A postal address to which a letter can be sent.
public struct PostalAddress: Hashable, Sendable, Codable {
  public var fullName: String
  public var street: String
  public var city: String
  public var postcode: String
  public var country: String
  public init(fullName: String, street: String, city: String, postcode: String, country: String) {
    self.fullName = fullName; self.street = street; self.city = city; self.postcode = postcode; self.country = country
  }

  public enum Line: String, Hashable, Sendable, CaseIterable, CodingKey {
    case fullName = "full_name", street, city, postcode, country
  }
  private enum CodingKeys: String, CodingKey { case fullName = "full_name", street, city, postcode, country }

  /// The lines that cannot be printed as they are, because they are empty, longer than 100 bytes, or contain a control
  /// character.
  public var faults: [Line] {
    Line.allCases.filter { line in
      let text = self[line].trimmed
      return text.isEmpty || text.utf8.count > 100 || !Self.isPrintable(text)
    }
  }

  /// Returns `true` if a provider can print the text as one line of a letter, because it contains no line break. Other
  /// programs write truths too, including empty lines and lines longer than ours.
  public static func isPrintable(_ line: String) -> Bool {
    line.utf8.count <= 512
      && !line.unicodeScalars.contains {
        [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
  }
  public subscript(line: Line) -> String {
    switch line {
    case .fullName: fullName
    case .street: street
    case .city: city
    case .postcode: postcode
    case .country: country
    }
  }

  /// Returns the form that providers accept: canonical JSON of the five lines, trimmed.
  func canonical() throws(EscrowError) -> [UInt8] {
    try CanonicalJSON.object(Dictionary(uniqueKeysWithValues: Line.allCases.map { ($0.rawValue, self[$0].trimmed) }))
  }
  init?(canonical bytes: [UInt8]) {
    guard let address = try? JSONDecoder().decode(PostalAddress.self, from: Data(bytes)) else { return nil }
    self = address
  }
}

/// A bank account, identified by its IBAN (ISO 13616).
public struct BankAccount: Hashable, Sendable {
  /// The IBAN in upper case, without spaces.
  public let text: String

  /// Creates an account from a typed IBAN. Spaces are removed and letters become upper case.
  ///
  /// - Returns: `nil` if the form is invalid or the check digits (ISO 7064, mod 97-10) do not match.
  public init?(_ typed: String) {
    let text = typed.filter { !$0.isWhitespace }.uppercased()
    guard text.utf8.count >= 15, Self.isValid(text) else { return nil }
    self.text = text
  }

  /// Returns `true` if a provider accepts the IBAN as written: upper case, no spaces, correct check digits. The
  /// shortest IBAN in use has 15 characters; the standard allows shorter ones.
  public static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (5...34).contains(bytes.count), bytes.allSatisfy({ $0.isDigit || (65...90).contains($0) }),
      bytes[..<2].allSatisfy({ !$0.isDigit }),
      bytes[2..<4].allSatisfy(\.isDigit)
    else { return false }
    // The first four characters move to the end, and each letter counts as two digits, with A as 10.
    let rest = (bytes[4...] + bytes[..<4]).reduce(0) { rest, byte in
      byte.isDigit ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 55) % 97
    }
    return rest == 1
  }

  /// A masked form that shows the country and the last two characters, such as `DE•00`.
  public var hint: String { "\(text.prefix(2))•\(text.suffix(2))" }
}
