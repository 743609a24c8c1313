import Crypto
import CryptoExtras
import Testing

@testable import RelyingParty

@Suite struct StandardAlgorithmTests {
  private static let p256 = TestAuthenticator.Key.es256(P256.Signing.PrivateKey())
  private static let p384 = TestAuthenticator.Key.es384(P384.Signing.PrivateKey())
  private static let p521 = TestAuthenticator.Key.es512(P521.Signing.PrivateKey())
  private static let ed25519 = TestAuthenticator.Key.edDSA(Curve25519.Signing.PrivateKey())

  private static func keys() throws -> [TestAuthenticator.Key] {
    [
      p256, p384, p521, ed25519, .rs256(TestKeys.rsa), .ps256(TestKeys.rsa),
      .signing(RenumberedKey(algorithm: .esp256, key: p256)),
      .signing(RenumberedKey(algorithm: .esp384, key: p384)), .signing(RenumberedKey(algorithm: .esp512, key: p521)),
      .signing(RenumberedKey(algorithm: .ed25519, key: ed25519)), .signing(RSATestKey(algorithm: .rs384)),
      .signing(RSATestKey(algorithm: .rs512)),
      .signing(RSATestKey(algorithm: .ps384)), .signing(RSATestKey(algorithm: .ps512)),
      .signing(MLDSA65TestKey(key: try MLDSA65.PrivateKey())),
      .signing(MLDSA87TestKey(key: try MLDSA87.PrivateKey())),
    ]
  }

  @Test("every standard algorithm registers, attests and signs in, and rejects altered signatures")
  func lives() throws {
    let keys = try Self.keys()
    #expect(Set(keys.map { TestAuthenticator(key: $0).algorithm }) == Set(SignatureAlgorithms.standard.identifiers))
    for key in keys { try AlgorithmLife.expect(key) }
  }

  @Test("every key under a different algorithm's number is rejected at registration")
  func mismatches() throws {
    func kind(_ identifier: COSEAlgorithmIdentifier) -> Int {
      switch identifier {
      case .es256, .esp256: 1
      case .es384, .esp384: 2
      case .es512, .esp512: 3
      case .edDSA, .ed25519: 4
      case .mlDSA65: 5
      case .mlDSA87: 6
      default: 7
      }
    }
    for key in try Self.keys() {
      for number in SignatureAlgorithms.standard.identifiers
      where kind(number) != kind(TestAuthenticator(key: key).algorithm) {
        let authenticator = TestAuthenticator(key: .signing(RenumberedKey(algorithm: number, key: key)))
        expectRefusal(try Ceremony.register(authenticator), 20, .invalidPublicKey)
      }
    }
  }

  @Test("coordinates of the wrong length, a wrong curve and a point off its curve are rejected")
  func points() throws {
    for (key, curve, size) in [(Self.p256, 1, 32), (Self.p384, 2, 48), (Self.p521, 3, 66)]
      as [(TestAuthenticator.Key, Int64, Int)]
    {
      let members = try COSEMembers.read(try TestAuthenticator(key: key).publicKey())
      let x = try #require(members[-2]?.byteString)
      let y = try #require(members[-3]?.byteString)
      try AlgorithmLife.expectRefusedKey(key, changing: [-1: .integer(curve % 3 + 1)])
      try AlgorithmLife.expectRefusedKey(key, changing: [-2: .bytes(x.dropFirst())])
      try AlgorithmLife.expectRefusedKey(key, changing: [-2: .bytes([0] + x)])
      try AlgorithmLife.expectRefusedKey(key, changing: [-3: .bytes(y + [0])])
      try AlgorithmLife.expectRefusedKey(key, changing: [-2: .bytes(y), -3: .bytes(x)])
      try AlgorithmLife.expectRefusedKey(key, changing: [-2: .bytes([UInt8](repeating: 0, count: size)[...])])
      try AlgorithmLife.expectRefusedKey(key, changing: [-3: .bytes([UInt8](repeating: 255, count: size)[...])])
    }
  }

  @Test("an RSA key's signature under one algorithm number is not valid under another")
  func hashesAndPaddings() throws {
    func key(_ number: COSEAlgorithmIdentifier) -> TestAuthenticator.Key { .signing(RSATestKey(algorithm: number)) }
    try AlgorithmLife.expectConfusionRefused(key(.rs384), signingAs: key(.rs512))
    try AlgorithmLife.expectConfusionRefused(key(.ps384), signingAs: key(.rs384))
    try AlgorithmLife.expectConfusionRefused(key(.rs512), signingAs: key(.ps512))
    try AlgorithmLife.expectConfusionRefused(key(.ps512), signingAs: key(.ps384))
    try AlgorithmLife.expectConfusionRefused(.rs256(TestKeys.rsa), signingAs: key(.rs1))
  }

  @Test("an ML-DSA public key of the wrong length is rejected")
  func mlDSA() throws {
    let key = TestAuthenticator.Key.signing(MLDSA65TestKey(key: try MLDSA65.PrivateKey()))
    let bytes = try #require(try COSEMembers.read(try TestAuthenticator(key: key).publicKey())[-1]?.byteString)
    try AlgorithmLife.expectRefusedKey(key, changing: [-1: .bytes(bytes.dropLast())])
    try AlgorithmLife.expectRefusedKey(key, changing: [-1: .bytes(bytes + [0])])
    try AlgorithmLife.expectRefusedKey(key, changing: [-1: .bytes([])])
  }
}
