import Authenticator
import Encoding
import RelyingParty
import Testing

@Suite struct ExtensionTests {
  private func outputs(
    _ device: Device, _ record: CredentialRecord, _ salts: [Secret], _ version: PINProtocolVersion,
    verified: Bool = true
  )
    async throws -> [Secret]
  {
    let agreement = try await device.client.agree(version)
    let input = try agreement.hmacSecretInput(salts)
    let answer =
      verified
      ? try await Site().signIn(device, record) { $0.extensions["hmac-secret"] = input }.answer
      : try await Site().signIn(device.client, record, requiresVerification: false) {
        $0.extensions["hmac-secret"] = input
      }.answer
    let sealed = try #require(answer.extensions?["hmac-secret"]?.byteString)
    return try agreement.openOutputs(sealed)
  }

  private let salts = [Secret([UInt8](repeating: 1, count: 32)), Secret([UInt8](repeating: 2, count: 32))]

  @Test("The PRF depends only on salt and credential, not on protocol or process")
  func deterministic() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { $0.extensions["hmac-secret"] = .boolean(true) }
    #expect(made.answer.extensions?["hmac-secret"] == .boolean(true))
    let record = made.verdict.credential
    let first = try await outputs(device, record, salts, .two)
    #expect(first.count == 2 && !first[0].matches(first[1]))
    let again = try await outputs(try device.reopened(), record, [salts[1]], .one)
    #expect(again.count == 1 && again[0].matches(first[1]))
    let other = try await Site(user: "other").register(device) { $0.extensions["hmac-secret"] = .boolean(true) }.verdict
      .credential
    let agreement = try await device.client.agree()
    let input = try agreement.hmacSecretInput(salts)
    let answer = try await Site(user: "other").signIn(device, other) { $0.extensions["hmac-secret"] = input }.answer
    #expect(
      try !agreement.openOutputs(try #require(answer.extensions?["hmac-secret"]?.byteString))[0].matches(first[0]))
  }

  @Test("The PRF uses different keys with and without the PIN")
  func verifiedAndNot() async throws {
    let device = try Device(alwaysVerifies: false)
    let record = try await Site().register(device.client, requiresVerification: false) {
      $0.extensions["hmac-secret"] = .boolean(true)
    }
    .verdict.credential
    try await device.client.setPIN(Secret(utf8: Device.pin))
    let without = try await outputs(device, record, salts, .two, verified: false)
    let with = try await outputs(device, record, salts, .two)
    #expect(!without[0].matches(with[0]))
    #expect(try await outputs(device, record, salts, .two, verified: false)[0].matches(without[0]))
  }

  @Test("The PRF gives the same output at registration and at sign-in")
  func atRegistration() async throws {
    let device = try await Device.ready()
    let agreement = try await device.client.agree()
    let input = try agreement.hmacSecretInput([salts[0]])
    let made = try await Site().register(device) { command in
      command.extensions = ["hmac-secret": .boolean(true), "hmac-secret-mc": input]
    }
    let early = try agreement.openOutputs(try #require(made.answer.extensions?["hmac-secret-mc"]?.byteString))
    #expect(try await outputs(device, made.verdict.credential, [salts[0]], .two)[0].matches(early[0]))
    await #expect(throws: CTAPStatus.missingParameter) {
      try await Site().register(device) { $0.extensions["hmac-secret-mc"] = input }
    }
  }

