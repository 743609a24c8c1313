import Authenticator
import Crypto
import Encoding
import RelyingParty
import Testing

@Suite struct RegistrationTests {
  @Test("E-13: the honest profile has flags 0x45 and 0x05, which mean not backed up")
  func honest() async throws {
    let device = try await Device.ready()
    let (site, registration) = (Site(), try await Site().register(device) { $0.isDiscoverable = true })
    #expect(registration.answer.authenticatorData[32] & 0x7f == 0x45)
    #expect(registration.verdict.credential.backupEligible == .notEligible)
    let signIn = try await site.signIn(device, registration.verdict.credential)
    #expect(signIn.answer.authenticatorData[32] == 0x05)
  }

  @Test("E-11 E-12 E-13: the profile for iOS has flags 0x5D at registration and 0x1D at sign-in")
  func iosCompatible() async throws {
    let device = try await Device.ready { $0.profile = .iosCompatible }
    let registration = try await Site().register(device) { $0.isDiscoverable = true }
    #expect(registration.answer.authenticatorData[32] & 0x7f == 0x5d)
    let signIn = try await Site().signIn(device, registration.verdict.credential)
    #expect(signIn.answer.authenticatorData[32] == 0x1d)
    #expect(signIn.verdict.backupState)
  }

  @Test(
    "Attestation is none or packed; without a certifying chip, tpm becomes packed",
    arguments: AttestationKind.allCases)
  func attestation(_ kind: AttestationKind) async throws {
    let device = try await Device.ready { $0.attestation = kind }
    let verdict = try await Site().register(device).verdict
    #expect(verdict.attestation.format == (kind == .none ? "none" : "packed"))
    #expect(verdict.attestation.type == (kind == .none ? .none : .self))
  }

