import CSecp256k1
import Crypto
import Encoding
import RelyingParty

@testable import RelyingPartyTests

/// A key on secp256k1 that signs in DER, with the lower or the higher of the two values of s.
final class Secp256k1TestKey: TestSigningKey, @unchecked Sendable {
  let algorithm = COSEAlgorithmIdentifier.es256K
  private let context: OpaquePointer?
  private let secret: [UInt8]
  let hasHighS: Bool

  init(seed: UInt8 = 1, hasHighS: Bool = false) {
    context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_SIGN))
    secret = Array(SHA256.hash(data: [seed]))
    self.hasHighS = hasHighS
  }

  deinit { if let context { secp256k1_context_destroy(context) } }

  func raw(for message: [UInt8]) throws -> [UInt8] {
    guard let context else { throw Failure() }
    var signature = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_sign(context, &signature, Array(SHA256.hash(data: message)), secret, nil, nil) == 1 else { throw Failure() }
    var raw = [UInt8](repeating: 0, count: 64)
    guard secp256k1_ecdsa_signature_serialize_compact(context, &raw, &signature) == 1 else { throw Failure() }
    guard hasHighS else { return raw }
    var high = Array(raw[32...])
    guard secp256k1_ec_seckey_negate(context, &high) == 1 else { throw Failure() }
    return raw[..<32] + high
  }

  func signature(for message: [UInt8]) throws -> [UInt8] {
    let raw = try raw(for: message)
    let content = [raw[..<32], raw[32...]].flatMap { half -> [UInt8] in
      let digits = Array(half.drop { $0 == 0 })
      let integer = (digits.first ?? 0) & 0x80 == 0 ? digits : [0] + digits
      return [2, UInt8(integer.count)] + integer
    }
    return [0x30, UInt8(content.count)] + content
  }

  func parameters() throws -> [Int64: CBORValue] {
    guard let context else { throw Failure() }
    var key = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_create(context, &key, secret) == 1 else { throw Failure() }
    var (bytes, count) = ([UInt8](repeating: 0, count: 65), 65)
    guard secp256k1_ec_pubkey_serialize(context, &bytes, &count, &key, UInt32(SECP256K1_EC_UNCOMPRESSED)) == 1 else { throw Failure() }
    return [1: .integer(2), -1: .integer(8), -2: .bytes(bytes[1..<33]), -3: .bytes(bytes[33...])]
  }

  struct Failure: Error {}
}
