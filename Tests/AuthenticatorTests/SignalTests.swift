import Authenticator
import Encoding
import Testing

@Suite struct SignalTests {
  private typealias Made = Site.Registration

  private func discoverable(_ device: Device, _ site: Site = Site()) async throws -> Made {
    try await site.register(device) { $0.isDiscoverable = true }
  }
  private func listed(_ device: Device) async throws -> [ListedCredential] {
    try await device.client.listCredentials(try await device.token(.credentialManagement, rpID: nil))
  }
  private func user(_ name: String) -> [UInt8] { Array(name.utf8) }

  private static let goodbyes: [@Sendable ([UInt8]) -> CredentialSignal] = [
    { .unknown(credentialID: $0) }, { _ in .accepted(userID: Array("ada".utf8), credentialIDs: []) },
    { _ in .accepted(userID: Array("ada".utf8), credentialIDs: [[1, 2, 3]]) },
  ]

  @Test(
    "E-43: a credential that its site no longer knows is not offered, but kept", arguments: goodbyes.indices)
  func hides(goodbye: Int) async throws {
    let device = try await Device.ready(), other = Site(user: "bob")
    let made = try await discoverable(device), kept = try await discoverable(device, other)
    try await device.authenticator.take(Self.goodbyes[goodbye](made.id), rpID: Site.id)
    let offered = try await other.signIn(device, kept.verdict.credential, isNamed: false)
    #expect(offered.answer.credentialID == kept.id && offered.answer.count == nil)
    #expect(await device.authenticator.nameOfOnlyAccount(rpID: Site.id, allowed: []) == "bob")
    #expect(Set(try await listed(device).map { "\($0.userName ?? "") \($0.isHidden)" }) == ["ada true", "bob false"])
    #expect(try await listed(try device.reopened()).contains { $0.isHidden })
  }

