import Encoding
import Foundation
import Testing

@testable import Escrow

/// A backup made by the TypeScript client of GNU Anastasis, with the data that its three providers stored, in the
/// folder named by `LATCHSTRING_VECTORS`.
@Suite struct ForeignBackupTests {
  @Test("A different program's backup is found and opened, and yields its secret byte for byte")
  func recovered() async throws {
    guard let scenario = try ForeignBackup.scenario() else {
      return print("LATCHSTRING_VECTORS is not set: no foreign backup was recovered")
    }
    let old = try scenario.providers.map { try #require(ProviderAddress($0)) }
    try await withProviders(3, change: { try? ForeignBackup.load(18086 + $0, into: &$1) }) {
      providers, plain async throws in
      var client = plain
      client.moved = Dictionary(uniqueKeysWithValues: zip(old, providers.map(\.address)))
      let recovery = RecoveryClient(client)
      var draft = await recovery.discover(try RecoveryDraft(variants: [scenario.identity_attributes], providers: old))
      #expect(draft.standings.values.allSatisfy { $0 == .found } && draft.behind.isEmpty)
      #expect(
        draft.found.count == 1 && draft.found[0].secretName == scenario.secret_name && draft.found[0].copies.count == 3)
      (draft, _) = try await recovery.open(draft, at: old[1])
      let challenges = try #require(draft.opened).challenges
      #expect(challenges.map(\.type) == [.question, .email, .totp, .iban, .totp, .email])
      let key = Secret(try #require(CrockfordBase32.decode(scenario.methods[2].challenge_crock ?? "")))
      let counter = providers[2].state.withLock(\.now) / 30
      var result: AnswerResult
      (draft, _) = try await recovery.answer(
        draft, challenges[0].id, with: .text(Secret(Array((scenario.methods[0].challenge ?? "").utf8))))
      (draft, result) = try await recovery.answer(
        draft, challenges[2].id, with: .code(AnswerCode(TimeBasedCode.code(key: key, counter: counter))))
      guard case .solved = result else { return surprise(result) }
      // Its policies have three methods each; the simulated provider supplies the e-mail's code.
      (draft, _) = try await recovery.startChallenge(try reread(draft), challenges[1].id)
      let code = try #require(providers[1].code(challenges[1].id))
      (draft, result) = try await recovery.answer(draft, challenges[1].id, with: .code(AnswerCode(code)))
      guard case .recovered(let secret) = result else { return surprise(result) }
      #expect(
        secret.value.exposed == CrockfordBase32.decode(scenario.secret.value) && secret.mime == scenario.secret.mime)
    }
  }
}

enum ForeignBackup {
  struct Scenario: Decodable {
    struct Secret: Decodable { var value: String, mime: String }
    struct Method: Decodable { var type: String, instructions: String, challenge: String?, challenge_crock: String? }
    var providers: [String], identity_attributes: [String: String], secret_name: String, secret: Secret,
      methods: [Method]
  }
  static func scenario() throws -> Scenario? {
    try Vectors.read("golden/scenario.json").map { try JSONDecoder().decode(Scenario.self, from: $0) }
  }

  struct Dump: Decodable {
    struct Version: Decodable { var document: Base32Bytes, signature: Base32Bytes, meta_data: Base32Bytes }
    struct Truth: Decodable { var encrypted_truth: Base32Bytes, key_share_data: Base32Bytes, type: MethodType }
    var config: ProviderConfiguration, policies: [String: [Version]], truths: [String: Truth]
  }
  static func dump(_ port: Int) throws -> Dump? {
    try Vectors.read("golden/dump-\(port).json").map { try JSONDecoder().decode(Dump.self, from: $0) }
  }
  /// The data that one of its providers stored.
  static func load(_ port: Int, into state: inout PlayedState) throws {
    guard let dump = try dump(port) else { return }
    state.configuration = dump.config
    state.accounts = dump.policies.mapValues { versions in
      versions.map {
        PlayedState.Version(sealed: $0.document.bytes, signature: $0.signature.bytes, metaData: $0.meta_data.bytes)
      }
    }
    state.truths = dump.truths.mapValues {
      PlayedState.Truth(type: $0.type, sealed: $0.encrypted_truth.bytes, share: $0.key_share_data.bytes)
    }
  }
}
