import Encoding

/// Text in a line of the Assuan protocol (GnuPG, "The Assuan Reference Manual", client requests and server responses).
enum AssuanText {
  /// The longest line, in bytes, without the line feed.
  static let maximumLine = 1_000

  /// Escaped, so that it stays one line and one argument; what does not fit into `room` bytes is cut where a character begins.
  static func escaped(_ text: String, room: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      let part = character.utf8.flatMap { $0 < 0x20 || $0 == 0x25 || $0 == 0x7f ? Array("%\(hex($0))".utf8) : [$0] }
      guard bytes.count + part.count <= room else { break }
      bytes += part
    }
    return bytes
  }

  /// What escaped bytes stand for, written into `place`, which is as long as they are or longer.
  ///
  /// - Returns: How many bytes that are; `nil` where a percent sign is not followed by two hexadecimal digits.
  static func unescape(_ bytes: UnsafeRawBufferPointer, into place: UnsafeMutableRawBufferPointer) -> Int? {
    var read = 0, written = 0
    while read < bytes.count, written < place.count {
      if bytes[read] == 0x25 {
        guard read + 2 < bytes.count, let high = digit(bytes[read + 1]), let low = digit(bytes[read + 2]) else { return nil }
        place[written] = high << 4 | low
        read += 3
      } else {
        place[written] = bytes[read]
        read += 1
      }
      written += 1
    }
    return read == bytes.count ? written : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count == 1 ? "0" + text : text
  }
}
