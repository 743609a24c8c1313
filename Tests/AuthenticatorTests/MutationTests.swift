import Authenticator
import Encoding
import SeededNumbers
import Synchronization
import Testing

@Suite struct MutationTests {
  /// Every kind of request that a client ever sends to an authenticator, as bytes.
  private func recorded(_ device: Device) async throws -> [[UInt8]] {
    let requests = Mutex<[[UInt8]]>([])
    let client = CTAPClient { request in
      requests.withLock { $0.append(request) }
      return await device.authenticator.respond(to: request)
    }
    try await client.setPIN(Secret(utf8: Device.pin))
    let token = try await client.token(pin: Secret(utf8: Device.pin), .makeCredential, rpID: Site.id)
    let agreement = try await client.agree()
    let salts = try agreement.hmacSecretInput([Secret([UInt8](repeating: 1, count: 32))])
    let made = try await Site().register(client) { command in
      (command.isDiscoverable, command.token, command.excluded) = (true, token, [[1, 2, 3]])
      command.extensions = [
        "hmac-secret": .boolean(true), "hmac-secret-mc": salts, "credProtect": .integer(2), "credBlob": .bytes([1, 2]),
        "largeBlobKey": .boolean(true), "minPinLength": .boolean(true),
      ]
    }
    let signing = try await client.token(pin: Secret(utf8: Device.pin), nil, .one)
    _ = try await Site().signIn(client, made.verdict.credential) { command in
      command.token = signing
      command.extensions = ["hmac-secret": salts, "credBlob": .boolean(true), "largeBlobKey": .boolean(true)]
    }
    let all = try await client.token(
      pin: Secret(utf8: Device.pin), [.credentialManagement, .largeBlobWrite, .authenticatorConfiguration])
    _ = try await client.listCredentials(all)
    try await client.renameCredential(made.id, userID: Array("ada".utf8), name: "a", displayName: "b", all)
    try await client.writeLargeBlobs([0x80], all)
    _ = try await client.readLargeBlobs()
    try await client.setMinimumPINLength(4, toldTo: [Site.id], all)
    try await client.toggleAlwaysVerify(all)
    try await client.changePIN(from: Secret(utf8: Device.pin), to: Secret(utf8: "4321"))
    _ = try await client.pinRetries()
    return requests.withLock { $0 }
  }

  private func mutated(_ bytes: [UInt8], _ generator: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
      case 1: if place < bytes.count { bytes[place] = .random(in: 0...255, using: &generator) }
      case 2: bytes.insert(.random(in: 0...255, using: &generator), at: place)
      case 3: if place < bytes.count { bytes.remove(at: place) }
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  /// The same request with one item replaced by a different kind: still canonical, so that it is processed as far as
  /// possible.
  private func restructured(_ bytes: [UInt8], _ generator: inout SeededNumbers) -> [UInt8] {
    guard let value = try? CBORValue(decoding: Array(bytes.dropFirst())) else { return bytes }
    return Array(bytes.prefix(1)) + changed(value, &generator).encoded()
  }

  private func changed(_ value: CBORValue, _ generator: inout SeededNumbers) -> CBORValue {
    switch value {
    case .map(let entries) where !entries.isEmpty && Int.random(in: 0..<5, using: &generator) > 0:
      var entries = entries
      let place = Int.random(in: 0..<entries.count, using: &generator)
      if Bool.random(using: &generator) {
        entries[place].value = changed(entries[place].value, &generator)
      } else {
        entries.remove(at: place)
      }
      return .map(entries)
    case .array(let items) where !items.isEmpty && Int.random(in: 0..<5, using: &generator) > 0:
      var items = items
      let place = Int.random(in: 0..<items.count, using: &generator)
      items[place] = changed(items[place], &generator)
      return .array(items)
    default:
      let count = Int.random(in: 0..<70, using: &generator)
      let others: [CBORValue] = [
        .integer(Int64.random(in: -30...30, using: &generator)), .integer(.max), .integer(.min),
        .bytes([UInt8](repeating: 1, count: count)[...]),
        .text(String(repeating: "é", count: count)), .array([]), .map([]), .boolean(true), .boolean(false), .null,
      ]
      return others[Int.random(in: 0..<others.count, using: &generator)]
    }
  }

  @Test("No request bytes cause a trap; every answer has a known status and canonical CBOR")
  func requests() async throws {
    let device = try Device()
    let seeds = try await recorded(device)
    #expect(Set(seeds.compactMap(\.first)).count >= 7)
    let victim = try Device(alwaysVerifies: false)
    var generator = SeededNumbers(seed: 7)
    for round in 0..<6000 {
      let seed = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
      let request = round.isMultiple(of: 2) ? mutated(seed, &generator) : restructured(seed, &generator)
      let answer = await victim.authenticator.respond(to: request)
      let status = try #require(answer.first)
      #expect(CTAPStatus(rawValue: status) != nil, "round \(round)")
      if answer.count > 1 {
        #expect(throws: Never.self, "round \(round)") { try CBORValue(decoding: Array(answer.dropFirst())) }
      }
    }
  }

  @Test("No U2F command bytes cause a trap")
  func u2f() async throws {
    let device = try Device(alwaysVerifies: false)
    var generator = SeededNumbers(seed: 9)
    let data = [UInt8](repeating: 1, count: 64)
    let seeds =
      [[0, 3, 0, 0, 0], [0, 1, 3, 0, 64] + data + [0], [0, 2, 3, 0, 0, 0, 68] + data + [3, 1, 2, 3, 0, 0]] as [[UInt8]]
    for _ in 0..<2000 {
      let answer = await device.authenticator.respond(
        toU2F: mutated(seeds[Int.random(in: 0..<3, using: &generator)], &generator))
      #expect(answer.count >= 2)
    }
  }
}
