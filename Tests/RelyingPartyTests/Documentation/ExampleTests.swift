import Crypto
import Encoding
import Testing
import X509

@testable import RelyingParty

/// Checks that the code in the articles does what they say.
@Suite struct ExampleTests {
  @Test("a row imported from another library signs in and learns its backup eligibility")
  func migration() throws {
    let authenticator = TestAuthenticator()
    let row = MigrationExamples.StoredRow(
      id: authenticator.id, publicKey: try authenticator.publicKey(), counter: 0, transports: ["usb"])
    let record = try MigrationExamples.record(row, for: Ceremony.party)
    #expect(record.backupEligible == .unknown && record.transports == [.usb])
    #expect(try Ceremony.authenticate(authenticator, record: record).get().credential.backupEligible == .notEligible)
    var broken = row
    broken.publicKey.removeLast()
    #expect(throws: WebAuthnError(.authentication(21), .unsupportedPublicKey)) {
      try MigrationExamples.record(broken, for: Ceremony.party)
    }
  }

  @Test("an additional passkey excludes the account's others, and a removed one is not signaled")
  func adding() throws {
    let record = try Ceremony.record(TestAuthenticator()) { $0.transports = [.usb] }
    let begun = AddingExamples.begin(
      Ceremony.party, handle: [1, 2, 3], name: "ada", credentials: [record], challenge: Ceremony.challenge)
    let options = String(decoding: begun.options, as: UTF8.self)
    #expect(
      begun.state.userHandle == [1, 2, 3] && options.contains(Base64URL.encode(record.id))
        && options.contains(#""transports":["usb"]"#))
    let signal = String(
      decoding: AddingExamples.signal(Ceremony.party, handle: [1, 2, 3], credentials: []), as: UTF8.self)
    #expect(signal.contains(#""allAcceptedCredentialIds":[]"#) && signal.contains(#""userId":"AQID""#))
  }

  @Test("coordinates and DER result in the same stored key")
  func keys() throws {
    let key = P256.Signing.PrivateKey().publicKey, raw = Array(key.rawRepresentation)
    let made = try MigrationExamples.publicKey(x: Array(raw[..<32]), y: Array(raw[32...]))
    #expect(try made == MigrationExamples.publicKey(der: Array(key.derRepresentation)))
  }

  @Test("the policy for company keys accepts attested models, but not merely claimed ones")
  func companyKeys() throws {
    let root = P256.Signing.PrivateKey(), leaf = P256.Signing.PrivateKey()
    let certificate = try TestCertificate(subject: "CN=Root", issuer: "CN=Root", isAuthority: true).make(
      root.publicKey, by: root)
    let anchor = try #require(TrustAnchor(der: try TestCertificate.der(certificate)))
    var authenticator = TestAuthenticator()
    let model = try #require(AAGUID(authenticator.aaguid))
    let policy = PolicyExamples.companyKeys(model: model, root: anchor)
    func register() throws -> Result<RegistrationVerdict, WebAuthnError> {
      let state = Ceremony.party.beginRegistration(
        user: Ceremony.user, challenge: Ceremony.challenge, request: CredentialUse.attestedKey.registrationRequest
      ).state
      return try Ceremony.register(authenticator, state: state, policy: policy)
    }
    expectRefusal(try register(), 25, .attestationTypeRefused)
    authenticator.attest(
      leaf, [try TestCertificate(isAuthority: false, aaguid: authenticator.aaguid).make(leaf.publicKey, by: root)])
    let verdict = try register().get()
    #expect(verdict.isAAGUIDVouchedFor)
    #expect(PolicyExamples.report(verdict) == "no word about a PIN, no PRF, 0 warnings")
  }

  @Test("the sign-in code on the repository's first page works")
  func signIn() throws {
    let (authenticator, example) = (TestAuthenticator(userHandle: Ceremony.user.id), SignIn())
    let state = example.begin(challenge: Ceremony.challenge).state
    let record = try example.finish(state, body: authenticator.get(state), record: Ceremony.record(authenticator))
    #expect(record.signCount == 1 && record.uvInitialized)
  }

  @Test("the strict policy rejects a synced passkey and a counter that does not increase")
  func strict() throws {
    let request = CredentialUse.passkey.authenticationRequest, policy = PolicyExamples.strictPolicy()
    let state = Ceremony.party.beginAuthentication(
      challenge: Ceremony.challenge, user: Ceremony.user.id, request: request
    ).state
    func signIn(_ authenticator: TestAuthenticator, counter: UInt32 = 0) throws -> Result<
      AuthenticationVerdict, WebAuthnError
    > {
      let record = try Ceremony.record(authenticator) { ($0.signCount, $0.backupEligible) = (counter, .unknown) }
      return try Ceremony.authenticate(authenticator, state: state, record: record, policy: policy)
    }
    #expect(throws: Never.self) { try signIn(TestAuthenticator()).get() }
    expectRefusal(try signIn(TestAuthenticator(flags: 0x0d)), 19, .backupEligibilityRefused)
    expectRefusal(try signIn(TestAuthenticator(), counter: 1), 22, .counterRegression)
  }
}
