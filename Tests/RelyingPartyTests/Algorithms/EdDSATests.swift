import Crypto
import Encoding
import Testing

@testable import RelyingParty

@Suite struct EdDSATests {
  private static let key = TestAuthenticator.Key.edDSA(Curve25519.Signing.PrivateKey())

  /// The y coordinates of the points of order 1, 2, 4 and 8, and 0 and 1 with the prime added.
  private static let smallOrder: [[UInt8]] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ].compactMap(Hex.decode)

  @Test("a key of small order is rejected with either sign")
  func refusesSmallOrder() throws {
    #expect(Self.smallOrder.count == 7)
    for y in Self.smallOrder {
      try AlgorithmLife.expectRefusedKey(Self.key, changing: [-2: .bytes(y[...])])
      try AlgorithmLife.expectRefusedKey(Self.key, changing: [-2: .bytes((y.dropLast() + [y[31] | 0x80])[...])])
      // A number that differs in one bit is not among them, so similar keys are not refused.
      #expect(!Ed25519SmallOrder.contains((y.prefix(16) + [y[16] ^ 1] + y.suffix(15))[...]))
    }
  }

  @Test("with a public key of order 1, a forged signature is valid for every message")
  func forgery() throws {
    let identity = Self.smallOrder[1]
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: identity)
    #expect(key.isValidSignature(identity + [UInt8](repeating: 0, count: 32), for: Array("anything".utf8)))
  }

  @Test("a key of a wrong length, curve or key type is rejected under both numbers")
  func wrongKeys() throws {
    for key in [Self.key, .signing(RenumberedKey(algorithm: .ed25519, key: Self.key))] {
      let x = try #require(try COSEMembers.read(try TestAuthenticator(key: key).publicKey())[-2]?.byteString)
      try AlgorithmLife.expectRefusedKey(key, changing: [-2: .bytes(x.dropLast())])
      try AlgorithmLife.expectRefusedKey(key, changing: [-2: .bytes(x + [0])])
      try AlgorithmLife.expectRefusedKey(key, changing: [-1: .integer(4)])
      try AlgorithmLife.expectRefusedKey(
        key, changing: [-1: .integer(7), -2: .bytes([UInt8](repeating: 9, count: 57)[...])])
    }
  }
}
