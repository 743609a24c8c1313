extension SeededNumbers {
  /// A copy of the bytes, changed one to four times by `change`.
  public mutating func changed(_ bytes: [UInt8], telling: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) { change(&bytes, telling: telling) }
    return bytes
  }

  /// Overwrites, inverts, inserts or removes one byte, doubles a part, or cuts off the end.
  ///
  /// - Parameter telling: The bytes that are significant to the parser, and are inserted more often than others.
  public mutating func change(_ bytes: inout [UInt8], telling: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &self)
    switch Int.random(in: 0..<6, using: &self) {
    case 0: bytes[place] = .random(in: 0...255, using: &self)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &self)
    case 2: bytes.removeLast(min(bytes.count, Int.random(in: 1...8, using: &self)))
    case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 16)], at: place)
    case 4: bytes.insert(telling.randomElement(using: &self) ?? 0, at: place)
    default: bytes.remove(at: place)
    }
  }
}
