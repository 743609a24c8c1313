import Encoding

/// A hash that somebody gives to be signed.
public enum CardHash {
  /// Its 32 bytes, from 64 hexadecimal digits of either case, with or without 0x before them; `nil` for anything else.
  public static func bytes(of text: Secret) -> [UInt8]? {
    let digits = text.withBytes { String(decoding: $0, as: UTF8.self) }.lowercased()
    guard let bytes = Hex.decode(digits.hasPrefix("0x") ? String(digits.dropFirst(2)) : digits), bytes.count == 32 else { return nil }
    return bytes
  }
}
