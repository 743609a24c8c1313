import CSecp256k1
import Crypto

/// A point of secp256k1 (SEC 2 §2.4.1) that libsecp256k1 has read.
public struct Secp256k1PublicKey: Hashable, Sendable {
  /// 04, x, y: 65 bytes.
  public let uncompressed: [UInt8]

  /// Reads 33 compressed or 65 uncompressed bytes; `nil` for what is no point of the curve.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 33 || bytes.count == 65 && bytes.first == 4 else { return nil }
    var key = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_parse(secp256k1_shared_context(), &key, bytes, bytes.count) == 1 else { return nil }
    self.init(key)
  }

  init(_ key: secp256k1_pubkey) { uncompressed = Self.serialize(key, count: 65, UInt32(SECP256K1_EC_UNCOMPRESSED)) }

  /// 02 or 03, x: 33 bytes.
  public var compressed: [UInt8] {
    let parity = uncompressed.last.map { $0 & 1 } ?? 0
    return [2 | parity] + uncompressed.dropFirst().prefix(32)
  }

  /// What Keycard calls the UID of a master key: SHA-256 of the 65 bytes.
  public var keyUID: [UInt8] { Array(SHA256.hash(data: uncompressed)) }

  /// The library's form. The bytes were read or written by it before.
  var parsed: secp256k1_pubkey {
    var key = secp256k1_pubkey()
    _ = secp256k1_ec_pubkey_parse(secp256k1_shared_context(), &key, uncompressed, uncompressed.count)
    return key
  }

  private static func serialize(_ key: secp256k1_pubkey, count: Int, _ form: UInt32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var (length, key) = (count, key)
    _ = secp256k1_ec_pubkey_serialize(secp256k1_shared_context(), &bytes, &length, &key, form)
    return bytes
  }
}
