import Crypto
import CSecp256k1
import Encoding
import MoreAlgorithms
import RelyingParty
import Testing
@testable import RelyingParty
@testable import RelyingPartyTests

@Suite struct ES256KTests {
  private static let key = TestAuthenticator.Key.signing(Secp256k1TestKey())
  private let party = Ceremony.completeParty

  @Test("a secp256k1 key registers, attests itself and signs in; altered signatures are rejected")
  func life() throws {
    for seed in 1...8 { try AlgorithmLife.expect(.signing(Secp256k1TestKey(seed: UInt8(seed))), party) }
  }

  @Test("a signature with the higher s is as valid as one with the lower s")
  func highS() throws {
    let (low, high) = (Secp256k1TestKey(), Secp256k1TestKey(hasHighS: true))
    #expect(try low.raw(for: [1]) != high.raw(for: [1]))
    try AlgorithmLife.expect(.signing(high), party)
  }

  @Test("a wrong curve, a wrong length, a point off the curve and another key type are rejected")
  func keys() throws {
    let members = try COSEMembers.read(try TestAuthenticator(key: Self.key).publicKey())
    let x = try #require(members[-2]?.byteString)
    let y = try #require(members[-3]?.byteString)
    for change in [
      [-1: .integer(1)], [-2: .bytes(x.dropFirst())], [-3: .bytes(y + [0])], [-2: .bytes(y), -3: .bytes(x)],
      [-2: .bytes([UInt8](repeating: 0, count: 32)[...])], [-3: .bytes([UInt8](repeating: 255, count: 32)[...])],
    ] as [[Int64: CBORValue]] { try AlgorithmLife.expectRefusedKey(Self.key, changing: change, party) }
    let others: [TestAuthenticator.Key] = [
      .es256(P256.Signing.PrivateKey()), .edDSA(Curve25519.Signing.PrivateKey()), .rs256(TestKeys.rsa),
      .signing(Ed448TestKey()),
    ]
    for other in others {
      let authenticator = TestAuthenticator(key: .signing(RenumberedKey(algorithm: .es256K, key: other)))
      expectRefusal(try Ceremony.register(authenticator, party), 20, .invalidPublicKey)
    }
  }

  @Test("a secp256k1 key numbered ES256 is rejected, and so is ES256K unless it is enabled")
  func otherNumbers() throws {
    let renumbered = TestAuthenticator(key: .signing(RenumberedKey(algorithm: .es256, key: Self.key)))
    expectRefusal(try Ceremony.register(renumbered, party), 20, .invalidPublicKey)
    let state = Ceremony.registration(party)
    expectRefusal(try Ceremony.register(TestAuthenticator(key: Self.key), state: state), 20, .unsupportedPublicKey)
  }

  @Test("a signature with r or s equal to 0 or beyond the curve's order is rejected")
  func scalars() throws {
    let authenticator = TestAuthenticator(key: Self.key)
    let record = try Ceremony.register(authenticator, party).get().credential
    let beyond = [UInt8](repeating: 0xff, count: 32)
    for signature in [[0x30, 6, 2, 1, 0, 2, 1, 0], [0x30, 70, 2, 33, 0] + beyond + [2, 33, 0] + beyond] as [[UInt8]] {
      expectRefusal(
        try Ceremony.authenticate(authenticator, party, record: record) { _ in signature }, 21, .badSignature)
    }
  }
}

/// A secp256k1 key that signs in DER, with either the lower or the higher of the two values of s.
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
    guard secp256k1_ecdsa_sign(context, &signature, Array(SHA256.hash(data: message)), secret, nil, nil) == 1 else {
      throw Failure()
    }
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
    guard secp256k1_ec_pubkey_serialize(context, &bytes, &count, &key, UInt32(SECP256K1_EC_UNCOMPRESSED)) == 1 else {
      throw Failure()
    }
    return [1: .integer(2), -1: .integer(8), -2: .bytes(bytes[1..<33]), -3: .bytes(bytes[33...])]
  }

  struct Failure: Error {}
}
