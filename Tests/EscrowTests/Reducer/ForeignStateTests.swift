import Encoding
import Foundation
import Testing

@testable import Escrow

/// Final states of the TypeScript and the C reducer, in the folder named by `LATCHSTRING_VECTORS`.
@Suite struct ForeignStateTests {
  private static func state(_ name: String) throws -> ReducerState? {
    try Vectors.read("reducer-states/\(name).json").map { try ReducerState(Array($0)) }
  }
  /// `true` if reading and writing a state loses nothing.
  private static func isKept(_ state: ReducerState, _ name: String) throws -> Bool {
    try ReducerValue(Array(#require(try Vectors.read("reducer-states/\(name).json")))) == ReducerValue(state.written())
  }

  @Test("A TypeScript reducer's backup is read fully, and would send the data its provider received")
  func typeScriptBackups() async throws {
    guard let golden = try Self.state("ts-backup-golden"), let small = try Self.state("ts-backup-finished"),
      let scenario = try ForeignBackup.scenario()
    else { return print("LATCHSTRING_VECTORS is not set: no foreign states were read") }
    for (name, state) in [("ts-backup-golden", golden), ("ts-backup-finished", small)] {
      #expect(state.flavor == .typeScript && state.stage == .backup("BACKUP_FINISHED"))
      #expect(try Self.isKept(state, name))
      #expect(
        state.identityAttributes == scenario.identity_attributes && state.secretName == scenario.secret_name
          && state.coreSecret == nil)
      let draft = try await state.backupDraft()
      #expect(draft.outcome.isComplete && draft.providers.values.allSatisfy { $0.version == 1 && $0.expiration != nil })
      #expect(try draft.coreSecret().value.exposed == CrockfordBase32.decode(scenario.secret.value))
    }
    #expect(
      golden.methods.map(\.type) == [.question, .email, .totp, .iban] && golden.methods.allSatisfy { $0.checked != nil }
    )
    #expect(
      golden.policies.map(\.count) == [3, 3, 3, 3] && golden.configurations.count == 3
        && small.configurations.count == 1)
    #expect(golden.expiration == .seconds(1_889_828_785))
    let draft = try await golden.backupDraft()
    for port in 18086...18088 {
      let provider = try #require(ProviderAddress("http://127.0.0.1:\(port)/")),
        dump = try #require(try ForeignBackup.dump(port))
      #expect(golden.successes[provider]?.version == 1)
      let truths = draft.truths.filter { $0.provider == provider }
      #expect(
        Dictionary(uniqueKeysWithValues: truths.map { ($0.id.text, $0.sealedTruth) })
          == dump.truths.mapValues(\.encrypted_truth))
    }
    let again = try ReducerState(draft, keeping: golden.fields)
    for field in [
      "policies", "authentication_methods", "policy_providers", "success_details", "upload_fees", "secret_name",
      "authentication_providers",
    ] {
      #expect(again.fields[field] == golden.fields[field], "\(field)")
    }
    #expect(again.fields["recovery_data"] == golden.fields["recovery_data"])
  }

  @Test("A C reducer's backup is read; it contains nothing that could be sent again")
  func cBackup() async throws {
    guard let state = try Self.state("c-backup-finished") else {
      return print("LATCHSTRING_VECTORS is not set: no foreign states were read")
    }
    #expect(state.flavor == .c && state.stage == .backup("BACKUP_FINISHED"))
    #expect(try Self.isKept(state, "c-backup-finished"))
    #expect(
      state.methods.map(\.type) == [.question, .email, .sms]
        && state.policies.map { $0.map(\.method) } == [[1, 2], [0, 2], [0, 1]])
    #expect(state.configurations.count == 3 && state.configurations.values.allSatisfy(\.isOld))
    #expect(
      state.successes.count == 3
        && state.successes.values.allSatisfy { $0.version == 1 && $0.expiration == .seconds(1_952_896_630) })
    #expect(state.identityAttributes["sq_number"] == "4" && state.secretName == "_TESTAPP_c")
    await #expect(throws: EscrowError(.invalid, "")) { try await state.backupDraft() }
  }

  @Test(
    "A recovery of either reducer opens its document with its shares, as it states",
    arguments: ["ts-recovery-finished", "c-recovery-finished"])
  func recoveries(name: String) throws {
    guard let state = try Self.state(name) else {
      return print("LATCHSTRING_VECTORS is not set: no foreign states were read")
    }
    #expect(state.stage == .recovery("RECOVERY_FINISHED"))
    #expect(try Self.isKept(state, name))
    let draft = try state.recoveryDraft(), stated = try #require(state.coreSecret), own = try #require(draft.recovered)
    #expect(stated.value.matches(own.value) && stated.mime == own.mime && own.mime == "text/plain")
    #expect(draft.opened?.challenges.count { $0.isSolved } == 2 && draft.opened?.version == 1)
    let again = try ReducerState(draft, flavor: state.flavor, keeping: state.fields)
    for field in [
      "recovery_document", "recovery_information", "challenge_feedback", "core_secret", "verbatim_recovery_document",
      "recovered_key_shares",
    ] {
      #expect(again.fields[field] == state.fields[field], "\(field)")
    }
  }

  @Test("A C reducer's recovery that has just found its document continues here")
  func selecting() throws {
    guard let state = try Self.state("c-recovery-secret-selecting") else {
      return print("LATCHSTRING_VECTORS is not set: no foreign states were read")
    }
    #expect(state.stage == .recovery("SECRET_SELECTING"))
    #expect(try Self.isKept(state, "c-recovery-secret-selecting"))
    let draft = try state.recoveryDraft()
    #expect(draft.opened?.missing.map(\.count) == [2, 2, 2] && draft.recovered == nil && draft.providers.count == 3)
    #expect(draft.opened?.challenges.map(\.cost?.text) == ["TESTKUDOS:0", "TESTKUDOS:0", "TESTKUDOS:0"])
  }
}
