/// Writes JSON text (RFC 8259) member by member, escaping every character that requires it.
public struct JSONWriter: Sendable {
  /// The text written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Returns the text written by `write`.
  public static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }

  /// Creates a writer with an empty text.
  public init() {}

  /// Writes an object, `{…}`.
  public mutating func object(_ members: (inout JSONWriter) -> Void) { container("{", "}", members) }

  /// Writes an array, `[…]`.
  public mutating func array<Item>(_ items: [Item], _ item: (inout JSONWriter, Item) -> Void) {
    container("[", "]") { writer in for value in items { item(&writer, value) } }
  }

  /// Writes `"name":`, followed by whatever `value` writes.
  public mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    value(&self)
    needsComma = true
  }

  /// Writes a string member. Writes nothing for `nil`.
  public mutating func member(_ name: String, _ value: String?) {
    if let value { member(name) { $0.string(value) } }
  }

  /// Writes a boolean member. Writes nothing for `nil`.
  public mutating func member(_ name: String, _ value: Bool?) {
    if let value { member(name) { $0.literal(value ? "true" : "false") } }
  }

  /// Writes an integer member. Writes nothing for `nil`.
  public mutating func member(_ name: String, _ value: Int?) {
    if let value { member(name) { $0.integer(value) } }
  }

  /// Writes a member of bytes as base64url. Writes nothing for `nil`.
  public mutating func member(_ name: String, base64URL value: [UInt8]?) {
    if let value { member(name) { $0.string(Base64URL.encode(value)) } }
  }

  /// Writes a string, in quotation marks and escaped.
  public mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes an integer in decimal.
  public mutating func integer(_ number: Int) { literal(String(number)) }

  private mutating func literal(_ text: String) {
    separate()
    bytes += text.utf8
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func container(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ content: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    content(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      // `<` is escaped too, so that the text can be embedded in a page.
      case 0..<0x20, UInt8(ascii: "<"): bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
