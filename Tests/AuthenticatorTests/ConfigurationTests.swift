import Authenticator
import Encoding
import Testing

@Suite struct ConfigurationTests {
  private func token(_ device: Device) async throws -> ClientToken {
    try await device.token(.authenticatorConfiguration, rpID: nil)
  }

  @Test("alwaysUv is on by default; U2F and registration without a PIN follow its setting")
  func alwaysVerify() async throws {
    let device = try await Device.ready()
    var information = try await device.client.information()
    #expect(information.options["alwaysUv"] == true && information.options["makeCredUvNotRqd"] == false)
    #expect(!information.versions.contains("U2F_V2"))
    try await device.client.toggleAlwaysVerify(try await token(device))
    information = try await device.client.information()
    #expect(information.options["alwaysUv"] == false && information.options["makeCredUvNotRqd"] == true)
    #expect(information.versions.contains("U2F_V2"))
    _ = try await Site().register(device.client, requiresVerification: false)
    await #expect(throws: CTAPStatus.puatRequired) {
      try await Site().register(device.client, requiresVerification: false) { $0.isDiscoverable = true }
    }
    #expect(try await device.reopened().client.information().options["alwaysUv"] == false)
  }

  @Test("Once a PIN is set, every change requires it; before that, only alwaysUv can be changed")
  func needsToken() async throws {
    let device = try Device()
    await #expect(throws: CTAPStatus.puatRequired) { try await device.client.setMinimumPINLength(6, nil) }
    try await device.client.toggleAlwaysVerify(nil)
    try await device.client.setMinimumPINLength(6, nil)
    try await device.client.setPIN(Secret(utf8: "123456"))
    await #expect(throws: CTAPStatus.puatRequired) { try await device.client.toggleAlwaysVerify(nil) }
  }

  @Test("The minimum PIN length can only grow; a PIN that is then too short must be changed")
  func minimumLength() async throws {
    let device = try await Device.ready()
    try await device.client.setMinimumPINLength(6, try await token(device))
    let information = try await device.client.information()
    #expect(information.minimumPINLength == 6 && information.mustChangePIN)
    await #expect(throws: CTAPStatus.pinInvalid) { try await device.token(.makeCredential) }
    await #expect(throws: CTAPStatus.pinPolicyViolation) {
      try await device.client.changePIN(from: Secret(utf8: Device.pin), to: Secret(utf8: "12345"))
    }
    try await device.client.changePIN(from: Secret(utf8: Device.pin), to: Secret(utf8: "123456"))
    #expect(try await !device.client.information().mustChangePIN)
    let token = try await device.client.token(pin: Secret(utf8: "123456"), .authenticatorConfiguration)
    await #expect(throws: CTAPStatus.pinPolicyViolation) { try await device.client.setMinimumPINLength(5, token) }
  }

  @Test("A PIN that is already long enough is kept")
  func longEnough() async throws {
    let device = try await Device.ready()
    try await device.client.setMinimumPINLength(4, try await token(device))
    #expect(try await !device.client.information().mustChangePIN)
  }

  @Test("A forced PIN change does not accept the same PIN again")
  func forcedChange() async throws {
    let device = try await Device.ready(typesHere: true)
    let early = try await token(device)
    try await device.client.setMinimumPINLength(nil, forcesChange: true, early)
    #expect(try await device.client.information().options["uv"] == false)
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.setMinimumPINLength(5, early) }
    await #expect(throws: CTAPStatus.pinPolicyViolation) {
      try await device.client.changePIN(from: Secret(utf8: Device.pin), to: Secret(utf8: Device.pin))
    }
    try await device.client.changePIN(from: Secret(utf8: Device.pin), to: Secret(utf8: "4321"))
    _ = try await device.client.token(pin: Secret(utf8: "4321"), .makeCredential, rpID: Site.id)
  }

  @Test("Enterprise attestation is disabled; its subcommand and unknown ones are rejected")
  func others() async throws {
    let device = try Device(alwaysVerifies: false)
    for subcommand in [0x00, 0x01, 0x04, 0x17] as [UInt8] {
      #expect(await device.status([0x0d, 0xa1, 0x01, subcommand]) == .invalidParameter)
    }
    await #expect(throws: CTAPStatus.pinNotSet) {
      try await device.client.setMinimumPINLength(nil, forcesChange: true, nil)
    }
    await #expect(throws: CTAPStatus.keyStoreFull) {
      try await device.client.setMinimumPINLength(nil, toldTo: Array(repeating: "example.org", count: 9), nil)
    }
    var command = MakeCredentialCommand(clientDataHash: [UInt8](repeating: 1, count: 32), rpID: Site.id, userID: [1])
    command.isDiscoverable = false
    guard case .map(let entries) = command.parameters else { return }
    let request = CBORValue.map(entries + [CBOREntry(key: .integer(10), value: .integer(1))])
    #expect(await device.status([0x01] + request.encoded()) == .invalidParameter)
  }
}
