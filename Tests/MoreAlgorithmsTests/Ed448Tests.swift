import CCrypto
import Crypto
import Encoding
import RelyingParty
import Testing
@testable import MoreAlgorithms
@testable import RelyingParty
@testable import RelyingPartyTests

@Suite struct Ed448Tests {
  private static let key = TestAuthenticator.Key.signing(Ed448TestKey())
  private let party = Ceremony.completeParty

  @Test("an Ed448 key registers, attests itself and signs in; altered signatures are rejected")
  func life() throws { try AlgorithmLife.expect(Self.key, party) }

  @Test("an Ed448 key under -8, which is Ed25519 in WebAuthn, or under -19 is rejected")
  func edDSA() throws {
    for number in [COSEAlgorithmIdentifier.edDSA, .ed25519] {
      let authenticator = TestAuthenticator(key: .signing(RenumberedKey(algorithm: number, key: Self.key)))
      expectRefusal(try Ceremony.register(authenticator, party), 20, .invalidPublicKey)
    }
  }

  @Test("a wrong curve, a wrong length and another key type are rejected")
  func keys() throws {
    let x = try #require(try COSEMembers.read(try TestAuthenticator(key: Self.key).publicKey())[-2]?.byteString)
    for change in [
      [-1: .integer(6)], [-1: .integer(5)], [-2: .bytes(x.dropLast())], [-2: .bytes(x + [0])], [-2: .bytes([])],
    ] as [[Int64: CBORValue]] {
      try AlgorithmLife.expectRefusedKey(Self.key, changing: change, party)
    }
    let others: [TestAuthenticator.Key] = [.es256(P256.Signing.PrivateKey()), .edDSA(Curve25519.Signing.PrivateKey())]
    for other in others {
      let authenticator = TestAuthenticator(key: .signing(RenumberedKey(algorithm: .ed448, key: other)))
      expectRefusal(try Ceremony.register(authenticator, party), 20, .invalidPublicKey)
    }
  }

  @Test("a small-order key of either sign is rejected because libcrypto accepts forgeries with one")
  func smallOrder() throws {
    let one = [1] + [UInt8](repeating: 0, count: 55)
    let minusOne = (0..<56).map { UInt8($0 == 0 || $0 == 28 ? 0xfe : 0xff) }
    for y in [one, minusOne, [UInt8](repeating: 0, count: 56)] {
      for sign in [0, 0x80] as [UInt8] {
        try AlgorithmLife.expectRefusedKey(Self.key, changing: [-2: .bytes((y + [sign])[...])], party)
      }
    }
    let key = try #require(Ed448.Key([UInt8](repeating: 0, count: 57)))
    #expect((0..<64).contains { key.isValid([UInt8](repeating: 0, count: 114), for: [$0]) })
  }

  @Test("one key verifies on many threads simultaneously")
  func threads() async throws {
    let (key, message) = (Ed448TestKey(), [UInt8]("the same".utf8))
    let made = try COSEKey(try TestAuthenticator(key: .signing(key)).publicKey())
    let verification = try Ed448().verificationKey(made)
    let signature = try key.signature(for: message)
    let results = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<64 {
        group.addTask {
          verification.isValid(signature, for: index % 2 == 0 ? message : message + [0]) == (index % 2 == 0)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 64 && results.allSatisfy(\.self))
  }
}

/// An Ed448 key that libcrypto makes from its 57 secret bytes.
struct Ed448TestKey: TestSigningKey {
  let algorithm = COSEAlgorithmIdentifier.ed448
  var secret = [UInt8](1...57)

  func signature(for message: [UInt8]) throws -> [UInt8] {
    try with { key in
      guard let context = EVP_MD_CTX_new() else { throw Failure() }
      defer { EVP_MD_CTX_free(context) }
      var (signature, count) = ([UInt8](repeating: 0, count: 114), 114)
      guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
        EVP_DigestSign(context, &signature, &count, message, message.count) == 1
      else {
        throw Failure()
      }
      return signature
    }
  }

  func parameters() throws -> [Int64: CBORValue] {
    try with { key in
      var (bytes, count) = ([UInt8](repeating: 0, count: 57), 57)
      guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 else { throw Failure() }
      return [1: .integer(1), -1: .integer(7), -2: .bytes(bytes[...])]
    }
  }

  private func with<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
    guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED448, nil, secret, secret.count) else { throw Failure() }
    defer { EVP_PKEY_free(key) }
    return try body(key)
  }

  struct Failure: Error {}
}
