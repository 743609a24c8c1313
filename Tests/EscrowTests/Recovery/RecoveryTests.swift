import Encoding
import Foundation
import Testing

@testable import Escrow

@Suite struct RecoveryTests {
  private static func opened(_ providers: [PlayedProvider], _ client: ProviderClient) async throws -> RecoveryDraft {
    let recovery = RecoveryClient(client)
    let (draft, result) = try await recovery.open(
      await recovery.discover(Person.recovery(providers)), at: providers[0].address)
    #expect(result == .opened)
    return draft
  }
  private static var blue: RecoveryAnswer { .text(Secret(Array(Person.answer.utf8))) }

  @Test(
    "C-53: a recovery continues from its checkpoint after every step",
    arguments: [false, true])
  func checkpoint(isOld: Bool) async throws {
    try await withProviders(
      3, change: { if isOld { $1.configuration = (try? $1.configuration.aged) ?? $1.configuration } }
    ) {
      providers, client async throws in
      try await Person.backUp(providers, client)
      let recovery = RecoveryClient(client)
      var draft = try reread(await recovery.discover(try reread(Person.recovery(providers))))
      #expect(
        draft.found.count == 1 && draft.found[0].copies.map(\.provider) == providers.map(\.address)
          && draft.found[0].secretName == "garden")
      draft = try reread(try await recovery.open(draft, at: providers[1].address, version: 1).draft)
      let question = try #require(draft.opened?.challenges[0]), email = try #require(draft.opened?.challenges[1])
      #expect(question.cost == Amount("KUDOS:0") && draft.opened?.missing.map(\.count) == [2, 2, 2])
      var started: ChallengeResult
      (draft, started) = try await recovery.startChallenge(draft, email.id)
      draft = try reread(draft)
      #expect(started.isStarted && draft.opened?[email.id]?.started == started)
      var answered: AnswerResult
      (draft, answered) = try await recovery.answer(draft, question.id, with: Self.blue)
      guard case .solved = answered else { return surprise(answered) }
      draft = try reread(draft)
      #expect(draft.opened?.missing.map(\.count) == [1, 1, 2] && draft.recovered == nil)
      let before = providers.map { $0.count(.solve) + $0.count(.old) }
      let code = try #require(providers[1].code(email.id))
      (draft, answered) = try await recovery.answer(draft, email.id, with: .code(try #require(AnswerCode("A-\(code)"))))
      guard case .recovered(let secret) = answered else { return surprise(answered) }
      #expect(secret.value.exposed == Person.secret && secret.mime == "text/plain")
      #expect(try reread(draft).recovered?.value.exposed == Person.secret)
      #expect(providers.map { $0.count(.solve) + $0.count(.old) } == [before[0], before[1] + 1, before[2]])
    }
  }

  @Test("C-68: a wrong code keeps the other share and the valid code, and reports the limit")
  func wrong() async throws {
    try await withProviders(3) { providers, client async throws in
      try await Person.backUp(providers, client)
      let recovery = RecoveryClient(client)
      var draft = try await Self.opened(providers, client), result: AnswerResult
      let ids = try #require(draft.opened).challenges.map(\.id)
      (draft, result) = try await recovery.answer(draft, ids[1], with: .code(AnswerCode(1)))
      guard case .noCode = result else { return surprise(result) }
      (draft, _) = try await recovery.answer(draft, ids[0], with: Self.blue)
      (draft, _) = try await recovery.startChallenge(draft, ids[1])
      let code = try #require(providers[1].code(ids[1]))
      (draft, result) = try await recovery.answer(draft, ids[1], with: .code(AnswerCode(code ^ 1)))
      guard case .wrong = result else { return surprise(result) }
      #expect(
        draft.opened?[ids[0]]?.isSolved == true && draft.opened?[ids[1]]?.feedback == .wrong
          && draft.opened?[ids[1]]?.started != nil)
      (draft, result) = try await recovery.answer(draft, ids[1], with: .code(AnswerCode(code)))
      guard case .recovered = result else { return surprise(result) }
      // Another person's answer to the question, until no try is left.
      for _ in 0..<3 { (draft, result) = try await recovery.answer(draft, ids[2], with: .code(AnswerCode(1))) }
      (draft, result) = try await recovery.answer(draft, ids[2], with: .code(AnswerCode(1)))
      guard case .limited(TryLimit(requests: 3, microseconds: 3_600_000_000)) = result else { return surprise(result) }
      #expect(draft.recovered != nil)
    }
  }

