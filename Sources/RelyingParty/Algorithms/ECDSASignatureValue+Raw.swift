extension ECDSASignatureValue {
  /// The DER encoding of r and s that stand one behind the other with the same length, as a JWS has them (RFC 7518 §3.4).
  static func encode(raw: some Collection<UInt8>) -> [UInt8] {
    let half = raw.count / 2
    let content = integer(raw.prefix(half)) + integer(raw.dropFirst(half))
    return [0x30] + (content.count > 0x7f ? [0x81] : []) + [UInt8(truncatingIfNeeded: content.count)] + content
  }

  /// A positive INTEGER in its shortest form.
  private static func integer(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    if digits.first.map({ $0 & 0x80 != 0 }) ?? true { digits.insert(0, at: 0) }
    return [0x02, UInt8(truncatingIfNeeded: digits.count)] + digits
  }
}
