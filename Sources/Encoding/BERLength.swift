/// Lengths of BER (X.690 §8.1.3), definite and in one to five bytes: 05, 81 80, 82 01 00 …
public enum BERLength {
  /// The shortest form. A length beyond 32 bits, which no card has, is written as the greatest.
  public static func encode(_ length: Int) -> [UInt8] {
    let length = UInt32(clamping: length)
    guard length >= 0x80 else { return [UInt8(length)] }
    let bytes = withUnsafeBytes(of: length.bigEndian, Array.init).drop { $0 == 0 }
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  /// Takes a length off the front of `bytes`. A form that is longer than need be is BER too.
  ///
  /// - Parameter widest: so many bytes may follow the first.
  /// - Throws: `truncated` or `unsupportedLength`; `bytes` is then as far as it was read.
  public static func read(_ bytes: inout ArraySlice<UInt8>, widest: Int = 2) throws(BERError) -> Int {
    guard let first = bytes.popFirst() else { throw .truncated }
    guard first >= 0x80 else { return Int(first) }
    let width = Int(first & 0x7F)
    guard width > 0, width <= min(widest, 4) else { throw .unsupportedLength }
    guard width <= bytes.count else { throw .truncated }
    let length = bytes.prefix(width).reduce(0) { $0 << 8 | Int($1) }
    bytes = bytes.dropFirst(width)
    return length
  }
}
