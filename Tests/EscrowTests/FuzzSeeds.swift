import Encoding
import Foundation
import SeededNumbers
import Testing

@testable import Escrow

/// Valid foreign input as seeds for the fuzzer, whose first byte chooses the parser; and a short run of mutated input
/// without the fuzzer.
@Suite struct FuzzSeeds {
  private static func order(at provider: ProviderAddress) -> BackupOrder {
    let parts = Person.methods.indices.map { PolicyPart(method: $0, provider: provider) }
    return BackupOrder(
      attributes: Person.attributes, methods: Person.methods, policies: [[parts[0], parts[1]], [parts[1], parts[2]]],
      providers: [provider: PlayedState(name: "Friend").configuration],
      secret: CoreSecret(Secret(Person.secret), mime: "text/plain"),
      secretName: "garden", years: 2)
  }

  static func seeds() async throws -> [[UInt8]] {
    let provider = try #require(ProviderAddress("http://127.0.0.1:9/")),
      configuration = PlayedState(name: "Friend").configuration
    let draft = try await BackupDraft(planning: order(at: provider)), packed = try PackedDocument(draft.document)
    var recovery = try RecoveryDraft(variants: [Person.attributes], providers: [provider])
    recovery.configurations = [provider: configuration]
    var opened = OpenedDocument(
      provider: provider, version: 1, documentHash: Base32Bytes(packed.hash), variant: 0, draft.document)
    opened.change(draft.truths[0].id) { $0.share = draft.truths[0].share }
    opened.change(draft.truths[1].id) { ($0.started, $0.feedback) = (.sent(hint: "erika"), .started) }
    recovery.opened = opened
    let json = JSONEncoder()
    var seeds: [[UInt8]] = [
      [0] + packed.bytes, try [1] + json.encode(draft.document), [2] + packed.hash + Array("garden".utf8),
      try [3] + json.encode(configuration),
      try [8] + json.encode(draft), try [9] + json.encode(recovery),
    ]
    for answer in Self.answers { seeds.append([4, answer.status] + Array(answer.body.utf8)) }
    seeds.append([5] + Array("taler+http://pay/127.0.0.1:9/till/\(draft.truths[0].id.text)/".utf8))
    for flavor in [ReducerState.Flavor.typeScript, .c] {
      let backup = try ReducerState(draft, flavor: flavor).written()
      seeds += [[6] + backup, [7] + backup, try [6] + ReducerState(recovery, flavor: flavor).written()]
    }
    for name in ["ts-backup-golden", "ts-recovery-finished", "c-backup-finished", "c-recovery-finished"] {
      guard let state = try Vectors.read("reducer-states/\(name).json") else { break }
      seeds += [[6] + Array(state), [7] + Array(state)]
    }
    for method in Person.methods {
      guard let place = MethodType.known.firstIndex(of: method.type) else { continue }
      seeds.append([10, UInt8(place)] + method.challenge.secret.exposed)
    }
    let address = #"{"city":"Bern","country":"ch","full_name":"Max","postcode":"3000","street":"Gasse 1"}"#
    if let place = MethodType.known.firstIndex(of: .post) { seeds.append([10, UInt8(place)] + Array(address.utf8)) }
    return seeds + Self.texts.map { [11] + Array($0.utf8) }
  }

  /// Identified by the index of their status in the fuzzer's list.
  private static let answers: [(status: UInt8, body: String)] = [
    (4, #"{"code":8120,"hint":"no"}"#), (5, "taler://pay/pay.example/ORDER/"), (6, #"{"code":8111,"hint":"wrong"}"#),
    (7, #"{"code":8112,"hint":"no code"}"#),
    (12, #"{"code":8121,"request_limit":3,"request_frequency":{"d_us":30000000}}"#), (0, "7"),
  ]
  private static let texts = [
    "KUDOS:1.5", "https://provider.example:8080/escrow/", "A-12345-678-1234-5678", "erika@example.com", "+41791234567",
    "DE89370400440532013000",
    "C86H08",
  ]

  @Test("the seeds are written to the path in LATCHSTRING_FUZZ_SEEDS")
  func write() async throws {
    guard let folder = ProcessInfo.processInfo.environment["LATCHSTRING_FUZZ_SEEDS"] else { return }
    for (index, seed) in try await Self.seeds().enumerated() {
      try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
    }
  }

  @Test("Documents, states, drafts and answers with altered bytes never trap when read or rejected")
  func mutations() async throws {
    var mutation = SeededNumbers(seed: 20_261_122), read = 0
    for seed in try await Self.seeds() {
      for _ in 0..<150 {
        if try await Self.isRead(seed[0], mutation.changed(Array(seed.dropFirst()), telling: Self.telling)) {
          read += 1
        }
      }
    }
    // Otherwise the first check would refuse all of them.
    #expect(read > 500)
  }

  /// Characters that are significant in JSON.
  private static let telling = Array("09-.eE\"\\{}[]:,\0".utf8)

  /// `true` if it was read as the value that it encodes.
  private static func isRead(_ target: UInt8, _ bytes: [UInt8]) async throws -> Bool {
    let user = UserIdentifier(secret: Secret([UInt8](repeating: 7, count: 64))), decoder = JSONDecoder()
    switch target {
    case 0:
      return
        (try? PackedDocument(opening: Sealing.seal(bytes, under: user.secret, for: .recoveryDocument), for: user)
        .document()) != nil
    case 1: return (try? decoder.decode(RecoveryDocument.self, from: Data(bytes)))?.policies.isEmpty == false
    case 2:
      return (try? DocumentMetaData(opening: Sealing.seal(bytes, under: user.secret, for: .metaData), for: user)) != nil
    case 3: return (try? decoder.decode(ProviderConfiguration.self, from: Data(bytes))) != nil
    case 4:
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      let answer = ProviderAnswer(
        status: 429, headers: [("Taler", text), ("Anastasis-Version", text)], body: Array(bytes.dropFirst()))
      _ = (try? answer.solved(), try? answer.challengeRefusal(), try? answer.paymentRequest(), try? answer.version())
      return answer.code != nil
    case 5: return PaymentRequest(String(decoding: bytes, as: UTF8.self)) != nil
    case 6, 7:
      guard let state = try? ReducerState(bytes) else { return false }
      _ = (
        state.coreSecret, state.configurations, state.providers, state.successes, try? state.backupOrder(),
        try? state.recoveryDraft().recovered
      )
      if target == 7 { _ = try? await state.backupDraft().outcome }
      return !state.methods.isEmpty
    case 8: return (try? decoder.decode(BackupDraft.self, from: Data(bytes)))?.outcome != nil
    case 9: return (try? decoder.decode(RecoveryDraft.self, from: Data(bytes)))?.behind != nil
    case 10:
      guard let first = bytes.first else { return false }
      let type = MethodType.known[Int(first) % MethodType.known.count]
      return BackupMethod(type: type, instructions: "what to do", challenge: FiledSecret(Array(bytes.dropFirst())))
        .checked != nil
    default:
      let text = String(decoding: bytes, as: UTF8.self)
      return Amount(text) != nil || ProviderAddress(text) != nil || AnswerCode(text) != nil || EmailAddress(text) != nil
        || BankAccount(text) != nil
    }
  }
}
