import Encoding
import Foundation
import Testing

@testable import Escrow

@Suite struct ReducerStateTests {
  @Test("Anything that is not a state is rejected")
  func malformed() {
    let deep = String(repeating: "[", count: 20_000)
    for text in [
      "", "{}", "[]", "null", "{\"backup_state\":1}", "{\"a\":{},\"a\":{}}", deep,
      "{\"backup_state\":\"X\",\"b\":\(deep)",
    ] {
      #expect(throws: EscrowError(.malformed, "")) { try ReducerState(Array(text.utf8)) }
    }
    let error = try? ReducerState(Array(#"{"reducer_type":"error","code":8410,"hint":"none"}"#.utf8))
    #expect(error?.stage == .error(code: 8410) && error?.flavor == .typeScript)
  }

  @Test("A state with malformed parts yields nothing, and does not count as a draft")
  func wrongParts() async throws {
    let texts = [
      #"{"backup_state":"BACKUP_FINISHED"}"#,
      #"{"backup_state":"BACKUP_FINISHED","recovery_data":[],"policies":{},"core_secret":"a"}"#,
      #"{"backup_state":"X","authentication_methods":[{"type":1}],"#
        + #""authentication_providers":{"a":{},"https://a.example/":[]}}"#,
    ]
    for text in texts {
      let state = try ReducerState(Array(text.utf8))
      #expect(
        state.coreSecret == nil && state.methods.isEmpty && state.policies.isEmpty && state.configurations.isEmpty)
      #expect(throws: EscrowError(.invalid, "")) { try state.backupOrder() }
      await #expect(throws: EscrowError(.invalid, "")) { try await state.backupDraft() }
      #expect(throws: EscrowError(.invalid, "")) { try state.recoveryDraft() }
    }
    let lost = #"{"recovery_state":"X","identity_attributes":{"a":"b"},"recovery_document":{"dps":[{}],"cs":[]}}"#
    #expect(throws: EscrowError(.inconsistent, "")) { try ReducerState(Array(lost.utf8)).recoveryDraft() }
  }

  @Test("A state with any byte changed is read or rejected, without any other effect")
  func mutated() async throws {
    try await withProviders(2) { providers, client async throws in
      let backup = try await Person.backUp(providers, client), recovery = RecoveryClient(client)
      let draft = try await Person.opened(providers, by: recovery)
      var generator = SystemRandomNumberGenerator()
      for state in [try ReducerState(backup), try ReducerState(draft, flavor: .c), try ReducerState(draft)] {
        let text = try state.written()
        for _ in 0..<400 {
          var bytes = text
          for _ in 0..<2 {
            bytes[bytes.indices.randomElement(using: &generator) ?? 0] = UInt8.random(in: 32...126, using: &generator)
          }
          guard let read = try? ReducerState(bytes) else { continue }
          _ = (
            read.configurations, read.methods, read.policies, read.successes, read.coreSecret, try? read.backupOrder(),
            try? read.recoveryDraft().recovered
          )
        }
      }
    }
  }

  @Test(
    "A backup at every stage of upload is exported in the reducers' form and read back equal",
    arguments: [ReducerState.Flavor.typeScript, .c])
  func backup(flavor: ReducerState.Flavor) async throws {
    try await withProviders(3) { providers, client async throws in
      providers[0].state.withLock { $0.asksMoney = [.uploadTruth, .uploadDocument] }
      var draft = try await BackupDraft(planning: Person.order(providers)), states: [String] = []
      while true {
        let state = try ReducerState(
          draft, flavor: flavor, keeping: ["selected_country": "de", "of_another": .array([.null])])
        let read = try ReducerState(try state.written())
        #expect(read == state && read.flavor == flavor && read.fields["of_another"] == .array([.null]))
        guard case .backup(let name) = read.stage else { return surprise(read.stage) }
        states.append(name)
        for field in Self.backupFields { #expect(read.fields[field] != nil, "\(field) in \(name)") }
        #expect((read.fields["core_secret"] == nil) == (name == "BACKUP_FINISHED"))
        let back = try await read.backupDraft(years: 2)
        #expect(
          back.truths.map(\.id) == draft.truths.map(\.id)
            && back.truths.map(\.sealedTruth) == draft.truths.map(\.sealedTruth))
        let asBegunHere = back.truths.allSatisfy {
          $0.standing == .stored || $0.years == back.providers[$0.provider]?.configuration.truthYears(2)
        }
        #expect(asBegunHere, "What is not there yet is not kept for less long than had it never been exported.")
        #expect(back.outcome.payments == draft.outcome.payments)
        #expect(back.document == draft.document && back.policies == draft.policies && back.methods == draft.methods)
        #expect(back.providers.mapValues(\.version) == draft.providers.mapValues(\.version))
        #expect(back.providers.mapValues(\.configuration) == draft.providers.mapValues(\.configuration))
        #expect(try back.coreSecret().value.exposed == Person.secret)
        if name != "BACKUP_FINISHED" {
          let order = try read.backupOrder(years: 2)
          #expect(
            order.secret.value.exposed == Person.secret && order.policies == draft.policies
              && order.secretName == "garden")
        } else {
          break
        }
        // The next stage continues from the state that was read.
        for payment in draft.outcome.payments { providers[0].state.withLock { _ = $0.paid.insert(payment.orderID) } }
        draft = await BackupClient(client).upload(back).draft
      }
      #expect(states == ["SECRET_EDITING", "TRUTHS_PAYING", "POLICIES_PAYING", "BACKUP_FINISHED"])
      #expect(providers.map { $0.state.withLock { $0.accounts.values.map(\.count) } } == [[1], [1], [1]])
    }
  }
  private static let backupFields = [
    "identity_attributes", "authentication_providers", "authentication_methods", "policies", "policy_providers",
    "secret_name", "upload_fees",
    "recovery_data", "payments", "policy_payment_requests", "truth_upload_payment_secrets", "success_details",
    "selected_country",
  ]

