import Testing

@testable import RelyingParty

@Suite struct RequestTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("a request states the person's involvement outside the options")
  func mediation() throws {
    let options = Ceremony.party.beginAuthentication(challenge: [0, 1, 2]).options
    let inner = text(options.json())
    #expect(text(CredentialRequestOptions(options).json()) == #"{"publicKey":\#(inner)}"#)
    #expect(
      text(CredentialRequestOptions(options, uiMode: .immediate).json())
        == #"{"uiMode":"immediate","publicKey":\#(inner)}"#)
    #expect(
      text(CredentialRequestOptions(options, mediation: .conditional).json())
        == #"{"mediation":"conditional","publicKey":\#(inner)}"#)
    let creation = Ceremony.party.beginRegistration(user: Ceremony.user, challenge: [0]).options
    #expect(
      text(CredentialCreationOptions(creation, mediation: .conditional).json())
        == #"{"mediation":"conditional","publicKey":\#(text(creation.json()))}"#)
  }

  @Test("timeouts stay within the range that the specification recommends")
  func timeouts() {
    #expect(RegistrationRequest().timeout == 300_000 && AuthenticationRequest().timeout == 300_000)
    for use in CredentialUse.allCases {
      #expect(CeremonyTimeout.recommended.contains(use.registrationRequest.timeout ?? 0))
      #expect(CeremonyTimeout.recommended.contains(use.authenticationRequest.timeout ?? 0))
    }
    #expect([60_000, 400_000, 900_000].map(CeremonyTimeout.clamped) == [300_000, 400_000, 600_000])
  }

  @Test("a browser reports a capability as yes, no or not at all, and unknown ones are kept")
  func capabilities() throws {
    let json =
      #"{"conditionalGet":true,"hybridTransport":false,"extension:prf":true,"newThing":true,"odd":"yes","none":null}"#
    let capabilities = try #require(ClientCapabilities(json: Array(json.utf8)))
    #expect(capabilities[.conditionalGet] == true)
    #expect(capabilities[.hybridTransport] == false)
    #expect(capabilities[.conditionalCreate] == nil)
    #expect(capabilities[.extension("prf")] == true && capabilities[.extension("largeBlob")] == nil)
    #expect(capabilities[ClientCapability(rawValue: "newThing")] == true)
    #expect(
      capabilities[ClientCapability(rawValue: "odd")] == nil && capabilities[ClientCapability(rawValue: "none")] == nil)
    #expect(capabilities.named.map(\.rawValue) == ["conditionalGet", "extension:prf", "hybridTransport", "newThing"])
    #expect(try Stored.roundTrip(capabilities) == capabilities)
    for wrong in ["", "[]", "true", #"{"a":true,"a":false}"#] {
      #expect(ClientCapabilities(json: Array(wrong.utf8)) == nil)
    }
  }

  @Test("signals to passkey providers have the members that the specification defines")
  func signals() {
    #expect(
      text(UnknownCredentialOptions(rpId: "example.org", credentialId: [1, 2]).json())
        == #"{"rpId":"example.org","credentialId":"AQI"}"#)
    #expect(
      text(
        AllAcceptedCredentialsOptions(rpId: "example.org", userId: [1], allAcceptedCredentialIds: [[2], [3]]).json())
        == #"{"rpId":"example.org","userId":"AQ","allAcceptedCredentialIds":["Ag","Aw"]}"#)
    #expect(
      text(AllAcceptedCredentialsOptions(rpId: "example.org", userId: [1], allAcceptedCredentialIds: []).json())
        == #"{"rpId":"example.org","userId":"AQ","allAcceptedCredentialIds":[]}"#)
    #expect(
      text(CurrentUserDetailsOptions(rpId: "example.org", userId: [1], name: "ada", displayName: "Ada \"L\"").json())
        == #"{"rpId":"example.org","userId":"AQ","name":"ada","displayName":"Ada \"L\""}"#)
  }
}
