import CSecp256k1
import Crypto
import Encoding

/// A private key of secp256k1: 32 bytes, big-endian, from 1 to the order of the curve minus 1.
public struct Secp256k1PrivateKey: Sendable {
  /// The key's 32 bytes.
  public let bytes: Secret
  /// The corresponding point.
  public let publicKey: Secp256k1PublicKey

  /// Returns `nil` for anything but a number in that range.
  public init?(_ bytes: Secret) {
    guard bytes.count == 32 else { return nil }
    var point = secp256k1_pubkey()
    guard bytes.withBytes({ secp256k1_ec_pubkey_create(Secp256k1Context.shared.pointer, &point, $0.assumed) }) == 1
    else { return nil }
    self.bytes = bytes
    publicKey = Secp256k1PublicKey(point)
  }

  /// Generates a new random key.
  ///
  /// - Throws: `invalid` if the source of randomness yields no key in many attempts, which never happens with a working
  ///   source.
  static func random(_ random: CardRandomness) throws(KeycardError) -> Self {
    for _ in 0..<16 {
      var drawn = random(32)
      defer { Wiping.wipe(&drawn) }
      if let key = Self(Secret(drawn)) { return key }
    }
    throw KeycardError(.invalid, "the source of randomness gives no key")
  }

  /// Returns the raw x coordinate of the shared point, 32 bytes. As on the card, it is not hashed.
  func sharedX(with other: Secp256k1PublicKey) -> Secret {
    var point = other.parsed
    return Secret(byteCount: 32) { output in
      _ = bytes.withBytes { key in
        secp256k1_ecdh(
          secp256k1_shared_context(), output.assumed, &point, key.assumed,
          { output, x, _, _ in
            guard let output, let x else { return 0 }
            output.update(from: x, count: 32)
            return 1
          }, nil)
      }
    }
  }

  /// Returns this number plus another, modulo the order (BIP32's child key), or `nil` if the result is not a key.
  func adding(_ tweak: UnsafeRawBufferPointer) -> Self? {
    guard tweak.count == 32 else { return nil }
    var isKey = false
    let sum = Secret(byteCount: 32) { output in
      bytes.withBytes { output.copyMemory(from: $0) }
      isKey = secp256k1_ec_seckey_tweak_add(secp256k1_shared_context(), output.assumed, tweak.assumed) == 1
    }
    return isKey ? Self(sum) : nil
  }
}

extension UnsafeRawBufferPointer {
  /// The pointer for C functions that take a fixed number of bytes, which the caller has checked.
  var assumed: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self).baseAddress ?? UnsafePointer(Self.nowhere) }
  private static nonisolated(unsafe) let nowhere = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
}

extension UnsafeMutableRawBufferPointer {
  /// The mutable counterpart of `UnsafeRawBufferPointer.assumed`.
  var assumed: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: UnsafeRawBufferPointer(self).assumed) }
}

/// A point of secp256k1 (SEC 2 §2.4.1), parsed by libsecp256k1.
public struct Secp256k1PublicKey: Hashable, Sendable {
  /// 04, x, y: 65 bytes.
  public let uncompressed: [UInt8]

  /// Reads 33 compressed or 65 uncompressed bytes. Returns `nil` for anything that is not a point on the curve.
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

  /// The UID of a master key, in Keycard's terms: SHA-256 of the 65 bytes.
  public var keyUID: [UInt8] { Array(SHA256.hash(data: uncompressed)) }

  /// The key in the library's form. The library has already read or written these bytes.
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

/// An ECDSA signature on secp256k1: r and s, 32 bytes each.
struct Secp256k1Signature: Hashable, Sendable {
  /// r, then s: 64 bytes.
  let compact: [UInt8]

  /// Returns `nil` for anything but 64 bytes whose r and s are below the order.
  init?(compact: [UInt8]) {
    guard compact.count == 64 else { return nil }
    var parsed = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_signature_parse_compact(secp256k1_shared_context(), &parsed, compact) == 1 else { return nil }
    self.compact = compact
  }

  /// Reads a DER SEQUENCE of two INTEGERs (RFC 3279 §2.2.3), with nothing after it.
  init?(der: [UInt8]) {
    var whole = DERReader(der)
    guard var inside = try? whole.enter(.sequence), (try? whole.finish()) != nil,
      let r = try? inside.readIntegerBytes(), let s = try? inside.readIntegerBytes(), (try? inside.finish()) != nil,
      let r = Self.coordinate(r), let s = Self.coordinate(s)
    else { return nil }
    self.init(compact: r + s)
  }

  /// `true` if s is in the lower half of the order. Where a signature must have only one form, only this form is valid.
  var isLowS: Bool {
    var parsed = parsed
    return secp256k1_ecdsa_signature_normalize(secp256k1_shared_context(), nil, &parsed) == 0
  }

  /// Returns `true` if the key signed this 32-byte digest, with either of the two values of s.
  func isValid(for digest: [UInt8], by key: Secp256k1PublicKey) -> Bool {
    guard digest.count == 32 else { return false }
    var (given, normalized, key) = (parsed, secp256k1_ecdsa_signature(), key.parsed)
    _ = secp256k1_ecdsa_signature_normalize(secp256k1_shared_context(), &normalized, &given)
    return secp256k1_ecdsa_verify(secp256k1_shared_context(), &normalized, digest, &key) == 1
  }

  /// Returns the key that signed this 32-byte digest. The recovery id (0 to 3) selects it among the possible keys.
  func recoveredKey(for digest: [UInt8], recoveryID: Int) -> Secp256k1PublicKey? {
    var parsed = secp256k1_ecdsa_recoverable_signature()
    var key = secp256k1_pubkey()
    guard digest.count == 32, (0...3).contains(recoveryID),
      secp256k1_ecdsa_recoverable_signature_parse_compact(
        secp256k1_shared_context(), &parsed, compact, Int32(recoveryID)) == 1,
      secp256k1_ecdsa_recover(secp256k1_shared_context(), &key, &parsed, digest) == 1
    else { return nil }
    return Secp256k1PublicKey(key)
  }

  private var parsed: secp256k1_ecdsa_signature {
    var parsed = secp256k1_ecdsa_signature()
    _ = secp256k1_ecdsa_signature_parse_compact(secp256k1_shared_context(), &parsed, compact)
    return parsed
  }

  private static func coordinate(_ integer: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = integer.first, first & 0x80 == 0 else { return nil }
    let digits = integer.drop { $0 == 0 }
    guard digits.count <= 32 else { return nil }
    return [UInt8](repeating: 0, count: 32 - digits.count) + digits
  }
}

/// The library's tables for computing public keys and signatures, blinded once with random numbers to protect against
/// timing and power measurements.
///
/// The tables never change after that, so all threads may use them.
final class Secp256k1Context: Sendable {
  static let shared = Secp256k1Context()
  nonisolated(unsafe) let pointer: OpaquePointer

  private init() {
    pointer = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))
    // This fails for a context without memory for blinding, which would then work unblinded.
    _ = secp256k1_context_randomize(pointer, SystemRandomness.bytes(32))
  }
}
