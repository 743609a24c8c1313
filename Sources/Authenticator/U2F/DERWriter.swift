/// Writes the few elements of DER (X.690) that a certificate is made of.
enum DERWriter {
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    guard count >= 0x80 else { return [tag, UInt8(count)] + content }
    let length = Array(UInt32(clamping: count).bigEndianBytes.drop { $0 == 0 })
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }

  static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }
  static func set(_ content: [UInt8]) -> [UInt8] { element(0x31, content) }
  /// A number that is not negative, big-endian.
  static func integer(_ bytes: [UInt8]) -> [UInt8] { element(0x02, (bytes.first ?? 0) < 0x80 ? bytes : [0] + bytes) }
  static func bits(_ bytes: [UInt8]) -> [UInt8] { element(0x03, [0] + bytes) }
  static func text(_ text: String) -> [UInt8] { element(0x0c, Array(text.utf8)) }
  static func time(_ text: String) -> [UInt8] { element(0x18, Array(text.utf8)) }
  static func tagged(_ number: UInt8, _ content: [UInt8]) -> [UInt8] { element(0xa0 | number, content) }
}