  @Test(
    "A recovery at every stage is exported in the reducers' form and continues when read back",
    arguments: [ReducerState.Flavor.typeScript, .c], [false, true])
  func recovery(flavor: ReducerState.Flavor, isOld: Bool) async throws {
    try await withProviders(
      3, change: { if isOld { $1.configuration = (try? $1.configuration.aged) ?? $1.configuration } }
    ) {
      providers, client async throws in
      try await Person.backUp(providers, client)
      let recovery = RecoveryClient(client)
      var states: [String] = []
      func carried(_ draft: RecoveryDraft) throws -> RecoveryDraft {
        let state = try ReducerState(draft, flavor: flavor), read = try ReducerState(try state.written()),
          back = try read.recoveryDraft()
        #expect(read == state)
        guard case .recovery(let name) = read.stage else { return draft }
        states.append(name)
        let fields =
          ["identity_attributes", "authentication_providers"]
          + (draft.opened == nil ? [] : ["recovery_information", "recovery_document", "challenge_feedback"])
          + (draft.recovered == nil ? [] : ["core_secret"])
          + (flavor == .c || draft.opened == nil
            ? [] : ["verbatim_recovery_document", "selected_version", "recovered_key_shares"])
        for field in fields { #expect(read.fields[field] != nil, "\(field) in \(name)") }
        #expect(
          back.variants == draft.variants && Set(back.providers) == Set(draft.providers)
            && back.configurations == draft.configurations)
        #expect(back.opened?.document == draft.opened?.document && back.opened?.provider == draft.opened?.provider)
        #expect(back.opened?.challenges == draft.opened?.challenges)
        return back
      }
      var draft = try carried(await recovery.discover(Person.recovery(providers)))
      draft = try carried(try await recovery.open(draft, at: providers[0].address).draft)
      let ids = try #require(draft.opened).challenges.map(\.id)
      draft = try carried(try await recovery.startChallenge(draft, ids[1]).draft)
      draft = try carried(try await recovery.answer(draft, ids[0], with: .text(Secret(Array("green".utf8)))).draft)
      draft = try carried(
        try await recovery.answer(draft, ids[0], with: .text(Secret(Array(Person.answer.utf8)))).draft)
      draft = try carried(
        try await recovery.answer(draft, ids[1], with: .code(AnswerCode(try #require(providers[1].code(ids[1]))))).draft
      )
      #expect(draft.recovered?.value.exposed == Person.secret)
      #expect(
        states.first == "SECRET_SELECTING" && states.last == "RECOVERY_FINISHED"
          && Set(states[1..<5]) == ["CHALLENGE_SELECTING"])
    }
  }
}
