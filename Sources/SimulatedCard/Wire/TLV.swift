/// The few BER-TLV bytes that a Keycard writes and reads (ISO/IEC 7816-4 §5.2.2): one byte of tag, lengths in one byte or behind 81.
enum TLV {
  /// One value, its length in a single byte, as the applet writes it even above 127.
  static func short(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] { [tag, UInt8(truncatingIfNeeded: value.count)] + value }

  /// One value with the length behind 81, as the applet writes its long templates.
  static func long(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] { [tag, 0x81, UInt8(truncatingIfNeeded: value.count)] + value }

  /// The tag and the value at the beginning of `bytes`, and what follows them; `nil` when they are cut off.
  static func first(_ bytes: ArraySlice<UInt8>) -> (tag: UInt8, value: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard let tag = bytes.first, let short = bytes.dropFirst().first else { return nil }
    var body = bytes.dropFirst(2)
    var count = Int(short)
    if short == 0x81 {
      guard let long = body.first else { return nil }
      body = body.dropFirst()
      count = Int(long)
    } else if short > 0x7F {
      return nil
    }
    guard body.count >= count else { return nil }
    return (tag, body.prefix(count), body.dropFirst(count))
  }
}