  @Test("C-58: a different version brings its own document and policies and drops the shares")
  func switched() async throws {
    try await withProviders(3) { providers, client async throws in
      try await Person.backUp(providers, client, name: "old", secret: [1])
      try await Person.backUp(providers, client, name: "new", secret: [2])
      let recovery = RecoveryClient(client)
      var draft = try await Self.opened(providers, client)
      #expect(draft.found.map(\.secretName) == ["new", "old"] && draft.opened?.version == 2)
      let first = try #require(draft.opened)
      (draft, _) = try await recovery.answer(draft, first.challenges[0].id, with: Self.blue)
      #expect(draft.opened?.challenges.map(\.isSolved) == [true, false, false])
      #expect(try await recovery.open(draft, at: providers[0].address, version: 2).draft == draft)
      #expect(try await recovery.open(draft, at: providers[0].address, version: 9).result == .nothing)
      (draft, _) = try await recovery.open(draft, at: providers[1].address, version: 1)
      let second = try #require(draft.opened)
      #expect(
        second.document.secretName == "old" && !second.challenges.contains(where: \.isSolved)
          && second.provider == providers[1].address)
      #expect(Set(second.challenges.map(\.id)).isDisjoint(with: first.challenges.map(\.id)))
      for (index, answer) in [(0, Self.blue), (2, .code(Person.clockCode(providers[2])))] {
        (draft, _) = try await recovery.answer(draft, second.challenges[index].id, with: answer)
      }
      #expect(draft.recovered?.value.exposed == [1])
    }
  }

  @Test("Spellings are tried in order, and providers without a backup are reported one by one")
  func variants() async throws {
    try await withProviders(3) { providers, client async throws in
      try await Person.backUp(Array(providers[..<2]), client)
      providers[1].trick(.config, .cut, times: 2)
      let recovery = RecoveryClient(client), other = ["full_name": "erika mueller"]
      var draft = await recovery.discover(
        try RecoveryDraft(variants: [other, Person.attributes], providers: providers.map(\.address)))
      #expect(
        draft.standings == [
          providers[0].address: .found, providers[1].address: .trouble(.unreachable), providers[2].address: .nothing,
        ])
      #expect(draft.found[0].copies.map(\.variant) == [1])
      (draft, _) = try await recovery.open(draft, at: providers[0].address)
      #expect(draft.opened?.variant == 1)
      let none = await recovery.discover(try RecoveryDraft(variants: [other], providers: providers.map(\.address)))
      #expect(none.found.isEmpty && none.standings.values.allSatisfy { $0 == .nothing })
      #expect(try await recovery.open(none, at: providers[0].address).result == .nothing)
      #expect(throws: EscrowError(.invalid, "")) { try RecoveryDraft(variants: [], providers: []) }
      #expect(throws: EscrowError(.invalid, "")) {
        try RecoveryDraft(variants: Array(repeating: other, count: 17), providers: [])
      }
    }
  }

  @Test("Spellings are tried in parallel, and a provider that stops answering gets no more requests")
  func manyVariants() async throws {
    // Longer than a busy machine takes to derive fifteen identifiers, because a timeout stops further requests.
    try await withProviders(patience: .seconds(30)) { providers, client async throws in
      try await Person.backUp(providers, client)
      let others = (0..<15).map { ["full_name": "erika \($0)"] }
      let draft = try RecoveryDraft(variants: others + [Person.attributes], providers: [providers[0].address])
      // This stops further requests too, as silence does.
      providers[0].trick(.list, .waits(until: 16, then: .fault(429, 8121)))
      let found = await RecoveryClient(client).discover(draft)
      #expect(found.copies.map(\.variant) == [15] && providers[0].count(.list) == 16)
      providers[0].trick(.list, .cut, times: 100)
      let cut = await RecoveryClient(client).discover(draft)
      #expect(cut.standings.values.allSatisfy { $0 == .trouble(.unreachable) })
      // Requests go out eight at a time, and each of them is repeated once.
      #expect(providers[0].count(.list) == 16 + 2 * 8)
    }
  }

  @Test("The latest version is found at a provider without lists or metadata")
  func withoutLists() async throws {
    try await withProviders { providers, client async throws in
      try await Person.backUp(providers, client)
      for answer in [PlayedAnswer.fault(404, 21), .json(200, "{}"), .json(200, #"{"1":{"meta":null}}"#)] {
        providers[0].trick(.list, .answer(answer))
        let draft = await RecoveryClient(client).discover(try Person.recovery(providers))
        #expect(draft.found.map(\.secretName) == ["garden"] && draft.found.first?.copies.first?.version == 1)
      }
    }
  }

  @Test("A transfer is answered with its code once it arrived; a due payment is named on retry")
  func transferAndPayment() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0]
      var order = Person.order(providers)
      order.methods[1] = .iban(try #require(BankAccount("DE89370400440532013000")))
      _ = await BackupClient(client).upload(try await BackupDraft(planning: order))
      let recovery = RecoveryClient(client)
      var draft = try await Self.opened(providers, client), started: ChallengeResult, answered: AnswerResult
      let ids = try #require(draft.opened).challenges.map(\.id)
      let first = draft
      await #expect(throws: EscrowError(.invalid, "")) { try await recovery.answer(first, ids[1], with: .transferMade) }
      await #expect(throws: EscrowError(.invalid, "")) {
        try await recovery.answer(first, ids[0], with: .code(AnswerCode(1)))
      }
      await #expect(throws: EscrowError(.invalid, "")) { try await recovery.answer(first, ids[1], with: Self.blue) }
      #expect(try await recovery.startChallenge(draft, ids[0]).result == .notNeeded && one.count(.challenge) == 0)
      one.state.withLock { $0.asksMoney = [.challenge] }
      (draft, started) = try await recovery.startChallenge(draft, ids[1])
      guard case .paymentDue(let request) = started else { return surprise(started) }
      one.state.withLock { _ = $0.paid.insert(request.orderID) }
      (draft, started) = try await recovery.startChallenge(try reread(draft), ids[1])
      guard case .wire = started else { return surprise(started) }
      (draft, answered) = try await recovery.answer(try reread(draft), ids[1], with: .transferMade)
      guard case .notYet = answered else { return surprise(answered) }
      one.state.withLock { _ = $0.paid.insert(ids[1].text) }
      (draft, answered) = try await recovery.answer(draft, ids[1], with: .transferMade)
      guard case .solved = answered else { return surprise(answered) }
    }
  }

  @Test("C-26 G-32: an approved photo is answered with its code; a refusal says why, losing nothing")
  func photo() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], png = Photos.png
      var order = Person.order(providers)
      order.methods[1] = .video(try Photo(png), instructions: "Your photo")
      _ = await BackupClient(client).upload(try await BackupDraft(planning: order))
      let recovery = RecoveryClient(client)
      var draft = try await Self.opened(providers, client), started: ChallengeResult, answered: AnswerResult
      let id = try #require(draft.opened).challenges[1].id, first = draft
      #expect(try #require(draft.opened).challenges[1].instructions == "Your photo")
      await #expect(throws: EscrowError(.invalid, "")) { try await recovery.answer(first, id, with: .examined) }
      (draft, started) = try await recovery.startChallenge(draft, id)
      guard case .review(let review) = started else { return surprise(started) }
      #expect(review.number == "123-456" && review.meeting == "Ring at the door" && review.until == nil)
      let begun = draft
      await #expect(throws: EscrowError(.invalid, "")) { try await recovery.answer(begun, id, with: .transferMade) }
      (draft, answered) = try await recovery.answer(try reread(draft), id, with: .examined)
      guard case .notYet = answered else { return surprise(answered) }
      one.trick(.solve, .answer(.json(403, #"{"code":8111,"review_reason":"It was somebody else."}"#)))
      (draft, answered) = try await recovery.answer(try reread(draft), id, with: .examined)
      guard case .declined("It was somebody else.") = answered else { return surprise(answered) }
      #expect(draft.opened?[id]?.feedback == .wrong)
      one.state.withLock { _ = $0.paid.insert(id.text) }
      (draft, answered) = try await recovery.answer(try reread(draft), id, with: .examined)
      guard case .solved = answered else { return surprise(answered) }
    }
  }
}
