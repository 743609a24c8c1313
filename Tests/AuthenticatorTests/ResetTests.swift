import Authenticator
import Encoding
import Testing

@Suite struct ResetTests {
  @Test("E-08: a reset erases the PIN and all credentials; storage restored from a copy is useless")
  func forgetsAll() async throws {
    let device = try await Device.ready(alwaysVerifies: false)
    let known = try await Site().register(device) { $0.isDiscoverable = true }
    let byID = try await Site(user: "named").register(device.client, requiresVerification: false)
    let copy = device.storage.pieces
    try await device.client.reset()
    #expect(device.storage.pieces.isEmpty)
    #expect(try await device.client.information().options["clientPin"] == false)
    device.storage.will { $0.pieces = copy }
    try await device.client.setPIN(Secret(utf8: Device.pin))
    #expect(try await device.client.listCredentials(try await device.token(.credentialManagement, rpID: nil)).isEmpty)
    for record in [known.verdict.credential, byID.verdict.credential] {
      await #expect(throws: CTAPStatus.noCredentials) { try await Site().signIn(device, record) }
    }
  }

  @Test("A reset needs consent; with a reset window it must come within ten seconds of power-up")
  func conditions() async throws {
    let device = try await Device.ready()
    device.wait(.seconds(11))
    await #expect(throws: CTAPStatus.notAllowed) { try await device.client.reset() }
    #expect(device.person.occasions.isEmpty)
    await device.authenticator.powerCycle()
    device.person.will { $0.answer = .declined }
    await #expect(throws: CTAPStatus.operationDenied) { try await device.client.reset() }
    #expect(try await device.client.information().options["clientPin"] == true)
    let any = try Device { $0.resetWindow = nil }
    any.wait(.seconds(3600))
    try await any.client.reset()
    #expect(any.person.occasions == [Occasion(.reset)])
  }

  @Test(
    "After a reset killed midway nothing opens, and the next reset removes the rest",
    arguments: [0, 1, 2])
  func killed(_ changes: Int) async throws {
    let device = try await Device.ready()
    for user in ["one", "two"] { _ = try await Site(user: user).register(device) { $0.isDiscoverable = true } }
    device.storage.will { $0.changesUntilKill = changes }
    await #expect(throws: CTAPStatus.other) { try await device.client.reset() }
    let again = try device.reopened()
    #expect(again.storage.pieces.count == 3 - changes)
    try await again.client.setPIN(Secret(utf8: Device.pin))
    #expect(try await again.client.listCredentials(try await again.token(.credentialManagement, rpID: nil)).isEmpty)
    try await again.client.reset()
    #expect(again.storage.pieces.isEmpty)
  }

  @Test("A token from before a reset is invalid after it")
  func tokensEnd() async throws {
    let device = try await Device.ready()
    let token = try await device.token(.makeCredential)
    try await device.client.reset()
    try await device.client.setPIN(Secret(utf8: Device.pin))
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await Site().register(device.client) { $0.token = token } }
  }
}
