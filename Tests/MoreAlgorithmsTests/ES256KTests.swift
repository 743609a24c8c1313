import Crypto
import Encoding
import MoreAlgorithms
import Testing

@testable import RelyingParty
@testable import RelyingPartyTests

@Suite struct ES256KTests {
  private static let key = TestAuthenticator.Key.signing(Secp256k1TestKey())
  private let party = Ceremony.completeParty

  @Test("a key on secp256k1 registers, attests itself and signs in, and takes no changed signature")
  func life() throws { for seed in 1...8 { try AlgorithmLife.expect(.signing(Secp256k1TestKey(seed: UInt8(seed))), party) } }

  @Test("a signature with the higher s is as good as the one with the lower")
  func highS() throws {
    let (low, high) = (Secp256k1TestKey(), Secp256k1TestKey(hasHighS: true))
    #expect(try low.raw(for: [1]) != high.raw(for: [1]))
    try AlgorithmLife.expect(.signing(high), party)
  }

  @Test("a wrong curve, a wrong length, a point off the curve and another key type are refused")
  func keys() throws {
    let members = try COSEMembers.read(try TestAuthenticator(key: Self.key).publicKey())
    let x = try #require(members[-2]?.byteString)
    let y = try #require(members[-3]?.byteString)
    for change in [
      [-1: .integer(1)], [-2: .bytes(x.dropFirst())], [-3: .bytes(y + [0])], [-2: .bytes(y), -3: .bytes(x)],
      [-2: .bytes([UInt8](repeating: 0, count: 32)[...])], [-3: .bytes([UInt8](repeating: 255, count: 32)[...])],
    ] as [[Int64: CBORValue]] { try AlgorithmLife.expectRefusedKey(Self.key, changing: change, party) }
    let others: [TestAuthenticator.Key] = [
      .es256(P256.Signing.PrivateKey()), .edDSA(Curve25519.Signing.PrivateKey()), .rs256(TestKeys.rsa), .signing(Ed448TestKey()),
    ]
    for other in others {
      let authenticator = TestAuthenticator(key: .signing(RenumberedKey(algorithm: .es256K, key: other)))
      expectRefusal(try Ceremony.register(authenticator, party), 20, .invalidPublicKey)
    }
  }

  @Test("a key on secp256k1 under the number of ES256 is refused, as is ES256K where it was not added")
  func otherNumbers() throws {
    let renumbered = TestAuthenticator(key: .signing(RenumberedKey(algorithm: .es256, key: Self.key)))
    expectRefusal(try Ceremony.register(renumbered, party), 20, .invalidPublicKey)
    let state = Ceremony.registration(party)
    expectRefusal(try Ceremony.register(TestAuthenticator(key: Self.key), state: state), 20, .unsupportedPublicKey)
  }

  @Test("r and s of 0 and beyond the order of the curve are no signature")
  func scalars() throws {
    let authenticator = TestAuthenticator(key: Self.key)
    let record = try Ceremony.register(authenticator, party).get().credential
    let beyond = [UInt8](repeating: 0xff, count: 32)
    for signature in [[0x30, 6, 2, 1, 0, 2, 1, 0], [0x30, 70, 2, 33, 0] + beyond + [2, 33, 0] + beyond] as [[UInt8]] {
      expectRefusal(try Ceremony.authenticate(authenticator, party, record: record) { _ in signature }, 21, .badSignature)
    }
  }
}
