import Authenticator
import Encoding
import Testing

@Suite struct MalformedTests {
  @Test(
    "Malformed or non-canonical CBOR, and trailing bytes, are invalid",
    arguments: [
      [], [0xa1], [0xa1, 0x01], [0xbf, 0xff], [0xa0, 0x00], [0xa1, 0x18, 0x01, 0x00], [0xa2, 0x02, 0x00, 0x01, 0x00],
      [0xa2, 0x01, 0x00, 0x01, 0x00],
      [0xa1, 0x01, 0xc0, 0x00], [0xa1, 0x01, 0xf9, 0x00, 0x00], [0xa1, 0x01, 0x61, 0xff],
      [0xa1, 0x01, 0x5f, 0x40, 0xff],
      [0xa1, 0x01, 0x1b] + [UInt8](repeating: 0xff, count: 8),
      [0xa1, 0x01, 0x5b] + [UInt8](repeating: 0xff, count: 8), [0xa1, 0x18, 0x20, 0x81, 0x81, 0x81, 0x81, 0x00], [0xff],
      [0xa1, 0x01, 0xf7],
    ] as [[UInt8]])
  func invalid(_ parameters: [UInt8]) async throws {
    let device = try Device()
    for command in [0x01, 0x02, 0x06, 0x0a, 0x0c, 0x0d] as [UInt8] {
      #expect(await device.status([command] + parameters) == .invalidCBOR)
    }
  }

  @Test("Parameters that are not a map, or that have a wrong type, are reported as unexpected")
  func unexpected() async throws {
    let device = try Device()
    for command in [0x01, 0x02, 0x06, 0x0a, 0x0c, 0x0d] as [UInt8] {
      for value in [[0x00], [0x80], [0x40], [0xf6]] as [[UInt8]] {
        #expect(await device.status([command] + value) == .unexpectedType)
      }
    }
    #expect(await device.status([0x06, 0xa1, 0x02, 0x41, 0x00]) == .unexpectedType)
    #expect(await device.status([0x06, 0xa1, 0x02, 0x20]) == .unexpectedType)
    #expect(await device.status([0x0a, 0xa1, 0x01, 0x60]) == .unexpectedType)
  }

  /// A valid request with one of its parameters omitted or changed to a different type.
  private func changed(_ parameters: CBORValue, _ key: Int64, to value: CBORValue?) -> [UInt8] {
    var entries = (parameters.map ?? []).filter { $0.key != .integer(key) }
    if let value { entries.append(CBOREntry(key: .integer(key), value: value)) }
    return CBORValue.map(entries).encoded()
  }

  @Test("Both commands report an absent parameter as missing and a wrong type as unexpected")
  func eachParameter() async throws {
    let device = try Device(alwaysVerifies: false)
    let hash = [UInt8](repeating: 1, count: 32)
    let registration = MakeCredentialCommand(clientDataHash: hash, rpID: Site.id, userID: [1]).parameters
    let signIn = GetAssertionCommand(rpID: Site.id, clientDataHash: hash).parameters
    for key in 1...4 as ClosedRange<Int64> {
      #expect(await device.status([1] + changed(registration, key, to: nil)) == .missingParameter)
    }
    for key in 1...2 as ClosedRange<Int64> {
      #expect(await device.status([2] + changed(signIn, key, to: nil)) == .missingParameter)
    }
    for key in 1...10 as ClosedRange<Int64> {
      #expect(await device.status([1] + changed(registration, key, to: .boolean(true))) == .unexpectedType)
    }
    for key in 1...7 as ClosedRange<Int64> {
      #expect(await device.status([2] + changed(signIn, key, to: .boolean(true))) == .unexpectedType)
    }
    #expect(device.person.occasions.isEmpty)
  }

  @Test("Nested parameters are checked just as strictly")
  func nested() async throws {
    let device = try Device(alwaysVerifies: false)
    let registration = MakeCredentialCommand(
      clientDataHash: [UInt8](repeating: 1, count: 32), rpID: Site.id, userID: [1]
    ).parameters
    func map(_ members: [(String, CBORValue)]) -> CBORValue {
      .map(members.map { CBOREntry(key: .text($0.0), value: $0.1) })
    }
    let cases: [(Int64, CBORValue, CTAPStatus)] = [
      (1, .bytes([1, 2]), .invalidLength), (2, map([]), .missingParameter),
      (2, map([("id", .bytes([1]))]), .unexpectedType),
      (3, map([]), .missingParameter), (3, map([("id", .text("a"))]), .unexpectedType),
      (3, map([("id", .bytes([]))]), .invalidLength),
      (3, map([("id", .bytes([1])), ("name", .integer(1))]), .unexpectedType),
      (4, .array([.integer(1)]), .unexpectedType),
      (4, .array([map([("alg", .integer(-7))])]), .missingParameter), (4, .array([]), .unsupportedAlgorithm),
      (4, .array([map([("alg", .text("ES256")), ("type", .text("public-key"))])]), .unexpectedType),
      (4, .array([map([("alg", .integer(-7)), ("type", .text("other"))])]), .unsupportedAlgorithm),
      (5, .array([map([("type", .text("public-key"))])]), .missingParameter),
      (5, .array([.bytes([1])]), .unexpectedType),
      (6, map([("hmac-secret", .integer(1))]), .unexpectedType),
      (6, map([("credProtect", .text("1"))]), .unexpectedType),
      (7, map([("rk", .integer(1))]), .unexpectedType), (7, map([("up", .boolean(false))]), .invalidOption),
      (7, map([("uv", .boolean(true))]), .invalidOption),
    ]
    for (key, value, status) in cases {
      #expect(await device.status([1] + changed(registration, key, to: value)) == status, "\(key) \(value)")
    }
    let passedOver = changed(registration, 7, to: map([("x", .integer(1))]))
    #expect(await device.status([1] + passedOver) == .success)
  }

  @Test("Unknown, empty and overlong commands are rejected, as are unexpected parameters")
  func commands() async throws {
    let device = try Device()
    #expect(await device.status([]) == .invalidLength)
    for command in [0x00, 0x03, 0x05, 0x09, 0x0e, 0x40, 0x42, 0xff] as [UInt8] {
      #expect(await device.status([command]) == .invalidCommand)
    }
    for command in [0x04, 0x07, 0x08, 0x0b] as [UInt8] {
      #expect(await device.status([command, 0xa0]) == .invalidLength)
    }
    #expect(await device.status([0x01] + [UInt8](repeating: 0, count: 7609)) == .requestTooLarge)
    #expect(await device.status([0x06, 0xa1, 0x02, 0x08]) == .invalidSubcommand)
    #expect(await device.status([0x06, 0xa1, 0x02, 0x02]) == .missingParameter)
    #expect(await device.status([0x06, 0xa2, 0x01, 0x03, 0x02, 0x02]) == .invalidParameter)
    for subcommand in [3, 4, 5, 9] as [UInt8] {
      #expect(await device.status([0x06, 0xa2, 0x01, 0x02, 0x02, subcommand]) == .missingParameter)
    }
  }
}
