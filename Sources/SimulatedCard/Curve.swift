import CSecp256k1
import Crypto

/// secp256k1 as used by the card, on top of libsecp256k1: private keys are 32 bytes, points are 65 (uncompressed).
enum Curve {
  static let pointSize = 65

  /// The context for creating signatures. It never changes after its creation.
  private nonisolated(unsafe) static let signing: OpaquePointer? = {
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { return nil }
    _ = secp256k1_context_randomize(context, Random.bytes(32))
    return context
  }()

  /// Generates a fresh private key.
  static func makePrivateKey() -> [UInt8] {
    while true {
      let candidate = Random.bytes(32)
      if isPrivateKey(candidate) { return candidate }
    }
  }

  static func isPrivateKey(_ key: [UInt8]) -> Bool {
    key.count == 32 && secp256k1_ec_seckey_verify(secp256k1_shared_context(), key) == 1
  }

  /// Returns the public key; `nil` unless the private key is valid.
  static func publicKey(of privateKey: [UInt8], isCompressed: Bool = false) -> [UInt8]? {
    guard isPrivateKey(privateKey), let signing else { return nil }
    var point = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_create(signing, &point, privateKey) == 1 else { return nil }
    return serialized(point, isCompressed: isCompressed)
  }

  /// Returns `true` if the bytes are an uncompressed point on the curve.
  static func isPoint(_ bytes: [UInt8]) -> Bool { parsed(bytes) != nil }

  /// Returns the X coordinate of the shared point, unmodified: Keycard does not hash it.
  static func sharedX(_ privateKey: [UInt8], _ point: [UInt8]) -> [UInt8]? {
    guard isPrivateKey(privateKey), var point = parsed(point) else { return nil }
    var x = [UInt8](repeating: 0, count: 32)
    let done = secp256k1_ecdh(
      secp256k1_shared_context(), &x, &point, privateKey,
      { output, x, _, _ in
        guard let output, let x else { return 0 }
        output.update(from: x, count: 32)
        return 1
      }, nil)
    return done == 1 ? x : nil
  }

  /// Returns the child's private key: parent plus tweak modulo the order (BIP-32). `nil` for the values that BIP-32
  /// skips.
  static func adding(_ tweak: [UInt8], to privateKey: [UInt8]) -> [UInt8]? {
    guard isPrivateKey(privateKey), tweak.count == 32 else { return nil }
    var sum = privateKey
    return secp256k1_ec_seckey_tweak_add(secp256k1_shared_context(), &sum, tweak) == 1 ? sum : nil
  }

  /// Returns a signature over 32 bytes, in DER with low S. The nonce is generated anew each time, as on a card.
  static func sign(_ hash: [UInt8], with privateKey: [UInt8]) -> [UInt8]? {
    guard hash.count == 32, isPrivateKey(privateKey), let signing else { return nil }
    var signature = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_sign(signing, &signature, hash, privateKey, nil, Random.bytes(32)) == 1 else { return nil }
    var encoded = [UInt8](repeating: 0, count: 72)
    var count = encoded.count
    guard secp256k1_ecdsa_signature_serialize_der(secp256k1_shared_context(), &encoded, &count, &signature) == 1 else {
      return nil
    }
    return Array(encoded.prefix(count))
  }

  /// Returns r, s and the recovery number in 65 bytes: the form of the manufacturer's signature in a certificate.
  static func signRecoverably(_ hash: [UInt8], with privateKey: [UInt8]) -> [UInt8]? {
    guard hash.count == 32, isPrivateKey(privateKey), let signing else { return nil }
    var signature = secp256k1_ecdsa_recoverable_signature()
    guard secp256k1_ecdsa_sign_recoverable(signing, &signature, hash, privateKey, nil, Random.bytes(32)) == 1 else {
      return nil
    }
    var compact = [UInt8](repeating: 0, count: 64)
    var recovery: Int32 = 0
    _ = secp256k1_ecdsa_recoverable_signature_serialize_compact(
      secp256k1_shared_context(), &compact, &recovery, &signature)
    return compact + [UInt8(truncatingIfNeeded: recovery)]
  }

  private static func parsed(_ bytes: [UInt8]) -> secp256k1_pubkey? {
    guard bytes.count == pointSize, bytes[0] == 4 else { return nil }
    var point = secp256k1_pubkey()
    return secp256k1_ec_pubkey_parse(secp256k1_shared_context(), &point, bytes, bytes.count) == 1 ? point : nil
  }

  private static func serialized(_ point: secp256k1_pubkey, isCompressed: Bool) -> [UInt8] {
    var point = point
    var count = isCompressed ? 33 : pointSize
    var bytes = [UInt8](repeating: 0, count: count)
    let form = isCompressed ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED
    _ = secp256k1_ec_pubkey_serialize(secp256k1_shared_context(), &bytes, &count, &point, UInt32(form))
    return bytes
  }
}

/// A private key that can have children (BIP-32).
struct ExtendedKey: Equatable, Sendable {
  var privateKey: [UInt8]
  var chainCode: [UInt8]

  init(privateKey: [UInt8], chainCode: [UInt8]) { (self.privateKey, self.chainCode) = (privateKey, chainCode) }

  /// Creates the master key from a seed. `nil` for the seeds that BIP-32 calls invalid, one in 2¹²⁷.
  init?(seed: [UInt8]) {
    let (left, right) = Self.halves(key: Array("Bitcoin seed".utf8), seed)
    guard Curve.isPrivateKey(left) else { return nil }
    self.init(privateKey: left, chainCode: right)
  }

  /// Returns the child with this number, which is hardened from 2³¹ on. `publicKey` is this key's own public key, if
  /// the caller already knows it.
  func child(_ number: ArraySlice<UInt8>, publicKey: [UInt8]? = nil) -> ExtendedKey? {
    guard let top = number.first else { return nil }
    let parent: [UInt8]?
    if top >= 0x80 {
      parent = [0] + privateKey
    } else {
      parent = Self.compressed(publicKey ?? Curve.publicKey(of: privateKey))
    }
    guard let parent else { return nil }
    let (left, right) = Self.halves(key: chainCode, parent + number)
    return Curve.adding(left, to: privateKey).map { ExtendedKey(privateKey: $0, chainCode: right) }
  }

  /// Returns the key at the end of a path of four-byte numbers.
  func descendant(_ path: [UInt8], publicKey: [UInt8]? = nil) -> ExtendedKey? {
    var key = self
    for start in stride(from: 0, to: path.count - path.count % 4, by: 4) {
      guard let child = key.child(path[start..<(start + 4)], publicKey: start == 0 ? publicKey : nil) else {
        return nil
      }
      key = child
    }
    return key
  }

  private static func halves(key: [UInt8], _ bytes: [UInt8]) -> ([UInt8], [UInt8]) {
    let code = Array(HMAC<SHA512>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
    return (Array(code.prefix(32)), Array(code.suffix(32)))
  }

  private static func compressed(_ point: [UInt8]?) -> [UInt8]? {
    guard let point, point.count == Curve.pointSize, let last = point.last else { return nil }
    return [2 | last & 1] + point[1..<33]
  }
}
