/// For each place in a group of four characters and each character: its part of the three bytes, which stand in memory order in the
/// low 24 bits of a little-endian word.
struct Base64URLTables: Sendable {
  static let shared = Self()
  /// Set in the word of a character outside the alphabet.
  static let invalid: UInt32 = 1 << 31

  let words: [UInt32]

  private init() {
    var words: [UInt32] = []
    for place in 0..<4 {
      for character in UInt8.min...UInt8.max {
        guard let value = Base64URL.value(of: character) else {
          words.append(Self.invalid)
          continue
        }
        let group = value << UInt32(18 - place * 6)
        words.append(((group >> 16 & 0xff) | (group & 0xff00) | (group & 0xff) << 16).littleEndian)
      }
    }
    self.words = words
  }
}
