import Authenticator
import Encoding
import Testing

@Suite struct ClientPINTests {
  @Test("A PIN can be set, verified and changed with both protocols", arguments: PINProtocolVersion.allCases)
  func life(_ version: PINProtocolVersion) async throws {
    let device = try Device()
    #expect(try await device.client.information().options["clientPin"] == false)
    await #expect(throws: CTAPStatus.pinNotSet) { try await device.token(.makeCredential) }
    try await device.client.setPIN(Secret(utf8: "1234"), version)
    #expect(try await device.client.information().options["clientPin"] == true)
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.setPIN(Secret(utf8: "5678"), version) }
    try await device.client.changePIN(from: Secret(utf8: "1234"), to: Secret(utf8: "56789"), version)
    await #expect(throws: CTAPStatus.pinInvalid) { try await device.token(.makeCredential) }
    let token = try await device.client.token(pin: Secret(utf8: "56789"), [.makeCredential], rpID: Site.id, version)
    _ = try await Site().register(device.client) { $0.token = token }
    let older = try await device.client.token(pin: Secret(utf8: "56789"), nil, version)
    _ = try await Site().register(device.client) { $0.token = older }
  }

  @Test("After a PIN change, keys that require the PIN require the new one")
  func keysAfterChange() async throws {
    let device = try await Device.ready()
    let record = try await Site().register(device).verdict.credential
    try await device.client.changePIN(from: Secret(utf8: "1234"), to: Secret(utf8: "56789"))
    let token = try await device.client.token(pin: Secret(utf8: "56789"), .getAssertion, rpID: Site.id)
    _ = try await Site().signIn(device.client, record) { $0.token = token }
  }

  @Test("Three wrong PINs block until a power cycle, eight until a reset, across processes")
  func tries() async throws {
    var device = try await Device.ready()
    for left in [7, 6, 5, 4, 3, 2, 1, 0] {
      let status: CTAPStatus = left == 0 ? .pinBlocked : left == 5 || left == 2 ? .pinAuthBlocked : .pinInvalid
      await #expect(throws: status) {
        try await device.client.token(pin: Secret(utf8: "0000"), .makeCredential, rpID: Site.id)
      }
      #expect(try await device.client.pinRetries().left == left)
      if status == .pinAuthBlocked {
        #expect(try await device.client.pinRetries().needsPowerCycle)
        await #expect(throws: CTAPStatus.pinAuthBlocked) { try await device.token(.makeCredential) }
        #expect(try await device.client.pinRetries().left == left)
        if left == 5 { await device.authenticator.powerCycle() } else { device = try device.reopened() }
      }
    }
    await device.authenticator.powerCycle()
    await #expect(throws: CTAPStatus.pinBlocked) { try await device.token(.makeCredential) }
    await #expect(throws: CTAPStatus.pinBlocked) {
      try await device.client.changePIN(from: Secret(utf8: "1234"), to: Secret(utf8: "56789"))
    }
  }

  @Test("The full retry count is reported even before a PIN is set") func triesBefore() async throws {
    let device = try Device()
    #expect(try await device.client.pinRetries() == (8, false))
    try await device.client.setPIN(Secret(utf8: Device.pin))
    #expect(try await device.client.pinRetries() == (8, false))
  }

  @Test("A correct PIN restores all tries")
  func rightPIN() async throws {
    let device = try await Device.ready()
    for _ in 0..<2 {
      await #expect(throws: CTAPStatus.pinInvalid) {
        try await device.client.token(pin: Secret(utf8: "0000"), .makeCredential, rpID: Site.id)
      }
    }
    _ = try await device.token(.makeCredential)
    #expect(try await device.client.pinRetries() == (8, false))
  }

  @Test(
    "A PIN is 4 code points to 63 bytes", arguments: [("123", false), ("1234", true), ("äöü", false), ("äöüß", true)])
  func lengths(_ pin: String, _ isLongEnough: Bool) async throws {
    let device = try Device()
    if isLongEnough { return try await device.client.setPIN(Secret(utf8: pin)) }
    await #expect(throws: CTAPStatus.pinPolicyViolation) { try await device.client.setPIN(Secret(utf8: pin)) }
    #expect(try await device.client.information().options["clientPin"] == false)
  }

  @Test("One PIN entry allows one operation; a registration invalidates the token")
  func tokenIsSpent() async throws {
    let device = try await Device.ready()
    let token = try await device.token([.makeCredential, .getAssertion])
    let made = try await Site().register(device.client) { $0.token = token }
    await #expect(throws: CTAPStatus.pinAuthInvalid) {
      try await Site().signIn(device.client, made.verdict.credential) { $0.token = token }
    }
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await Site().register(device.client) { $0.token = token } }
    let wider = try await device.token([.makeCredential, .credentialManagement])
    _ = try await Site().register(device.client) { $0.token = wider }
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.deleteCredential(made.id, wider) }
  }

  @Test("A token allows only the requested permissions")
  func permissions() async throws {
    let device = try await Device.ready()
    let made = try await Site().register(device) { $0.isDiscoverable = true }
    let assertion = try await device.token(.getAssertion)
    await #expect(throws: CTAPStatus.pinAuthInvalid) {
      try await Site().register(device.client) { $0.token = assertion }
    }
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.listCredentials(assertion) }
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.writeLargeBlobs([0x80], assertion) }
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.toggleAlwaysVerify(assertion) }
    let management = try await device.token(.credentialManagement, rpID: nil)
    await #expect(throws: CTAPStatus.pinAuthInvalid) {
      try await Site().signIn(device.client, made.verdict.credential) { $0.token = management }
    }
    await #expect(throws: CTAPStatus.unauthorizedPermission) { try await device.token(.bioEnrollment) }
    await #expect(throws: CTAPStatus.invalidParameter) { try await device.token([]) }
    await #expect(throws: CTAPStatus.invalidParameter) { try await device.token(.makeCredential, rpID: nil) }
  }

  @Test("A token for one site is invalid for another; a legacy token is bound by its first use")
  func boundToSite() async throws {
    let device = try await Device.ready()
    let token = try await device.token(.makeCredential, rpID: "example.com")
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await Site().register(device.client) { $0.token = token } }
    let older = try await device.client.token(pin: Secret(utf8: Device.pin), nil)
    device.person.will { $0.answer = .declined }
    await #expect(throws: CTAPStatus.operationDenied) { try await Site().register(device.client) { $0.token = older } }
    await #expect(throws: CTAPStatus.pinAuthInvalid) {
      try await Site("example.com").register(device.client) { $0.token = older }
    }
  }

  @Test("A token must first be used within 30 seconds and expires after ten minutes")
  func tokenEnds() async throws {
    let device = try await Device.ready()
    let unused = try await device.token(.makeCredential)
    device.wait(.seconds(30))
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await Site().register(device.client) { $0.token = unused } }
    let used = try await device.token(.credentialManagement, rpID: nil)
    #expect(try await device.client.listCredentials(used).isEmpty)
    device.wait(.seconds(599))
    #expect(try await device.client.listCredentials(used).isEmpty)
    device.wait(.seconds(1))
    await #expect(throws: CTAPStatus.pinAuthInvalid) { try await device.client.listCredentials(used) }
  }

  @Test("A token from the other protocol, or a tampered one, is rejected")
  func protocols() async throws {
    let device = try await Device.ready()
    let token = try await device.client.token(pin: Secret(utf8: Device.pin), .makeCredential, rpID: Site.id, .one)
    var request = MakeCredentialCommand(clientDataHash: [UInt8](repeating: 1, count: 32), rpID: Site.id, userID: [1])
    request.token = token
    guard case .map(let entries) = request.parameters else { return }
    let swapped = CBORValue.map(entries.map { $0.key == .integer(9) ? CBOREntry(key: $0.key, value: .integer(2)) : $0 })
    #expect(await device.status([0x01] + swapped.encoded()) == .pinAuthInvalid)
    let unknown = CBORValue.map(entries.map { $0.key == .integer(9) ? CBOREntry(key: $0.key, value: .integer(3)) : $0 })
    #expect(await device.status([0x01] + unknown.encoded()) == .invalidParameter)
    let without = CBORValue.map(entries.filter { $0.key != .integer(9) })
    #expect(await device.status([0x01] + without.encoded()) == .missingParameter)
    request.clientDataHash[0] = 2
    let other = CBORValue.map(
      entries.map { $0.key == .integer(1) ? CBOREntry(key: $0.key, value: .bytes(request.clientDataHash[...])) : $0 })
    #expect(await device.status([0x01] + other.encoded()) == .pinAuthInvalid)
  }

  @Test("An empty PIN parameter asks for a touch and reveals whether a PIN is set")
  func emptyParameter() async throws {
    let device = try Device()
    let parameters = MakeCredentialCommand(clientDataHash: [UInt8](repeating: 1, count: 32), rpID: Site.id, userID: [1])
      .parameters
    guard case .map(let entries) = parameters else { return }
    let request = [0x01] + CBORValue.map(entries + [CBOREntry(key: .integer(8), value: .bytes([]))]).encoded()
    #expect(await device.status(request) == .pinNotSet)
    try await device.client.setPIN(Secret(utf8: Device.pin))
    #expect(await device.status(request) == .pinInvalid)
    #expect(device.person.occasions == [Occasion(.select), Occasion(.select)])
  }

  @Test("A point off the curve, or a different kind of key, is rejected")
  func badKeys() async throws {
    let device = try await Device.ready()
    func key(_ x: [UInt8], _ algorithm: Int64 = -25) -> CBORValue {
      let members: [(Int64, CBORValue)] = [
        (1, .integer(2)), (3, .integer(algorithm)), (-1, .integer(1)), (-2, .bytes(x[...])),
        (-3, .bytes([UInt8](repeating: 1, count: 32)[...])),
      ]
      return .map(members.map { CBOREntry(key: .integer($0.0), value: $0.1) })
    }
    for bad in [key([UInt8](repeating: 1, count: 32)), key([1]), key([UInt8](repeating: 1, count: 32), -7)] {
      let request = CBORValue.map([
        CBOREntry(key: .integer(1), value: .integer(2)), CBOREntry(key: .integer(2), value: .integer(5)),
        CBOREntry(key: .integer(3), value: bad),
        CBOREntry(key: .integer(6), value: .bytes([UInt8](repeating: 0, count: 32)[...])),
      ])
      #expect(await device.status([0x06] + request.encoded()) == .invalidParameter)
    }
    #expect(try await device.client.pinRetries().left == 8)
  }
}
