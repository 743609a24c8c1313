import SeededNumbers

extension SeededNumbers {
  /// One to four bytes changed, cut, doubled or inserted; of JSON, what means something there.
  mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[place] = .random(in: 0...255, using: &self)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &self)
      case 2: bytes.removeLast(min(bytes.count, Int.random(in: 1...8, using: &self)))
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 16)], at: place)
      case 4: bytes.insert(Array("09-.eE\"\\{}[]:,\0".utf8).randomElement(using: &self) ?? 0, at: place)
      default: bytes.remove(at: place)
      }
    }
    return bytes
  }
}
