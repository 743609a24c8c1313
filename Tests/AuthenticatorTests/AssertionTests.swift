import Authenticator
import Encoding
import RelyingParty
import Testing

@Suite struct AssertionTests {
  @Test("E-16 E-42: the counter grows with each assertion, also across processes")
  func counter() async throws {
    var device = try await Device.ready()
    var record = try await Site().register(device) { $0.isDiscoverable = true }.verdict.credential
    var last = record.signCount
    for _ in 0..<3 {
      let signIn = try await Site().signIn(device, record)
      #expect(signIn.verdict.newSignCount > last)
      (last, record) = (signIn.verdict.newSignCount, signIn.verdict.credential)
      device = try device.reopened()
    }
  }

  @Test("E-16: the counter grows even if nothing else can be written")
  func counterWithoutShelf() async throws {
    let device = try await Device.ready()
    var record = try await Site().register(device).verdict.credential
    device.storage.will { $0.isFull = true }
    for _ in 0..<2 { record = try await Site().signIn(device, record).verdict.credential }
  }

  @Test("E-08: a credential created with the PIN is never used without it")
  func needsVerification() async throws {
    let device = try await Device.ready(alwaysVerifies: false)
    let record = try await Site().register(device) { $0.isDiscoverable = true }.verdict.credential
    await #expect(throws: CTAPStatus.noCredentials) {
      try await Site().signIn(device.client, record, requiresVerification: false)
    }
    _ = try await Site().signIn(device, record)
  }

  @Test("alwaysUv signs nothing without the PIN; without presence, only public facts are returned")
  func alwaysVerifies() async throws {
    let device = try await Device.ready()
    let record = try await Site().register(device).verdict.credential
    await #expect(throws: CTAPStatus.puatRequired) {
      try await Site().signIn(device.client, record, requiresVerification: false)
    }
    await #expect(throws: CTAPStatus.noCredentials) {
      try await Site().signIn(device.client, record, requiresVerification: false) { $0.needsPresence = false }
    }
  }

  @Test("A credential created without the PIN can be used without it")
  func withoutVerification() async throws {
    let device = try Device(alwaysVerifies: false)
    let made = try await Site().register(device.client, requiresVerification: false) { $0.isDiscoverable = true }
    #expect(made.answer.authenticatorData[32] & 0x05 == 0x01)
    let signIn = try await Site().signIn(
      device.client, made.verdict.credential, requiresVerification: false, isNamed: false)
    #expect(!signIn.verdict.userVerified)
    let silent = try await device.client.getAssertion(silently(made.id))
    #expect(silent.authenticatorData[32] & 0x01 == 0)
    #expect(device.person.occasions.count == 2)
  }

  private func silently(_ id: [UInt8]) -> GetAssertionCommand {
    var command = GetAssertionCommand(rpID: Site.id, clientDataHash: [UInt8](repeating: 0, count: 32))
    (command.allowed, command.needsPresence) = ([id], false)
    return command
  }

  @Test("Accounts are returned one at a time, newest first, with names only after verification")
  func several() async throws {
    let device = try await Device.ready()
    var ids: [[UInt8]] = []
    for user in ["one", "two", "three"] {
      ids.append(try await Site(user: user).register(device) { $0.isDiscoverable = true }.id)
    }
    var command = GetAssertionCommand(rpID: Site.id, clientDataHash: [UInt8](repeating: 7, count: 32))
    command.token = try await device.token(.getAssertion)
    let assertions = try await device.client.getAssertions(command)
    #expect(assertions.map(\.credentialID) == ids.reversed())
    #expect(assertions.map(\.userName) == ["three", "two", "one"])
    #expect(assertions.map(\.count) == [3, nil, nil])
    #expect(Set(assertions.map(\.signature)).count == 3)
    await #expect(throws: CTAPStatus.notAllowed) { try await device.client.getNextAssertion() }
  }

  @Test("A single account's name is shown to the person, not to the client")
  func oneAccount() async throws {
    let device = try await Device.ready()
    let record = try await Site().register(device) { $0.isDiscoverable = true }.verdict.credential
    let answer = try await Site().signIn(device, record, isNamed: false).answer
    #expect(answer.userName == nil)
    #expect(answer.userID == Array("ada".utf8))
    #expect(device.person.occasions.last == Occasion(.signIn, rpID: Site.id, userName: "ada"))
  }

  @Test("getNextAssertion fails after 30 seconds, after another command, and without a first one")
  func nextEnds() async throws {
    let device = try await Device.ready()
    for user in ["one", "two"] { _ = try await Site(user: user).register(device) { $0.isDiscoverable = true } }
    var command = GetAssertionCommand(rpID: Site.id, clientDataHash: [UInt8](repeating: 7, count: 32))
    await #expect(throws: CTAPStatus.notAllowed) { try await device.client.getNextAssertion() }
    command.token = try await device.token(.getAssertion)
    _ = try await device.client.getAssertion(command)
    device.wait(.seconds(30))
    await #expect(throws: CTAPStatus.notAllowed) { try await device.client.getNextAssertion() }
    command.token = try await device.token(.getAssertion)
    _ = try await device.client.getAssertion(command)
    _ = try await device.client.information()
    await #expect(throws: CTAPStatus.notAllowed) { try await device.client.getNextAssertion() }
  }

  @Test("Each invalid option has its own error")
  func options() async throws {
    let device = try await Device.ready()
    let record = try await Site().register(device).verdict.credential
    let parameters: [(String, Bool, CTAPStatus)] = [("rk", true, .unsupportedOption), ("uv", true, .invalidOption)]
    for (option, value, status) in parameters {
      let request = CBORValue.map([
        CBOREntry(key: .integer(1), value: .text(Site.id)),
        CBOREntry(key: .integer(2), value: .bytes([UInt8](repeating: 1, count: 32)[...])),
        CBOREntry(
          key: .integer(3),
          value: .array([
            .map([
              CBOREntry(key: .text("id"), value: .bytes(record.id[...])),
              CBOREntry(key: .text("type"), value: .text("public-key")),
            ])
          ])),
        CBOREntry(key: .integer(5), value: .map([CBOREntry(key: .text(option), value: .boolean(value))])),
      ])
      #expect(await device.status([0x02] + request.encoded()) == status)
    }
  }
}
