import Crypto
import Encoding
import Testing

@testable import RelyingParty

@Suite struct UnverifiedAlgorithmTests {
  /// The shape of an ML-DSA-44 key, since nothing here can generate a real one.
  private struct MLDSA44Key: TestSigningKey {
    let algorithm = COSEAlgorithmIdentifier.mlDSA44
    func signature(for message: [UInt8]) -> [UInt8] { [UInt8](repeating: 3, count: 2420) }
    func parameters() -> [Int64: CBORValue] { [1: .integer(7), -1: .bytes([UInt8](repeating: 5, count: 1312)[...])] }
  }

  private static func asking(for algorithms: [COSEAlgorithmIdentifier]) -> RegistrationState {
    RegistrationState(
      challenge: Ceremony.challenge, userHandle: [1], algorithms: algorithms, requiresUserVerification: false,
      requiresUserPresence: true,
      extensions: [])
  }

  private static func error<Verdict>(_ result: Result<Verdict, WebAuthnError>) -> WebAuthnError? {
    if case .failure(let error) = result { error } else { nil }
  }

  @Test("an ML-DSA-44 key is rejected with a reason, at registration and sign-in")
  func mlDSA44() throws {
    let authenticator = TestAuthenticator(key: .signing(MLDSA44Key()))
    for result in [
      Self.error(try Ceremony.register(authenticator, state: Self.asking(for: [.mlDSA44]))),
      Self.error(try Ceremony.authenticate(authenticator)),
    ] {
      #expect(result?.code == .unsupportedPublicKey)
      #expect(result?.expected?.contains("not ML-DSA-44") == true)
      #expect(result?.received == "alg -48")
    }
    expectRefusal(try Ceremony.register(authenticator, state: Self.asking(for: [.mlDSA44])), 20, .unsupportedPublicKey)
    expectRefusal(try Ceremony.authenticate(authenticator), 21, .unsupportedPublicKey)
    expectRefusal(try Ceremony.register(authenticator), 20, .algorithmNotAllowed)
  }

  @Test("RS1 is rejected with a reason unless the relying party adds it")
  func rs1() throws {
    let key = TestAuthenticator.Key.signing(RSATestKey(algorithm: .rs1))
    let result = Self.error(try Ceremony.register(TestAuthenticator(key: key), state: Self.asking(for: [.rs1])))
    #expect(result?.code == .unsupportedPublicKey && result?.expected?.contains("SHA-1") == true)
    var party = Ceremony.party
    party.algorithms = .standard.adding(RS1())
    #expect(party.algorithms.reason(against: .rs1) == nil)
    try AlgorithmLife.expect(key, party)
  }

  @Test("options never request an algorithm that cannot be verified")
  func options() {
    var request = RegistrationRequest()
    request.algorithms = [.mlDSA44, .rs1, .mlDSA65, .es256, -999]
    let made = Ceremony.party.beginRegistration(user: Ceremony.user, challenge: Ceremony.challenge, request: request)
    #expect(made.state.algorithms == [.mlDSA65, .es256] && made.options.pubKeyCredParams == [.mlDSA65, .es256])
  }

  @Test("the last of two algorithms with one number wins, and a rejected one can be added again")
  func list() {
    struct Other: SignatureAlgorithm {
      let identifier = COSEAlgorithmIdentifier.es256
      func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey { throw .unsupported }
    }
    let replaced = SignatureAlgorithms.standard.adding(Other())
    #expect(replaced[.es256] is Other && SignatureAlgorithms([Other(), ECDSA.es256])[.es256] is ECDSA)
    #expect(replaced.identifiers.count { $0 == .es256 } == 1)
    let refused = replaced.refusing(.es256, because: "of a test")
    #expect(
      refused[.es256] == nil && refused.reason(against: .es256) == "of a test" && !refused.identifiers.contains(.es256))
    #expect(
      refused.adding(ECDSA.es256).reason(against: .es256) == nil
        && refused.adding(ECDSA.es256).reason(against: .rs1) != nil)
  }
}
