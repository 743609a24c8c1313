import Encoding
import Escrow
import EscrowProvider
import HandsProtocol
import TestProvider
import TestSite
import Testing

/// A method's address is tried at set-up, against a real provider, and a recovery has everything left.
@Suite struct EscrowTryingTests {
  private func uploaded(_ person: EscrowPerson, to provider: TestProvider) async throws {
    await person.prepare()
    try #require(
      await person.ask(.upload(EscrowPerson.plan(provider.url))).reply == .uploaded(isPractice: false))
  }
  private func answer(_ person: EscrowPerson, _ code: String?) async -> EscrowReply {
    await person.ask(.answerMethod(1, "sentCode"), ["sentCode": code ?? ""]).reply
  }

  @Test("C-27: the code of a stored part comes to the address, and answers to it") func passed() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        try await uploaded(person, to: provider)
        #expect(provider.outbox.letters.isEmpty, "nothing is sent before it is asked for")
        let sent = await person.ask(.tryMethod(1))
        #expect(sent.reply == .sent && sent.texts["method-1"] == "mirela@example.org")
        #expect(provider.outbox.letters.count == 1)
        for code in ["A-1", "no code"] { #expect(await answer(person, code) == .wrong) }
        #expect(await answer(person, provider.lastCode) == .solved(1))
        #expect(await person.ask(.finish).reply == .finished)
      }
    }
  }

  @Test("C-27: after a trial, a recovery in the same minute and in the same hour gets in") func spendsNothing()
    async throws
  {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        try await uploaded(person, to: provider)
        for _ in 1...5 {
          #expect(await person.ask(.tryMethod(1)).reply == .sent)
          #expect(await answer(person, provider.lastCode) == .solved(1), "more often than there are tries")
        }
        _ = await person.ask(.finish)
        for seconds in [0.0, 120] {
          provider.clock.advance(seconds)
          _ = await person.identify(.recovery)
          _ = await person.ask(.discover([provider.url]))
          let puzzle = try #require(await person.ask(.openDocument(url: provider.url, version: 1)).puzzle)
          let mail = try #require(puzzle.challenges.first { $0.kind == .email }?.number)
          #expect(await person.ask(.begin(challenge: mail)).reply == .sent)
          #expect(
            await person.ask(.answer(challenge: mail, "sentCode"), ["sentCode": provider.lastCode ?? ""]).reply
              == .solved(mail))
          _ = await person.ask(.discard(.recovery))
        }
      }
    }
  }

  @Test("C-27: a question, a priced check and a part that is not stored are not tried, and nothing is sent")
  func notTried() async throws {
    try await withProvider(change: { settings in
      for place in settings.methods.indices where settings.methods[place].type == .email {
        settings.methods[place].cost = Amount("TESTKUDOS:1") ?? settings.methods[place].cost
      }
    }) { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        #expect(await person.ask(.tryMethod(1)).reply == .unknownChallenge, "not stored")
        #expect(
          await person.ask(.upload(EscrowPerson.plan(provider.url))).reply == .uploaded(isPractice: false))
        for number in [0, 1, 7] { #expect(await person.ask(.tryMethod(number)).reply == .unknownChallenge) }
        #expect(await answer(person, "A-1") == .unknownChallenge)
        #expect(provider.outbox.letters.isEmpty)
      }
    }
  }

  @Test("C-27: a provider that lost the part says so, and one that is full of tries asks for patience")
  func trouble() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        try await uploaded(person, to: provider)
        #expect(await person.ask(.tryMethod(1)).reply == .sent)
        for _ in 1...3 { #expect(await answer(person, "A-1") == .wrong) }
        #expect(await answer(person, provider.lastCode) == .limited)
        _ = try await provider.store.write { try $0.deleteTruths(expiringBefore: .distantFuture, limit: 100) }
        #expect(await person.ask(.tryMethod(1)).reply == .trouble(.missing))
        #expect(await answer(person, provider.lastCode) == .trouble(.missing))
      }
      try await withPerson([.init(url: provider.url)]) { stranger in
        #expect(await stranger.ask(.tryMethod(1)).reply == .lost)
      }
    }
  }
}
