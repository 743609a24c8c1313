import Foundation

/// An e-mail address as providers of GNU Anastasis take it.
public struct EmailAddress: Hashable, Sendable {
  public let text: String

  /// Spaces around it go; the name of the host becomes lower case.
  ///
  /// - Returns: `nil` where nothing can be sent there.
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

/// A telephone number that a text message can be sent to.
public struct PhoneNumber: Hashable, Sendable {
  /// Digits, with `+` before them where the country is in it.
  public let text: String

  /// Spaces, hyphens, dots, slashes and parentheses go; a leading `00` becomes `+`.
  ///
  /// - Returns: `nil` where it has another character, fewer than 6 or more than 15 digits (ITU-T E.164).
  public init?(_ typed: String) {
    var digits = typed.trimmed.filter { !" -./()\u{a0}\u{2010}\u{2011}".contains($0) }
    if digits.hasPrefix("00") { digits = "+" + digits.dropFirst(2) }
    let number = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
    guard (6...15).contains(number.utf8.count), !digits.hasPrefix("+0"), Self.isDialable(digits) else { return nil }
    text = digits
  }

  /// Whether a provider sends something there, as it is written: digits, and a plus before them where there is one. Other programs write
  /// truths too, also with short numbers.
  public static func isDialable(_ text: String) -> Bool {
    let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
    return (1...32).contains(digits.utf8.count) && digits.utf8.allSatisfy(\.isDigit)
  }

  /// `•42`: the last two digits.
  public var hint: String { "•" + text.suffix(2) }
}

/// Where a letter goes.
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

  /// The lines that cannot be printed so: empty, longer than 100 bytes, or with a control character.
  public var faults: [Line] {
    Line.allCases.filter { line in
      let text = self[line].trimmed
      return text.isEmpty || text.utf8.count > 100 || !Self.isPrintable(text)
    }
  }

  /// Whether a provider prints it as a line of a letter: with nothing in it that makes another line. Other programs write truths too, also
  /// with lines that are empty or longer than ours.
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

  /// As providers take it: canonical JSON of the five lines, without white space at their ends.
  func canonical() throws(EscrowError) -> [UInt8] {
    try CanonicalJSON.object(Dictionary(uniqueKeysWithValues: Line.allCases.map { ($0.rawValue, self[$0].trimmed) }))
  }
  init?(canonical bytes: [UInt8]) {
    guard let address = try? JSONDecoder().decode(PostalAddress.self, from: Data(bytes)) else { return nil }
    self = address
  }
}

/// An account at a bank, by its IBAN (ISO 13616).
public struct BankAccount: Hashable, Sendable {
  /// Upper case, with no spaces.
  public let text: String

  /// Spaces go, letters become upper case.
  ///
  /// - Returns: `nil` for another form, or where the check digits (ISO 7064, mod 97-10) are wrong.
  public init?(_ typed: String) {
    let text = typed.filter { !$0.isWhitespace }.uppercased()
    guard text.utf8.count >= 15, Self.isValid(text) else { return nil }
    self.text = text
  }

  /// Whether a provider takes it, as it is written: upper case, with no spaces, and with the right check digits. The shortest of today have 15
  /// characters, and the standard has room for shorter ones.
  public static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (5...34).contains(bytes.count), bytes.allSatisfy({ $0.isDigit || (65...90).contains($0) }),
      bytes[..<2].allSatisfy({ !$0.isDigit }),
      bytes[2..<4].allSatisfy(\.isDigit)
    else { return false }
    // The first four come last, and a letter counts as two digits, A as 10.
    let rest = (bytes[4...] + bytes[..<4]).reduce(0) { rest, byte in
      byte.isDigit ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 55) % 97
    }
    return rest == 1
  }

  /// `DE•00`: the country and the last two characters.
  public var hint: String { "\(text.prefix(2))•\(text.suffix(2))" }
}
