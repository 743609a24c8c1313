import Encoding

extension DERReader {
  /// A `Time` of a certificate (RFC 5280 §4.1.2.5): UTCTime with a year of two digits from 1950 to 2049, or GeneralizedTime; both with
  /// seconds and in UTC.
  mutating func readTime() throws(DERError) -> UnixTime {
    let element = try read()
    let yearDigits: Int
    switch element.tag {
    case .utcTime: yearDigits = 2
    case .generalizedTime: yearDigits = 4
    default: throw .unexpectedType
    }
    let text = bytes[element.content]
    guard text.count == yearDigits + 11, text.last == UInt8(ascii: "Z"), text.dropLast().allSatisfy({ (48...57).contains($0) }) else {
      throw .invalidValue
    }
    func number(_ offset: Int, _ count: Int) -> Int64 {
      let start = text.startIndex + offset
      return text[start..<start + count].reduce(0) { $0 * 10 + Int64($1) - 48 }
    }
    var year = number(0, yearDigits)
    if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }
    let pairs = (0..<5).map { number(yearDigits + 2 * $0, 2) }
    guard let time = UnixTime(year: year, month: pairs[0], day: pairs[1], hour: pairs[2], minute: pairs[3], second: pairs[4]) else {
      throw .invalidValue
    }
    return time
  }
}
