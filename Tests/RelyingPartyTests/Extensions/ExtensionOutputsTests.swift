import Encoding
import Testing

@testable import RelyingParty

@Suite struct ExtensionOutputsTests {
  private static let factor = CBORValue.array([.integer(2), .integer(4), .integer(2)])
  private static let entry = UserVerificationMethodEntry(
    method: .fingerprint, keyProtection: .trustedExecutionEnvironment, matcherProtection: .trustedExecutionEnvironment)

  static func everything(_ inputs: inout AuthenticationExtensionsClientInputs) {
    inputs.appid = "https://example.org/app-id.json"
    inputs.appidExclude = "https://example.org/app-id.json"
    inputs.credProps = true
    inputs.prf = PRFInputs()
    inputs.largeBlob = .support(required: false)
    inputs.uvm = true
    inputs.credentialProtectionPolicy = .userVerificationRequired
    inputs.credBlob = [1]
    inputs.getCredBlob = true
    inputs.minPinLength = true
    inputs.hmacCreateSecret = true
    inputs.isPayment = true
  }

  @Test("at registration, the browser's claims and the signed outputs are read separately")
  func registration() throws {
    var authenticator = TestAuthenticator()
    authenticator.extensionResults = """
      {"credProps":{"rk":true},"prf":{"enabled":true},"largeBlob":{"supported":true},"appidExclude":true,\
      "credBlob":true,\
      "hmacCreateSecret":true,"uvm":[[2,4,2]],"payment":{}}
      """
    authenticator.answerExtensions([
      "credProtect": .integer(3), "credBlob": .boolean(false), "minPinLength": .integer(6),
      "hmac-secret": .boolean(true),
      "uvm": .array([Self.factor]), "thirdPartyPayment": .boolean(true),
    ])
    let outputs = try Ceremony.register(authenticator, state: Ceremony.registration { Self.everything(&$0.extensions) })
      .get().extensions
    #expect(
      outputs.client.isDiscoverable == true && outputs.client.isPRFEnabled == true
        && outputs.client.isLargeBlobSupported == true)
    #expect(
      outputs.client.appidExclude == true && outputs.client.isCredBlobStored == true
        && outputs.client.hmacCreateSecret == true)
    #expect(outputs.client.userVerificationMethods == [Self.entry])
    #expect(outputs.client.identifiers.count == 8)
    #expect(outputs.signed.credentialProtection == .userVerificationRequired)
    #expect(outputs.signed.isCredBlobStored == false, "the claim says otherwise, and is not mixed in")
    #expect(
      outputs.signed.minPinLength == 6 && outputs.signed.isHMACSecretCreated == true
        && outputs.signed.isThirdPartyPayment == true)
    #expect(outputs.signed.userVerificationMethods == [Self.entry])
  }

  @Test("at authentication, blobs, the AppID and three factors are read")
  func authentication() throws {
    var authenticator = TestAuthenticator()
    authenticator.extensionResults =
      #"{"largeBlob":{"blob":"AQI","written":false},"getCredBlob":"Aw","appid":false,"uvm":[[1,1,1],[2,2,2],"#
      + #"[4294967295,65535,65535]]}"#
    authenticator.answerExtensions(["credBlob": .bytes([9, 8]), "hmac-secret": .bytes([1, 2, 3])])
    let outputs = try Ceremony.authenticate(
      authenticator, state: Ceremony.authentication { Self.everything(&$0.extensions) }
    ).get().extensions
    #expect(outputs.client.largeBlob == [1, 2] && outputs.client.isLargeBlobWritten == false)
    #expect(outputs.client.credBlob == [3] && outputs.client.appid == false)
    #expect(outputs.client.userVerificationMethods?.count == 3)
    #expect(outputs.signed.credBlob == [9, 8] && outputs.signed.isHMACSecretCreated == nil)
  }

  @Test(
    "step 21: a requested output of the wrong kind is refused; the policy judges others",
    arguments: [
      #"{"credProps":true}"#, #"{"credProps":{"rk":1}}"#, #"{"prf":{"enabled":"true"}}"#, #"{"prf":[]}"#,
      #"{"largeBlob":{"supported":0}}"#,
      #"{"appidExclude":{}}"#, #"{"credBlob":"AQ"}"#, #"{"hmacCreateSecret":1}"#, #"{"payment":true}"#, #"{"uvm":[]}"#,
      #"{"uvm":[[1,2]]}"#,
      #"{"uvm":[[1,2,65536]]}"#, #"{"uvm":[[-1,2,3]]}"#, #"{"uvm":[[1,2,3],[1,2,3],[1,2,3],[1,2,3]]}"#, #"{"uvm":{}}"#,
    ])
  func malformedClaims(_ results: String) throws {
    var authenticator = TestAuthenticator()
    authenticator.extensionResults = results
    let asked = Ceremony.registration { Self.everything(&$0.extensions) }
    expectRefusal(try Ceremony.register(authenticator, state: asked), 21, .malformedExtensionOutput)
    #expect(throws: Never.self) { try Ceremony.register(authenticator).get() }
    var policy = RegistrationPolicy()
    policy.unsolicitedExtensions = .refuse
    policy.toleratedExtensions = []
    expectRefusal(try Ceremony.register(authenticator, policy: policy), 21, .unsolicitedExtension)
  }

  @Test(
    "step 21: a signed output of a wrong kind is refused where it was asked for",
    arguments: [
      ("credProtect", .integer(0)), ("credProtect", .integer(4)), ("credProtect", .boolean(true)),
      ("minPinLength", .integer(-1)),
      ("minPinLength", .text("6")), ("credBlob", .bytes([1])), ("hmac-secret", .integer(1)), ("uvm", .array([])),
      ("uvm", .integer(1)),
      ("thirdPartyPayment", .null),
    ] as [(String, CBORValue)])
  func malformedSigned(_ name: String, _ value: CBORValue) throws {
    var authenticator = TestAuthenticator()
    authenticator.answerExtensions([name: value])
    let asked = Ceremony.registration { Self.everything(&$0.extensions) }
    expectRefusal(try Ceremony.register(authenticator, state: asked), 21, .malformedExtensionOutput)
    #expect(throws: Never.self) { try Ceremony.register(authenticator).get() }
  }

  @Test("step 23: an assertion's outputs must have the types defined for assertions")
  func malformedAssertion() throws {
    let asked = Ceremony.authentication { Self.everything(&$0.extensions) }
    for results in [
      #"{"largeBlob":{"blob":"*"}}"#, #"{"largeBlob":{"written":1}}"#, #"{"getCredBlob":true}"#, #"{"appid":1}"#,
    ] {
      var authenticator = TestAuthenticator()
      authenticator.extensionResults = results
      expectRefusal(try Ceremony.authenticate(authenticator, state: asked), 23, .malformedExtensionOutput)
      #expect(throws: Never.self) { try Ceremony.authenticate(authenticator).get() }
    }
    for name in ["credBlob", "hmac-secret"] {
      var authenticator = TestAuthenticator()
      authenticator.answerExtensions([name: .boolean(true)])
      expectRefusal(try Ceremony.authenticate(authenticator, state: asked), 23, .malformedExtensionOutput)
    }
  }

  @Test("at authentication too, unrequested signed outputs are reported or refused unless tolerated")
  func unsolicited() throws {
    var authenticator = TestAuthenticator()
    authenticator.extensionResults = #"{"credProps":{"rk":true}}"#
    authenticator.answerExtensions(["uvm": .array([Self.factor])])
    var policy = AuthenticationPolicy()
    policy.unsolicitedExtensions = .report
    #expect(
      try Ceremony.authenticate(authenticator, policy: policy).get().warnings == [
        .unsolicitedExtension("credProps"), .unsolicitedExtension("uvm"),
      ])
    policy.unsolicitedExtensions = .refuse
    policy.toleratedExtensions = ["credProps"]
    expectRefusal(try Ceremony.authenticate(authenticator, policy: policy), 23, .unsolicitedExtension)
    policy.toleratedExtensions.insert("uvm")
    #expect(try Ceremony.authenticate(authenticator, policy: policy).get().warnings.isEmpty)
  }

  @Test("the options carry every extension in its own form")
  func inputs() throws {
    var request = RegistrationRequest()
    request.extensions.credentialProtectionPolicy = .userVerificationRequired
    request.extensions.enforceCredentialProtectionPolicy = true
    request.extensions.isPayment = true
    request.extensions.credBlob = [1, 2, 3]
    request.extensions.uvm = true
    let options = Ceremony.party.beginRegistration(user: Ceremony.user, challenge: Ceremony.challenge, request: request)
      .options
    #expect(
      String(decoding: options.json(), as: UTF8.self).hasSuffix(
        """
        "extensions":{"uvm":true,"credentialProtectionPolicy":"userVerificationRequired",\
        "enforceCredentialProtectionPolicy":true,\
        "credBlob":"AQID","payment":{"isPayment":true}}}
        """))
  }
}
