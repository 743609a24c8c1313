import Crypto
import Encoding

@testable import Keycard

/// The bytes of a hexadecimal literal in a test.
func bytes(_ hex: String) -> [UInt8] { Hex.decode(hex) ?? [] }

func secret(_ text: String) -> Secret { Secret(Array(text.utf8)) }

extension Secret {
  /// The secret's bytes, for comparison in tests.
  var exposed: [UInt8] { withBytes { Array($0) } }
}

/// The text form of BIP32's extended keys, to the extent that the published vectors need it.
enum Base58 {
  private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")

  /// The 78 bytes of an extended key, or `nil` if the checksum does not match.
  static func extendedKey(_ text: String) -> [UInt8]? {
    var number = [UInt8](repeating: 0, count: 82)
    for character in text {
      guard var carry = alphabet.firstIndex(of: character) else { return nil }
      for index in number.indices.reversed() {
        carry += Int(number[index]) * 58
        number[index] = UInt8(carry & 0xFF)
        carry >>= 8
      }
    }
    let checksum = SHA256.hash(data: Array(SHA256.hash(data: number.prefix(78)))).prefix(4)
    return Array(checksum) == Array(number.suffix(4)) ? Array(number.prefix(78)) : nil
  }
}
