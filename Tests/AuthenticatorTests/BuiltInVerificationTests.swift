import Authenticator
import Encoding
import RelyingParty
import Testing

@Suite struct BuiltInVerificationTests {
  @Test("M-12: the authenticator asks for the PIN itself, once, and needs no separate touch")
  func asksItself() async throws {
    let device = try await Device.ready(typesHere: true)
    #expect(try await device.client.information().options["uv"] == true)
    device.person.will { $0.pins = ["1234", "1234"] }
    let made = try await Site().register(device.client) { $0.verifiesBuiltIn = true }
    let signIn = try await Site().signIn(device.client, made.verdict.credential) { $0.verifiesBuiltIn = true }
    #expect(signIn.verdict.userVerified)
    #expect(device.person.occasions.isEmpty)
  }

  @Test("With alwaysUv, the authenticator asks for the PIN even if the request does not")
  func always() async throws {
    let device = try await Device.ready(typesHere: true)
    device.person.will { $0.pins = ["1234"] }
    #expect(try await Site().register(device.client).verdict.userVerified)
  }

  @Test("A token obtained by typing the PIN at the authenticator includes user presence")
  func token() async throws {
    let device = try await Device.ready(typesHere: true)
    device.person.will { $0.pins = ["1234"] }
    let token = try await device.client.tokenByVerification(.makeCredential, rpID: Site.id)
    _ = try await Site().register(device.client) { $0.token = token }
    #expect(device.person.occasions.isEmpty)
  }

  @Test("After three wrong PINs the client asks for the PIN itself; the retry counter is shared")
  func wrong() async throws {
    let device = try await Device.ready(typesHere: true)
    device.person.will { $0.pins = ["0000", "0000", "0000"] }
    await #expect(throws: CTAPStatus.puatRequired) {
      try await Site().register(device.client) { $0.verifiesBuiltIn = true }
    }
    #expect(try await device.client.verificationRetries() == 5)
    device.person.will { $0.pins = ["0000", "1234"] }
    _ = try await Site().register(device.client) { $0.verifiesBuiltIn = true }
    #expect(try await device.client.verificationRetries() == 8)
  }

  @Test("Input that cannot be a PIN, such as a premature Enter, does not use up a try")
  func tooEarly() async throws {
    let device = try await Device.ready(typesHere: true)
    device.person.will { $0.pins = ["", "123", "1234"] }
    _ = try await Site().register(device.client) { $0.verifiesBuiltIn = true }
    #expect(device.person.pinsAsked == 3)
    device.person.will { $0.pins = ["", String(repeating: "1", count: 64), ""] }
    await #expect(throws: CTAPStatus.puatRequired) {
      try await Site().register(device.client) { $0.verifiesBuiltIn = true }
    }
    #expect(try await device.client.verificationRetries() == 8)
  }

  @Test(
    "The person typing the PIN is told the most serious operation that the token allows",
    arguments: [
      (TokenPermissions([.makeCredential, .getAssertion]), Occasion(.register, rpID: Site.id)),
      (TokenPermissions([.getAssertion, .largeBlobWrite]), Occasion(.signIn, rpID: Site.id)),
      (TokenPermissions.credentialManagement, Occasion(.manage, rpID: Site.id)),
      (TokenPermissions.authenticatorConfiguration, Occasion(.change)),
      (TokenPermissions.largeBlobWrite, Occasion(.change)),
      (TokenPermissions([.getAssertion, .authenticatorConfiguration]), Occasion(.change)),
      (TokenPermissions([.credentialManagement, .authenticatorConfiguration]), Occasion(.change)),
    ])
  func told(permissions: TokenPermissions, occasion: Occasion) async throws {
    let device = try await Device.ready(typesHere: true)
    device.person.will { $0.pins = ["1234"] }
    _ = try await device.client.tokenByVerification(permissions, rpID: Site.id)
    #expect(device.person.verifications == [occasion])
  }

  @Test("A failed token request reports whether the PIN was wrong, abandoned or blocked")
  func tokenErrors() async throws {
    let device = try await Device.ready(typesHere: true)
    device.person.will { $0.pins = ["0000", "0000", "0000"] }
    await #expect(throws: CTAPStatus.userVerificationInvalid) {
      try await device.client.tokenByVerification(.makeCredential, rpID: Site.id)
    }
    await #expect(throws: CTAPStatus.operationDenied) {
      try await device.client.tokenByVerification(.makeCredential, rpID: Site.id)
    }
    device.person.will { $0.pins = Array(repeating: "0000", count: 5) }
    await #expect(throws: CTAPStatus.userVerificationInvalid) {
      try await device.client.tokenByVerification(.makeCredential, rpID: Site.id)
    }
    await #expect(throws: CTAPStatus.userVerificationBlocked) {
      try await device.client.tokenByVerification(.makeCredential, rpID: Site.id)
    }
  }

  @Test("Without built-in verification, its command is not available")
  func absent() async throws {
    let device = try await Device.ready()
    #expect(try await device.client.information().options["uv"] == nil)
    await #expect(throws: CTAPStatus.invalidSubcommand) {
      try await device.client.tokenByVerification(.makeCredential, rpID: Site.id)
    }
    await #expect(throws: CTAPStatus.invalidSubcommand) { try await device.client.verificationRetries() }
  }

  @Test("Before a PIN is set, built-in verification is supported but not ready")
  func notReady() async throws {
    let device = try Device(typesHere: true)
    #expect(try await device.client.information().options["uv"] == false)
    await #expect(throws: CTAPStatus.notAllowed) {
      try await device.client.tokenByVerification(.makeCredential, rpID: Site.id)
    }
  }
}
