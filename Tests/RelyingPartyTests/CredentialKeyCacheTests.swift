import Testing

@testable import RelyingParty

@Suite struct CredentialKeyCacheTests {
  private let authenticator = TestAuthenticator()

  private func party(_ cache: CredentialKeyCache) -> RelyingParty {
    var party = Ceremony.party
    party.keys = cache
    return party
  }

  @Test("a cached key verifies again, but only for a record with exactly the same bytes")
  func records() throws {
    let cache = CredentialKeyCache(capacity: 10)
    for _ in 0..<2 { #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, party(cache)).get() } }
    #expect(cache.count == 1)
    let foreign = try Ceremony.record(authenticator) { $0.publicKey = try TestAuthenticator().publicKey() }
    expectRefusal(try Ceremony.authenticate(authenticator, party(cache), record: foreign), 21, .badSignature)
    expectRefusal(
      try Ceremony.authenticate(authenticator, party(cache), signature: { [UInt8](repeating: 1, count: $0.count) }), 21,
      .badSignature)
  }

  @Test("a cache holds at most its capacity, and recently used keys are kept")
  func capacity() throws {
    let cache = CredentialKeyCache(capacity: 4)
    for _ in 0..<20 {
      #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, party(cache)).get() }
      #expect(throws: Never.self) { try Ceremony.authenticate(TestAuthenticator(), party(cache)).get() }
      #expect(cache.count <= 4)
    }
    #expect(cache[try authenticator.publicKey(), .standard] != nil)
  }

  @Test("a cached key is not used once the relying party rejects its algorithm")
  func algorithms() throws {
    let cache = CredentialKeyCache(capacity: 4)
    #expect(throws: Never.self) { try Ceremony.authenticate(authenticator, party(cache)).get() }
    var narrowed = party(cache)
    narrowed.algorithms = SignatureAlgorithms.standard.refusing(.es256, because: "it is for this test")
    expectRefusal(try Ceremony.authenticate(authenticator, narrowed), 21, .unsupportedPublicKey)
  }
}
