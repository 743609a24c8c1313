import Crypto
import CryptoExtras
import Encoding
import Testing

@testable import RelyingParty

/// Keys in the formats in which other libraries store them.
@Suite struct ImportedKeyTests {
  private let p256 = P256.Signing.PrivateKey(), p384 = P384.Signing.PrivateKey(), p521 = P521.Signing.PrivateKey()

  /// A record that holds `key`.
  private func record(_ key: COSEKey) -> CredentialRecord {
    CredentialRecord(id: [1], publicKey: key.encoded(), signCount: 0)
  }

  @Test("an uncompressed point becomes the COSE_Key that the authenticator itself writes")
  func points() throws {
    let known: [(TestAuthenticator.Key, [UInt8], COSEAlgorithmIdentifier)] = [
      (.es256(p256), Array(p256.publicKey.x963Representation), .es256),
      (.es384(p384), Array(p384.publicKey.x963Representation), .es384),
      (.es512(p521), Array(p521.publicKey.x963Representation), .es512),
    ]
    for (key, point, algorithm) in known {
      #expect(
        try COSEKey(uncompressedPoint: point, algorithm: algorithm).encoded() == TestAuthenticator(key: key).publicKey()
      )
    }
  }

  @Test("a SubjectPublicKeyInfo becomes the COSE_Key that the authenticator itself writes")
  func infos() throws {
    let edwards = Curve25519.Signing.PrivateKey()
    let edwardsInfo =
      [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
      + Array(edwards.publicKey.rawRepresentation)
    let known: [(TestAuthenticator.Key, [UInt8], COSEAlgorithmIdentifier)] = [
      (.es256(p256), Array(p256.publicKey.derRepresentation), .es256),
      (.es384(p384), Array(p384.publicKey.derRepresentation), .es384),
      (.es512(p521), Array(p521.publicKey.derRepresentation), .es512), (.edDSA(edwards), edwardsInfo, .edDSA),
      (.rs256(TestKeys.rsa), Array(TestKeys.rsa.publicKey.derRepresentation), .rs256),
      (.ps256(TestKeys.rsa), Array(TestKeys.rsa.publicKey.derRepresentation), .ps256),
    ]
    for (key, info, algorithm) in known {
      let made = try COSEKey(subjectPublicKeyInfo: info, algorithm: algorithm)
      #expect(try made.encoded() == TestAuthenticator(key: key).publicKey())
      #expect(throws: Never.self) { try Ceremony.party.verifyKey(of: record(made)) }
    }
  }

  @Test("a key is written exactly as it was read")
  func roundTrip() throws {
    let bytes = try TestAuthenticator(key: .es256(p256)).publicKey()
    #expect(try COSEKey(bytes).encoded() == bytes)
  }

  @Test("an imported key signs in")
  func signsIn() throws {
    let authenticator = TestAuthenticator(key: .es256(p256))
    let key = try COSEKey(uncompressedPoint: Array(p256.publicKey.x963Representation), algorithm: .es256)
    let record = CredentialRecord(id: authenticator.id, publicKey: key.encoded(), signCount: 0)
    #expect(try Ceremony.authenticate(authenticator, record: record).get().credential.backupEligible == .notEligible)
  }

  @Test("malformed keys, trailing bytes and algorithms of a different kind are rejected")
  func refused() throws {
    let point = Array(p256.publicKey.x963Representation), info = Array(p256.publicKey.derRepresentation)
    for bytes in [
      [], Array(point.dropFirst()), point + [0], Array(p256.publicKey.compressedRepresentation),
      [6] + point.dropFirst(),
    ] {
      #expect(throws: COSEKeyError.invalid) { try COSEKey(uncompressedPoint: bytes, algorithm: .es256) }
    }
    #expect(throws: COSEKeyError.invalid) { try COSEKey(uncompressedPoint: point, algorithm: .es384) }
    #expect(throws: COSEKeyError.unsupported) { try COSEKey(uncompressedPoint: point, algorithm: .edDSA) }
    for bytes in [[], point, info + [0], Array(info.dropLast())] {
      #expect(throws: COSEKeyError.invalid) { try COSEKey(subjectPublicKeyInfo: bytes, algorithm: .es256) }
    }
  }

  @Test("importing detects a point off its curve and a key that does not match the algorithm")
  func unusable() throws {
    var point = Array(p256.publicKey.x963Representation)
    point[64] ^= 1
    let wrong = [
      try COSEKey(uncompressedPoint: point, algorithm: .es256),
      try COSEKey(subjectPublicKeyInfo: Array(p256.publicKey.derRepresentation), algorithm: .rs256),
    ]
    for key in wrong {
      #expect(throws: WebAuthnError(.authentication(21), .invalidPublicKey)) {
        try Ceremony.party.verifyKey(of: record(key))
      }
    }
  }
}
