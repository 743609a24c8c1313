import Authenticator
import Encoding
import Foundation
import Synchronization
import Testing

/// Valid inputs of an authenticator as seeds for the fuzzer. Their first byte chooses the parser.
@Suite struct FuzzSeeds {
  /// A one-byte kind, a two-byte length, and the content.
  private static func piece(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [kind, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
  }

  static func seeds() async throws -> [[UInt8]] {
    let device = try Device(), answers = Mutex<[[UInt8]]>([]), requests = Mutex<[[UInt8]]>([])
    let client = CTAPClient { request in
      let answer = await device.authenticator.respond(to: request)
      requests.withLock { $0.append(request) }
      answers.withLock { $0.append(answer) }
      return answer
    }
    try await live(client, device)
    var seeds: [[UInt8]] = []
    for request in requests.withLock({ $0 }) {
      // 1: sent by a client that knows the PIN, with credential ids given by number.
      seeds += [[0] + piece(0, request), [0] + piece(1, request), [1] + piece(1, request)]
    }
    let all = answers.withLock { $0 }
    for (index, answer) in all.enumerated() {
      seeds.append([11] + piece(0, answer) + piece(0, all[(index + 1) % all.count]))
    }
    seeds += try structured()
    seeds += transports()
    let store = try FileKeyStore(path: device.folder.file("keys"))
    seeds.append([8] + [UInt8](try Data(contentsOf: URL(filePath: device.folder.file("keys/keys")))))
    for guarded in [KeyGuard.pin, .nothing] {
      seeds.append([9, 0] + (try await store.makeKey(.signing, guard: guarded)).reference.bytes)
    }
    return seeds
  }

  /// Every kind of client request.
  private static func live(_ client: CTAPClient, _ device: Device) async throws {
    _ = try await client.information()
    try await client.setPIN(Secret(utf8: Device.pin))
    let salts = try await client.agree().hmacSecretInput([Secret([UInt8](repeating: 1, count: 32))])
    let token = try await client.token(pin: Secret(utf8: Device.pin), .makeCredential, rpID: Site.id)
    _ = try await Site().register(client) { command in
      (command.isDiscoverable, command.token, command.excluded) = (true, token, [[0xfe, 0]])
      command.extensions = [
        "hmac-secret": .boolean(true), "hmac-secret-mc": salts, "credProtect": .integer(2), "credBlob": .bytes([1, 2]),
        "largeBlobKey": .boolean(true), "minPinLength": .boolean(true),
      ]
    }
    for allowed in [[], [[0xfe, 0]], [[0xfe, 1], [0xfe, 2]]] as [[[UInt8]]] {
      var command = GetAssertionCommand(rpID: Site.id, clientDataHash: [UInt8](repeating: 1, count: 32))
      command.allowed = allowed
      command.token = try await client.token(pin: Secret(utf8: Device.pin), .getAssertion, rpID: Site.id)
      _ = try? await client.getAssertion(command)
    }
    let all = try await client.token(
      pin: Secret(utf8: Device.pin), [.credentialManagement, .largeBlobWrite, .authenticatorConfiguration])
    _ = try await client.listCredentials(all)
    try? await client.renameCredential([0xfe, 0], userID: [0], name: "a", displayName: "b", all)
    try await client.writeLargeBlobs([0x80], all)
    _ = try await client.readLargeBlobs()
    try await client.setMinimumPINLength(4, toldTo: [Site.id], all)
    try await client.toggleAlwaysVerify(all)
    try await client.changePIN(from: Secret(utf8: Device.pin), to: Secret(utf8: "4321"))
    _ = try await client.pinRetries()
    try? await client.select()
  }

  /// Records and settings in their sealed form, and several commands in a row.
  private static func structured() throws -> [[UInt8]] {
    let rpIDHash = [UInt8](repeating: 3, count: 32), key = [2] + [UInt8](repeating: 1, count: 32)
    let user = CBORValue.map([
      CBOREntry(key: .text("id"), value: .bytes([1])), CBOREntry(key: .text("name"), value: .text("ada")),
    ])
    func map(_ members: [(Int64, CBORValue)]) -> [UInt8] {
      CBORValue.map(members.map { CBOREntry(key: .integer($0.0), value: $0.1) }).encoded()
    }
    let account = CBORValue.map([
      CBOREntry(key: .integer(1), value: .text(Site.id)), CBOREntry(key: .integer(2), value: user),
      CBOREntry(key: .integer(3), value: .bytes([UInt8](repeating: 4, count: 65)[...])),
      CBOREntry(key: .integer(4), value: .integer(9)),
    ])
    let record = map([
      (1, .bytes(key[...])), (2, .integer(1)), (3, .integer(2)), (4, .bytes(key[...])), (5, .bytes(key[...])),
      (6, .bytes([1])), (7, account),
      (8, .bytes([UInt8](repeating: 8, count: 32)[...])), (9, .bytes(rpIDHash[...])),
    ])
    let configuration = map([
      (1, .boolean(true)), (2, .integer(4)), (3, .array([.text(Site.id)])), (4, .boolean(false)), (5, .integer(6)),
    ])
    let assertion: [UInt8] = [0x02] + map([(1, .text(Site.id)), (2, .bytes([UInt8](repeating: 1, count: 32)[...]))])
    return [
      [5] + record, [7] + map([(1, .bytes(key[...]))]), [6, 0] + configuration,
      [6, 1, 0x80] + [UInt8](repeating: 0, count: 16),
      [0] + piece(1, assertion) + piece(0, [0x08]) + piece(0, [0x08]),
      [0] + piece(13, [UInt8](repeating: 5, count: 64)),
      [0] + piece(14, Array("12345678".utf8)) + piece(0, [0x07]) + piece(0, [0x04]),
      [10]
        + map([
          (0, .integer(1)), (1, .integer(0x018a_0000)), (2, .bytes([UInt8](repeating: 1, count: 32)[...])),
          (3, .bytes([1])),
        ]),
    ]
  }

  private static func transports() -> [[UInt8]] {
    let data = [UInt8](repeating: 1, count: 64)
    let commands: [[UInt8]] = [
      [0, 3, 0, 0, 0], [0, 1, 3, 0, 64] + data + [0], [0, 2, 3, 0, 0, 0, 68] + data + [3, 1, 2, 3, 0, 0],
    ]
    let select: [UInt8] = [0x00, 0xa4, 0x04, 0x00, 8, 0xa0, 0, 0, 6, 0x47, 0x2f, 0, 1, 0]
    let cards: [[UInt8]] = [
      [0x80, 0x10, 0x80, 0, 1, 4, 0], [0x90, 0x10, 0x80, 0, 2, 4, 5], [0x80, 0x11, 0, 0, 0], [0, 0xc0, 0, 0, 0],
    ]
    return [
      [2] + commands.flatMap { piece(0, $0) }, [4] + piece(0, select) + cards.flatMap { piece(0, $0) } + piece(6, data),
      [3] + piece(0, [0x90, 0, 1, 4]) + piece(4, [0, 0xa0]) + piece(0, [0x90, 0, 100]) + piece(1, [0]) + piece(5, data)
        + piece(7, []),
      [3] + piece(2, [0x86, 0, 8]) + piece(0x83, [UInt8](repeating: 0xff, count: 64)) + piece(6, [1])
        + piece(0, [0x91, 0, 0]),
    ]
  }

  @Test("every fuzz target has seeds, which are written to the path in LATCHSTRING_FUZZ_SEEDS")
  func write() async throws {
    let seeds = try await Self.seeds()
    #expect(Set(seeds.compactMap(\.first)) == Set(0...11))
    guard let folder = ProcessInfo.processInfo.environment["LATCHSTRING_FUZZ_SEEDS"] else { return }
    for (index, seed) in seeds.enumerated() {
      try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
    }
  }
}
