import Authenticator
import Encoding
import Testing

@Suite struct CredentialManagementTests {
  private func management(_ device: Device) async throws -> ClientToken {
    try await device.token(.credentialManagement, rpID: nil)
  }

  @Test("All discoverable credentials, and only those, are counted and listed site by site")
  func lists() async throws {
    let device = try await Device.ready()
    #expect(try await device.client.listCredentials(try await management(device)).isEmpty)
    for (site, user) in [(Site.id, "one"), (Site.id, "two"), ("example.com", "one")] {
      _ = try await Site(site, user: user).register(device) { $0.isDiscoverable = true }
    }
    _ = try await Site(user: "elsewhere").register(device)
    let token = try await management(device)
    #expect(try await device.client.credentialCounts(token) == (3, 197))
    let listed = try await device.client.listCredentials(token)
    #expect(
      Set(listed.map { "\($0.rpID) \($0.userName ?? "")" }) == [
        "example.org one", "example.org two", "example.com one",
      ])
    #expect(Set(listed.map(\.credentialID)).count == 3)
  }

  @Test("A listed credential matches what the relying party received")
  func listsTruly() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { command in
      command.isDiscoverable = true
      command.extensions["credProtect"] = .integer(2)
    }
    let listed = try #require(try await device.client.listCredentials(try await management(device)).first)
    #expect(listed.publicKey == made.verdict.credential.publicKey)
    #expect(listed.credentialID == made.id)
    #expect(listed.protection == 3, "it waits for the PIN, whatever was asked")
    #expect(listed.userDisplayName == "Ada")
  }

  @Test("The prestandard command byte works but is not advertised")
  func earlierCommand() async throws {
    let device = try await Device.ready()
    _ = try await Site().register(device) { $0.isDiscoverable = true }
    let older = CTAPClient { request in
      await device.authenticator.respond(
        to: request.first == CTAPCommand.credentialManagement.rawValue ? [0x41] + request.dropFirst() : request)
    }
    #expect(try await older.information().options["credentialMgmtPreview"] == nil)
    #expect(try await older.listCredentials(try await management(device)).map(\.rpID) == [Site.id])
    let token = try await older.token(pin: Secret(utf8: Device.pin), nil)
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await older.listCredentials(token) }
  }

  @Test("A deleted credential is no longer offered to its site and cannot be deleted again")
  func deletes() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { $0.isDiscoverable = true }
    let token = try await management(device)
    try await device.client.deleteCredential(made.id, token)
    await #expect(throws: CTAPStatus.noCredentials) { try await device.client.deleteCredential(made.id, token) }
    await #expect(throws: CTAPStatus.noCredentials) { try await Site().signIn(device, made.verdict.credential) }
  }

  @Test("Names can be changed and removed, but not the account or the key")
  func renames() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { $0.isDiscoverable = true }
    let token = try await management(device)
    try await device.client.renameCredential(
      made.id, userID: Array("ada".utf8), name: "countess", displayName: nil, token)
    let listed = try #require(try await device.client.listCredentials(token).first)
    #expect(listed.userName == "countess" && listed.userDisplayName == nil)
    _ = try await Site().signIn(device, made.verdict.credential)
    await #expect(throws: CTAPStatus.invalidParameter) {
      try await device.client.renameCredential(
        made.id, userID: [9], name: "x", displayName: nil, try await management(device))
    }
  }

  @Test("A token for one site manages that site's credentials, and cannot see others")
  func boundToken() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { $0.isDiscoverable = true }
    let own = try await device.token(.credentialManagement)
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.listCredentials(own) }
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.credentialCounts(own) }
    let foreign = try await device.token(.credentialManagement, rpID: "example.com")
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.deleteCredential(made.id, foreign) }
    try await device.client.deleteCredential(made.id, try await device.token(.credentialManagement))
  }

  @Test("Management fails without a token, in another client's enumeration, or past its end")
  func order() async throws {
    let device = try await Device.ready()
    for user in ["one", "two"] { _ = try await Site(user: user).register(device) { $0.isDiscoverable = true } }
    for subcommand in [1, 2, 4, 6, 7] as [UInt8] {
      #expect(await device.status([0x0a, 0xa1, 0x01, subcommand]) == .puatRequired)
    }
    for subcommand in [3, 5] as [UInt8] { #expect(await device.status([0x0a, 0xa1, 0x01, subcommand]) == .notAllowed) }
    #expect(await device.status([0x0a, 0xa1, 0x01, 0x08]) == .invalidSubcommand)
    _ = try await device.client.listCredentials(try await management(device))
    #expect(await device.status([0x0a, 0xa1, 0x01, 0x05]) == .notAllowed)
  }

  @Test("A failed rename on a full disk keeps the old name")
  func full() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { $0.isDiscoverable = true }
    let token = try await management(device)
    device.storage.will { $0.isFull = true }
    await #expect(throws: CTAPStatus.keyStoreFull) {
      try await device.client.renameCredential(made.id, userID: Array("ada".utf8), name: "x", displayName: nil, token)
    }
    #expect(try await device.client.listCredentials(token).map(\.userName) == ["ada"])
  }
}
