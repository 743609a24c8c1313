/// The parameters of a request or an answer, as OAuth 2.0 writes them in a query or a body:
/// `application/x-www-form-urlencoded` (RFC 6749 Appendix B).
public struct Parameters: Hashable, Sendable {
  /// One parameter.
  public struct Parameter: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  /// The parameters in their order, without those that have no value: they count as left out (RFC 6749 §3.1).
  public private(set) var all: [Parameter] = []

  public init() {}

  /// Reads an encoded text. Returns `nil` if it has a wrong escape, or is not UTF-8.
  public init?(decoding text: some StringProtocol) {
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(halves[0]), let value = halves.count == 2 ? Self.decoded(halves[1]) : ""
      else { return nil }
      append(name, value)
    }
  }

  /// The encoded text.
  public var encoded: String {
    all.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  /// The value of the first parameter with this name; `nil` if there is none.
  public subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  /// Appends a parameter. Does nothing if it has no value.
  public mutating func append(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { all.append(Parameter(name: name, value: value)) }
  }

  /// Returns the parameters without those with these names.
  public func without(_ names: Set<String>) -> Parameters {
    var rest = self
    rest.all.removeAll { names.contains($0.name) }
    return rest
  }

  /// Returns `true` if a parameter with this name stands more than once, which is an error (RFC 6749 §3.1).
  public func repeats(_ name: String) -> Bool { all.count { $0.name == name } > 1 }

  /// `true` if any parameter stands more than once.
  public var repeatsAny: Bool { Set(all.map(\.name)).count < all.count }

  /// Returns the text with its escapes and plus signs replaced; `nil` if an escape is wrong, or it is not UTF-8.
  static func decoded(_ text: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit)
        else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// Returns the text with everything escaped but what needs no escape in any part of a URI (RFC 3986 §2.3).
  public static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
