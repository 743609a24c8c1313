/// An amount of money as GNU Taler writes it: `CUR:value[.fraction]`, with up to eight digits after the point.
public struct Amount: Hashable, Sendable, Codable {
  /// The currency: 1 to 11 upper-case letters.
  public let currency: String
  /// The whole units of the currency, at most 2⁵².
  public let value: UInt64
  /// The fraction of a unit in hundred-millionths, less than 10⁸.
  public let fraction: UInt32

  public static let fractionBase: UInt32 = 100_000_000
  public static let maximumValue: UInt64 = 1 << 52

  /// - Returns: `nil` if the amount cannot be represented.
  public init?(currency: String, value: UInt64, fraction: UInt32 = 0) {
    guard (1...11).contains(currency.utf8.count),
      currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
      value <= Self.maximumValue, fraction < Self.fractionBase
    else { return nil }
    self.currency = currency; self.value = value; self.fraction = fraction
  }

  /// Parses an amount such as `CUR:1.5`. Returns `nil` for any other form.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let number = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(number.count),
      number.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let value = UInt64(number[0])
    else { return nil }
    var fraction: UInt32 = 0
    if number.count == 2 {
      guard number[1].utf8.count <= 8,
        let digits = UInt32(number[1] + String(repeating: "0", count: 8 - number[1].utf8.count))
      else { return nil }
      fraction = digits
    }
    self.init(currency: parts[0].uppercased(), value: value, fraction: fraction)
  }

  /// Returns zero in this currency.
  public static func zero(_ currency: String) -> Amount? { Amount(currency: currency, value: 0) }
  public var isZero: Bool { value == 0 && fraction == 0 }

  /// The amount as text, such as `CUR:1.5`, without trailing zeros.
  public var text: String { "\(currency):\(number)" }
  /// The number without the currency, such as `1.5`, without trailing zeros.
  public var number: String {
    guard fraction > 0 else { return String(value) }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 8 - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(value).\(digits)"
  }

  /// The amount as shown to a person, with at least two digits after the point: "€1.50", "2.00 CHF".
  public var inWords: String {
    let parts = number.split(separator: "."), cents = parts.count == 2 ? String(parts[1]) : ""
    let digits = "\(parts[0]).\(cents)\(String(repeating: "0", count: max(0, 2 - cents.count)))"
    return switch currency {
    case "EUR": "€\(digits)"
    case "USD": "$\(digits)"
    case "GBP": "£\(digits)"
    default: "\(digits) \(currency)"
    }
  }

  /// Returns the sum, or `nil` if the currencies differ or the sum is too large to be represented.
  public func adding(_ other: Amount) -> Amount? {
    guard currency == other.currency else { return nil }
    let fractions = UInt64(fraction) + UInt64(other.fraction)
    return Amount(
      currency: currency, value: value + other.value + fractions / UInt64(Self.fractionBase),
      fraction: UInt32(fractions % UInt64(Self.fractionBase)))
  }
  /// Returns the product, or `nil` if it is too large to be represented.
  public func times(_ count: Int) -> Amount? {
    guard count >= 0 else { return nil }
    let factor = UInt64(count)
    let fractions = UInt64(fraction).multipliedReportingOverflow(by: factor),
      values = value.multipliedReportingOverflow(by: factor)
    guard !fractions.overflow, !values.overflow else { return nil }
    let sum = values.partialValue.addingReportingOverflow(fractions.partialValue / UInt64(Self.fractionBase))
    guard !sum.overflow else { return nil }
    return Amount(
      currency: currency, value: sum.partialValue, fraction: UInt32(fractions.partialValue % UInt64(Self.fractionBase)))
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let amount = Amount(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an amount")
    }
    self = amount
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
