extension UnixTime {
  /// Reads `2014-08-02T00:00:00+00:00`, also with a fraction (cut off) and with `Z`.
  init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int64($1) - 48 }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19),
      let moment = UnixTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second),
      [13, 16].allSatisfy({ bytes[$0] == UInt8(ascii: ":") }), bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-"), bytes[10] | 0x20 == UInt8(ascii: "t")
    else { return nil }
    var position = 19
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
    }
    guard position < bytes.count else { return nil }
    var offset: Int64 = 0
    switch bytes[position] {
    case UInt8(ascii: "Z"): guard position + 1 == bytes.count else { return nil }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard position + 6 == bytes.count, bytes[position + 3] == UInt8(ascii: ":"), let hours = number(position + 1..<position + 3),
        let minutes = number(position + 4..<position + 6), hours < 24, minutes < 60
      else {
        return nil
      }
      offset = (hours * 3600 + minutes * 60) * (bytes[position] == UInt8(ascii: "+") ? 1 : -1)
    default: return nil
    }
    self.init(seconds: moment.seconds - offset)
  }
}