  @Test("E-43: a sign-in finds no credential if the only one is hidden")
  func hidesTheOnlyOne() async throws {
    let device = try await Device.ready(), made = try await discoverable(device)
    try await device.authenticator.take(.unknown(credentialID: made.id), rpID: Site.id)
    await #expect(throws: CTAPStatus.noCredentials) {
      try await Site().signIn(device, made.verdict.credential, isNamed: false)
    }
  }

  @Test("E-43: a hidden credential reappears when its site lists, allows or excludes it")
  func comesBack() async throws {
    let device = try await Device.ready(), made = try await discoverable(device)
    let hide = { try await device.authenticator.take(.unknown(credentialID: made.id), rpID: Site.id) }
    try await hide()
    try await device.authenticator.take(.accepted(userID: user("ada"), credentialIDs: [[7], made.id]), rpID: Site.id)
    #expect(try await listed(device).map(\.isHidden) == [false])
    try await hide()
    _ = try await Site().signIn(device, made.verdict.credential)
    #expect(try await listed(device).map(\.isHidden) == [false])
    try await hide()
    await #expect(throws: CTAPStatus.credentialExcluded) {
      try await Site().register(device) { $0.excluded = [made.id] }
    }
    #expect(try await listed(device).map(\.isHidden) == [false])
    _ = try await Site().signIn(device, made.verdict.credential, isNamed: false)
  }

  @Test("E-43: checking for a hidden credential without presence does not restore it")
  func silentLook() async throws {
    let device = try await Device.ready(alwaysVerifies: false), made = try await discoverable(device)
    try await device.authenticator.take(.unknown(credentialID: made.id), rpID: Site.id)
    var look = GetAssertionCommand(rpID: Site.id, clientDataHash: [UInt8](repeating: 0, count: 32))
    (look.allowed, look.needsPresence) = ([made.id], false)
    look.token = try await device.token(.getAssertion)
    _ = try await device.client.getAssertion(look)
    #expect(try await listed(device).map(\.isHidden) == [true])
  }

  @Test("E-43: a signal affects only the named account, and only at the signaling site")
  func concernsNobodyElse() async throws {
    let device = try await Device.ready(), made = try await discoverable(device)
    let foreign = try await discoverable(device, Site("example.com")),
      other = try await discoverable(device, Site(user: "bob"))
    let before = device.storage.writes
    try await device.authenticator.take(.unknown(credentialID: made.id), rpID: "example.com")
    try await device.authenticator.take(.unknown(credentialID: foreign.id), rpID: Site.id)
    try await device.authenticator.take(.accepted(userID: user("ada"), credentialIDs: []), rpID: "example.net")
    try await device.authenticator.take(
      .accepted(userID: user("eve"), credentialIDs: [made.id, other.id]), rpID: Site.id)
    try await device.authenticator.take(.named(userID: user("eve"), name: "eve", displayName: "Eve"), rpID: Site.id)
    #expect(try await listed(device).allSatisfy { !$0.isHidden && $0.userName != "eve" })
    #expect(device.storage.writes == before)
  }

  @Test("E-43: a site can rename its account; key and hidden state do not change")
  func names() async throws {
    let device = try await Device.ready(), made = try await discoverable(device)
    try await device.authenticator.take(.unknown(credentialID: made.id), rpID: Site.id)
    try await device.authenticator.take(.named(userID: user("ada"), name: "countess", displayName: ""), rpID: Site.id)
    let entry = try #require(try await listed(device).first)
    #expect(entry.userName == "countess" && entry.userDisplayName == nil && entry.isHidden)
    #expect(entry.publicKey == made.verdict.credential.publicKey)
  }

  @Test("E-43: repeating a signal, as every sign-in does, writes nothing")
  func writesOnce() async throws {
    let device = try await Device.ready(), made = try await discoverable(device)
    let all = CredentialSignal.accepted(userID: user("ada"), credentialIDs: [made.id])
    let before = device.storage.writes
    try await device.authenticator.take(all, rpID: Site.id)
    #expect(device.storage.writes == before)
    for _ in 1...3 { try await device.authenticator.take(.unknown(credentialID: made.id), rpID: Site.id) }
    #expect(device.storage.writes == before + 1)
  }

  @Test("A hidden credential can be deleted and replaced, and its replacement is offered")
  func replaced() async throws {
    let device = try await Device.ready(), made = try await discoverable(device)
    try await device.authenticator.take(.unknown(credentialID: made.id), rpID: Site.id)
    let again = try await discoverable(device)
    #expect(try await listed(device).map(\.credentialID) == [again.id])
    _ = try await Site().signIn(device, again.verdict.credential, isNamed: false)
    try await device.authenticator.take(.unknown(credentialID: again.id), rpID: Site.id)
    try await device.client.deleteCredential(again.id, try await device.token(.credentialManagement, rpID: nil))
    #expect(try await listed(device).isEmpty)
  }

  @Test("A hidden credential deleted elsewhere during the PIN prompt does not reappear")
  func deletedMeanwhile() async throws {
    let device = try await Device.ready(typesHere: true), storage = device.storage
    device.person.will { $0.pins = [Device.pin, Device.pin] }
    let made = try await Site().register(device.client) { ($0.verifiesBuiltIn, $0.isDiscoverable) = (true, true) }
    try await device.authenticator.take(.unknown(credentialID: made.id), rpID: Site.id)
    device.person.will {
      $0.meanwhile = { storage.will { $0.pieces = $0.pieces.filter { !$0.key.hasPrefix("credential-") } } }
    }
    _ = try await Site().signIn(device.client, made.verdict.credential) { $0.verifiesBuiltIn = true }
    #expect(device.person.pinsAsked == 2 && !storage.pieces.keys.contains { $0.hasPrefix("credential-") })
  }

  @Test("On a full disk a signal is rejected, but a hidden credential signs in when named")
  func full() async throws {
    let device = try await Device.ready(), made = try await discoverable(device)
    try await device.authenticator.take(.unknown(credentialID: made.id), rpID: Site.id)
    device.storage.will { $0.isFull = true }
    await #expect(throws: CTAPStatus.keyStoreFull) {
      try await device.authenticator.take(.accepted(userID: user("ada"), credentialIDs: [made.id]), rpID: Site.id)
    }
    _ = try await Site().signIn(device, made.verdict.credential)
  }
}