  @Test("The chip certifies the hash of the signed data, and the statement contains what it covers")
  func certified() async throws {
    let device = try await Device.ready { $0.attestation = .tpm }
    device.keys.will { state in
      state.certification = { extraData in
        KeyCertification(algorithm: -7, certificates: [[1], [2]], certInfo: extraData, signature: [4], pubArea: [5])
      }
    }
    var command = MakeCredentialCommand(clientDataHash: [UInt8](repeating: 1, count: 32), rpID: Site.id, userID: [1])
    command.token = try await device.token(.makeCredential)
    let made = try await device.client.makeCredential(command)
    #expect(made.format == "tpm")
    #expect(
      made.statement["certInfo"]?.byteString?.elementsEqual(
        SHA256.hash(data: made.authenticatorData + command.clientDataHash)) == true)
    #expect(made.statement["x5c"] == .array([.bytes([1]), .bytes([2])]))
    #expect(
      made.statement["ver"] == .text("2.0") && made.statement["pubArea"] == .bytes([5])
        && made.statement["sig"] == .bytes([4]))
  }

  @Test("E-30: the AAGUID is zero by default and can be configured")
  func aaguid() async throws {
    let zero = try await Site().register(try await Device.ready()).verdict.credential
    #expect(zero.aaguid.description == "00000000-0000-0000-0000-000000000000")
    let device = try await Device.ready {
      $0.aaguid = .init(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    }
    #expect(
      try await Site().register(device).verdict.credential.aaguid.description == "01020304-0506-0708-090a-0b0c0d0e0f10")
  }

  @Test("A non-discoverable credential is not stored and signs in only by its id")
  func notDiscoverable() async throws {
    let device = try await Device.ready()
    let before = device.storage.pieces
    let registration = try await Site().register(device)
    #expect(device.storage.pieces == before)
    #expect(registration.id.count <= 255)
    let signIn = try await Site().signIn(device, registration.verdict.credential)
    #expect(signIn.answer.userID == nil)
    await #expect(throws: CTAPStatus.noCredentials) {
      try await Site().signIn(device, registration.verdict.credential, isNamed: false)
    }
  }

  @Test("A credential id is invalid at a different site, or with any bit changed")
  func boundToSite() async throws {
    let device = try await Device.ready()
    var record = try await Site().register(device).verdict.credential
    await #expect(throws: CTAPStatus.noCredentials) { try await Site("example.com").signIn(device, record) }
    record.id[20] ^= 1
    await #expect(throws: CTAPStatus.noCredentials) { try await Site().signIn(device, record) }
  }

  @Test("A new discoverable credential replaces the account's old one in one write")
  func replaces() async throws {
    let device = try await Device.ready()
    let first = try await Site().register(device) { $0.isDiscoverable = true }
    let writes = device.storage.writes
    let second = try await Site().register(device) { $0.isDiscoverable = true }
    #expect(device.storage.writes == writes + 1)
    await #expect(throws: CTAPStatus.noCredentials) { try await Site().signIn(device, first.verdict.credential) }
    #expect(try await Site().signIn(device, second.verdict.credential, isNamed: false).answer.credentialID == second.id)
  }

  @Test("An excluded account gets no second credential, and this is revealed only after presence")
  func excluded() async throws {
    let device = try await Device.ready()
    for isDiscoverable in [true, false] {
      let first = try await Site().register(device) { $0.isDiscoverable = isDiscoverable }
      let asked = device.person.occasions.count
      await #expect(throws: CTAPStatus.credentialExcluded) {
        try await Site().register(device) { $0.excluded = [[1, 2, 3], first.id] }
      }
      #expect(device.person.occasions.count == asked + 1)
    }
  }

  @Test("Unsupported requests are rejected with specific errors before the person is asked")
  func refusals() async throws {
    let device = try await Device.ready()
    await #expect(throws: CTAPStatus.unsupportedAlgorithm) {
      try await Site().register(device) { $0.algorithms = [-8, -257] }
    }
    await #expect(throws: CTAPStatus.invalidOption) {
      try await Site().register(device) { $0.extensions["largeBlobKey"] = .boolean(true) }
    }
    await #expect(throws: CTAPStatus.invalidOption) {
      try await Site().register(device) { $0.extensions["credProtect"] = .integer(4) }
    }
    await #expect(throws: CTAPStatus.invalidLength) {
      try await Site().register(device) { $0.userID = [UInt8](repeating: 1, count: 65) }
    }
    await #expect(throws: CTAPStatus.puatRequired) { try await Site().register(device.client) }
    await #expect(throws: CTAPStatus.invalidOption) {
      try await Site().register(device.client) { $0.verifiesBuiltIn = true }
    }
    await #expect(throws: CTAPStatus.limitExceeded) {
      try await Site().register(device) { $0.excluded = Array(repeating: [1], count: 65) }
    }
    #expect(device.person.occasions.isEmpty)
    #expect(device.keys.state.withLock { $0.keysMade } == 0)
  }

  @Test("If the person declines or does not answer, no credential is created")
  func declined() async throws {
    let device = try await Device.ready()
    let before = device.storage.pieces
    for (answer, status) in [
      (PresenceAnswer.declined, CTAPStatus.operationDenied), (.timedOut, .userActionTimeout),
      (.cancelled, .keepaliveCancel),
    ] {
      device.person.will { $0.answer = answer }
      await #expect(throws: status) { try await Site().register(device) { $0.isDiscoverable = true } }
    }
    #expect(device.storage.pieces == before)
    #expect(device.keys.state.withLock { $0.keysMade } == 0)
  }

  @Test("The person is shown the names of the site and the account")
  func occasion() async throws {
    let device = try await Device.ready()
    _ = try await Site(user: "grace").register(device)
    #expect(device.person.occasions == [Occasion(.register, rpID: "example.org", userName: "grace")])
  }

  @Test("Long names are truncated to 64 bytes, between characters")
  func longNames() async throws {
    let device = try await Device.ready()
    _ = try await Site().register(device) { command in
      command.isDiscoverable = true
      command.userName = String(repeating: "é", count: 40)
      command.userDisplayName = "a" + String(repeating: "é", count: 40)
    }
    let listed = try await device.client.listCredentials(try await device.token(.credentialManagement, rpID: nil))
    #expect(listed.map(\.userName) == [String(repeating: "é", count: 32)])
    #expect(listed.map(\.userDisplayName) == ["a" + String(repeating: "é", count: 31)])
  }
}
