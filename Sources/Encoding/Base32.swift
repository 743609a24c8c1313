/// Base32 as RFC 4648 has it, upper case and without padding: what programs that make codes by the clock take for a key.
public enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = [], buffer: UInt32 = 0, bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
