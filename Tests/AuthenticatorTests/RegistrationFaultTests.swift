import Authenticator
import Encoding
import Testing

@Suite struct RegistrationFaultTests {
  @Test("E-45: if a key cannot be created, the error is reported and nothing is stored", arguments: [0, 1])
  func keyGenerationFails(_ keysBefore: Int) async throws {
    let device = try await Device.ready()
    let before = device.storage.pieces
    device.keys.will { $0.keysUntilFailure = keysBefore }
    await #expect(throws: CTAPStatus.other) {
      try await Site().register(device) { command in
        command.isDiscoverable = true
        command.extensions["hmac-secret"] = .boolean(true)
      }
    }
    #expect(device.storage.pieces == before)
  }

  @Test("A store without room for a key reports that it is full, and nothing is stored")
  func keyStoreFull() async throws {
    let device = try await Device.ready()
    device.keys.will { ($0.keysUntilFailure, $0.failure) = (0, KeyStoreError(.full)) }
    let before = device.storage.pieces
    await #expect(throws: CTAPStatus.keyStoreFull) { try await Site().register(device) { $0.isDiscoverable = true } }
    #expect(device.storage.pieces == before)
  }

  @Test("If a registration is killed while writing, old credentials remain and a reset still works")
  func killed() async throws {
    let device = try await Device.ready()
    let old = try await Site(user: "old").register(device) { $0.isDiscoverable = true }
    device.storage.will { $0.changesUntilKill = 0 }
    await #expect(throws: CTAPStatus.other) {
      try await Site(user: "new").register(device) { $0.isDiscoverable = true }
    }
    let again = try device.reopened()
    #expect(
      try await again.client.listCredentials(try await again.token(.credentialManagement, rpID: nil)).map(\.userName)
        == ["old"])
    _ = try await Site(user: "old").signIn(again, old.verdict.credential)
    try await again.client.reset()
    #expect(again.storage.pieces.isEmpty)
  }

  @Test("A registration writes to storage once; if killed afterwards, its credential is stored")
  func oneChange() async throws {
    let device = try await Device.ready()
    device.storage.will { $0.changesUntilKill = 1 }
    let made = try await Site().register(device) { $0.isDiscoverable = true }
    let again = try device.reopened()
    _ = try await Site().signIn(again, made.verdict.credential, isNamed: false)
  }

  @Test("A full disk is reported as a full key store; non-discoverable credentials need no room")
  func diskFull() async throws {
    let device = try await Device.ready()
    device.storage.will { $0.isFull = true }
    await #expect(throws: CTAPStatus.keyStoreFull) { try await Site().register(device) { $0.isDiscoverable = true } }
    let made = try await Site().register(device)
    _ = try await Site().signIn(device, made.verdict.credential)
  }

  @Test("At the maximum number of credentials, only a replacement can be made")
  func noMoreRoom() async throws {
    let device = try await Device.ready { $0.discoverableCredentials = 2 }
    for user in ["one", "two"] { _ = try await Site(user: user).register(device) { $0.isDiscoverable = true } }
    #expect(try await device.client.information().remainingDiscoverableCredentials == 0)
    await #expect(throws: CTAPStatus.keyStoreFull) {
      try await Site(user: "three").register(device) { $0.isDiscoverable = true }
    }
    _ = try await Site(user: "two").register(device) { $0.isDiscoverable = true }
  }
}
