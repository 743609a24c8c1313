/// Gives every indefinite-length map and array in a CBOR item its length, as an encoder that knew it would have written
/// it.
struct DefiniteLengths {
  private let bytes: [UInt8]
  private var position = 0

  static func rewrite(_ bytes: [UInt8]) -> [UInt8]? {
    var reader = Self(bytes: bytes)
    guard let item = reader.item(), reader.position == bytes.count else { return nil }
    return item
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func item() -> [UInt8]? {
    guard position < bytes.count else { return nil }
    let (start, initial) = (position, bytes[position])
    let (major, information) = (initial >> 5, Int(initial & 31))
    position += 1
    if information == 31 { return indefinite(major) }
    var value = information
    if information >= 24 {
      let width = 1 << (information - 24)
      guard information < 28, position + width <= bytes.count else { return nil }
      value = bytes[position..<position + width].reduce(0) { $0 << 8 | Int($1) }
      position += width
    }
    switch major {
    case 2, 3:
      guard position + value <= bytes.count else { return nil }
      position += value
      return Array(bytes[start..<position])
    case 4, 5:
      let head = Array(bytes[start..<position])
      return items(value * Int(major - 3)).map { head + $0 }
    default: return Array(bytes[start..<position])
    }
  }

  private mutating func items(_ count: Int) -> [UInt8]? {
    var output: [UInt8] = []
    for _ in 0..<count {
      guard let next = item() else { return nil }
      output += next
    }
    return output
  }

  /// Reads up to the break; only short maps and arrays occur here.
  private mutating func indefinite(_ major: UInt8) -> [UInt8]? {
    guard major == 4 || major == 5 else { return nil }
    var output: [UInt8] = []
    var count = 0
    while position < bytes.count, bytes[position] != 0xff {
      guard let next = item() else { return nil }
      output += next
      count += 1
    }
    position += 1
    let length = count / Int(major - 3)
    return length < 24 ? [major << 5 | UInt8(length)] + output : nil
  }
}
