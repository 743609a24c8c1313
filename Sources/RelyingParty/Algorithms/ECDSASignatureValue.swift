/// `Ecdsa-Sig-Value` (RFC 3279 §2.2.3): a SEQUENCE of the two integers r and s in DER, as WebAuthn Level 3 §6.5.6
/// prescribes.
///
/// It is public for algorithms in other modules. swift-crypto can read the format too, but with a general parser that
/// costs as much as all other parsing of an assertion together.
public enum ECDSASignatureValue {
  /// Returns r and s with `size` bytes each, or `nil` unless the input is the unique DER encoding of two positive
  /// integers of that size.
  public static func decode(_ bytes: [UInt8], size: Int) -> [UInt8]? {
    var position = 0
    guard let content = header(0x30, bytes, &position), position + content == bytes.count else { return nil }
    var raw = [UInt8](repeating: 0, count: 2 * size)
    for half in 1...2 {
      guard var length = header(0x02, bytes, &position), length > 0, length <= bytes.count - position else {
        return nil
      }
      if bytes[position] == 0 {
        // A leading zero is allowed only before a bit that would be read as a sign. On its own, a zero is the integer
        // 0, which no signature contains.
        guard length > 1, bytes[position + 1] & 0x80 != 0 else { return nil }
        position += 1
        length -= 1
      } else if bytes[position] & 0x80 != 0 {
        return nil
      }
      guard length <= size else { return nil }
      for index in 0..<length { raw[half * size - length + index] = bytes[position + index] }
      position += length
    }
    return position == bytes.count ? raw : nil
  }

  /// Reads a tag and its length in the shortest form. The longest signature, on P-521, has 139 bytes, so one length
  /// byte is enough for lengths over 127.
  private static func header(_ tag: UInt8, _ bytes: [UInt8], _ position: inout Int) -> Int? {
    guard bytes.count - position >= 2, bytes[position] == tag else { return nil }
    var length = bytes[position + 1]
    position += 2
    if length == 0x81 {
      guard position < bytes.count, bytes[position] >= 0x80 else { return nil }
      length = bytes[position]
      position += 1
    } else if length > 0x7f {
      return nil
    }
    return Int(length)
  }
}

extension ECDSASignatureValue {
  /// Returns the DER encoding of r and s, given as a concatenation of equal lengths, as in a JWS (RFC 7518 §3.4).
  static func encode(raw: some Collection<UInt8>) -> [UInt8] {
    let half = raw.count / 2
    let content = integer(raw.prefix(half)) + integer(raw.dropFirst(half))
    return [0x30] + (content.count > 0x7f ? [0x81] : []) + [UInt8(truncatingIfNeeded: content.count)] + content
  }

  /// Returns a positive INTEGER in its shortest form.
  private static func integer(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    if digits.first.map({ $0 & 0x80 != 0 }) ?? true { digits.insert(0, at: 0) }
    return [0x02, UInt8(truncatingIfNeeded: digits.count)] + digits
  }
}