  @Test("Invalid salts, and salts without presence, are rejected before the person is asked")
  func badSalts() async throws {
    let device = try await Device.ready()
    let record = try await Site().register(device) { $0.extensions["hmac-secret"] = .boolean(true) }.verdict.credential
    let asked = device.person.occasions.count
    let agreement = try await device.client.agree()
    guard case .map(let entries) = try agreement.hmacSecretInput(salts) else { return }
    let noCode = CBOREntry(key: .integer(3), value: .bytes([UInt8](repeating: 0, count: 32)[...]))
    let tampered = CBORValue.map(entries.map { $0.key == noCode.key ? noCode : $0 })
    await #expect(throws: CTAPStatus.pinAuthInvalid) {
      try await Site().signIn(device, record) { $0.extensions["hmac-secret"] = tampered }
    }
    let wrongLength = try agreement.hmacSecretInput([Secret([UInt8](repeating: 1, count: 48))])
    await #expect(throws: CTAPStatus.invalidParameter) {
      try await Site().signIn(device, record) { $0.extensions["hmac-secret"] = wrongLength }
    }
    let good = try agreement.hmacSecretInput(salts)
    await #expect(throws: CTAPStatus.unsupportedOption) {
      try await Site().signIn(device, record) { command in
        command.extensions["hmac-secret"] = good
        command.needsPresence = false
      }
    }
    #expect(device.person.occasions.count == asked)
  }

  @Test("A credential without the PRF key returns no output, but still signs")
  func withoutKey() async throws {
    let device = try await Device.ready()
    let record = try await Site().register(device).verdict.credential
    let input = try await device.client.agree().hmacSecretInput(salts)
    #expect(try await Site().signIn(device, record) { $0.extensions["hmac-secret"] = input }.answer.extensions == nil)
  }

  @Test(
    "credProtect: level 2 is not found without its id, level 3 not without the PIN", arguments: [1, 2, 3] as [Int64])
  func protection(_ level: Int64) async throws {
    let device = try Device(alwaysVerifies: false)
    let made = try await Site().register(device.client, requiresVerification: false) { command in
      command.isDiscoverable = true
      command.extensions["credProtect"] = .integer(level)
    }
    #expect(made.answer.extensions?["credProtect"] == .integer(level))
    func signs(isNamed: Bool) async throws -> Bool {
      do {
        _ = try await Site().signIn(
          device.client, made.verdict.credential, requiresVerification: false, isNamed: isNamed)
        return true
      } catch CTAPStatus.noCredentials { return false }
    }
    #expect(try await signs(isNamed: true) == (level < 3))
    #expect(try await signs(isNamed: false) == (level < 2))
    try await device.client.setPIN(Secret(utf8: Device.pin))
    _ = try await Site().signIn(device, made.verdict.credential, isNamed: false)
  }

  @Test(
    "credProtect: a credential made with the PIN requires it, but reports the requested level",
    arguments: [nil, 1, 2, 3] as [Int64?])
  func protectionByPIN(_ level: Int64?) async throws {
    let device = try await Device.ready(alwaysVerifies: false)
    let made = try await Site().register(device) { command in
      command.isDiscoverable = true
      if let level { command.extensions["credProtect"] = .integer(level) }
    }
    #expect(made.answer.extensions?["credProtect"] == level.map { .integer($0) })
    var probe = GetAssertionCommand(rpID: Site.id, clientDataHash: [UInt8](repeating: 0, count: 32))
    (probe.allowed, probe.needsPresence) = ([made.id], false)
    let silent = probe
    await #expect(throws: CTAPStatus.noCredentials) { try await device.client.getAssertion(silent) }
    let listed = try await device.client.listCredentials(try await device.token(.credentialManagement, rpID: nil))
    #expect(listed.map(\.protection) == [3])
  }

  @Test(
    "credProtect: a credential made without the PIN is listed with the requested level",
    arguments: [nil, 2, 3] as [Int64?])
  func protectionListed(_ level: Int64?) async throws {
    let device = try Device(alwaysVerifies: false)
    _ = try await Site().register(device.client, requiresVerification: false) { command in
      command.isDiscoverable = true
      if let level { command.extensions["credProtect"] = .integer(level) }
    }
    try await device.client.setPIN(Secret(utf8: Device.pin))
    let listed = try await device.client.listCredentials(try await device.token(.credentialManagement, rpID: nil))
    #expect(listed.map(\.protection) == [Int(level ?? 1)])
  }

  @Test("An excluded level 3 credential is not revealed without the PIN")
  func excludedProtected() async throws {
    let device = try Device(alwaysVerifies: false)
    let made = try await Site().register(device.client, requiresVerification: false) {
      $0.extensions["credProtect"] = .integer(3)
    }
    _ = try await Site().register(device.client, requiresVerification: false) { $0.excluded = [made.id] }
  }

  @Test("credBlob stores up to 32 bytes and returns them")
  func blob() async throws {
    let device = try await Device.ready()
    for isDiscoverable in [true, false] {
      let made = try await Site().register(device) { command in
        command.isDiscoverable = isDiscoverable
        command.extensions["credBlob"] = .bytes([UInt8](0..<32)[...])
      }
      #expect(made.verdict.extensions.signed.isCredBlobStored == true)
      let answer = try await Site().signIn(device, made.verdict.credential) {
        $0.extensions["credBlob"] = .boolean(true)
      }
      #expect(answer.verdict.extensions.signed.credBlob == [UInt8](0..<32))
    }
    let long = try await Site().register(device) { $0.extensions["credBlob"] = .bytes([UInt8](0..<33)[...]) }
    #expect(long.verdict.extensions.signed.isCredBlobStored == false)
    let none = try await Site().signIn(device, long.verdict.credential) { $0.extensions["credBlob"] = .boolean(true) }
    #expect(none.verdict.extensions.signed.credBlob == [])
  }

  @Test("largeBlobKey is a separate key for each discoverable credential, returned on request")
  func largeBlobKey() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { command in
      command.isDiscoverable = true
      command.extensions["largeBlobKey"] = .boolean(true)
    }
    let key = try #require(made.answer.largeBlobKey)
    #expect(key.count == 32)
    let signIn = try await Site().signIn(device, made.verdict.credential) {
      $0.extensions["largeBlobKey"] = .boolean(true)
    }
    #expect(signIn.answer.largeBlobKey?.matches(key) == true)
    #expect(try await Site().signIn(device, made.verdict.credential).answer.largeBlobKey == nil)
    let listed = try await device.client.listCredentials(try await device.token(.credentialManagement, rpID: nil))
    #expect(listed.first?.largeBlobKey?.matches(key) == true)
    await #expect(throws: CTAPStatus.invalidOption) {
      try await Site().signIn(device, made.verdict.credential) { $0.extensions["largeBlobKey"] = .boolean(false) }
    }
  }

  @Test("minPinLength is reported only to the named sites")
  func minimumPINLength() async throws {
    let device = try await Device.ready()
    try await device.client.setMinimumPINLength(
      4, toldTo: [Site.id], try await device.token(.authenticatorConfiguration, rpID: nil))
    let told = try await Site().register(device) { $0.extensions["minPinLength"] = .boolean(true) }
    #expect(told.verdict.extensions.signed.minPinLength == 4)
    let other = try await Site("example.com").register(device) { $0.extensions["minPinLength"] = .boolean(true) }
    #expect(other.verdict.extensions.signed.minPinLength == nil)
  }

  @Test("Unknown extensions are ignored")
  func unknown() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { $0.extensions["x-unknown"] = .array([.null]) }
    #expect(made.answer.extensions == nil)
  }
}
