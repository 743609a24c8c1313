import Encoding
import Escrow
import EscrowProvider
import Foundation
import HandsProtocol
import TestProvider
import Testing

@testable import EscrowHands

/// Drills with a real provider: their notes are in memory alone, and only what was joined gets a day.
@Suite struct EscrowDrillTests {
  /// Hands that live as long as the drill does.
  private struct Driller {
    let hands: EscrowOperations
    func ask(_ step: EscrowEffect, _ typed: [FieldID: String] = [:]) async -> EscrowNews {
      await hands.perform(
        EscrowWork(.drill(step), secrets: typed.mapValues { Secret($0.utf8) }), from: EscrowPerson.origin)
    }
    /// Opens the person's document.
    func open(at provider: TestProvider) async throws {
      let facts = EscrowPerson.attributes
      let news = await ask(.identify(.recovery, country: "ch", fields: Array(facts.keys)), facts)
      #expect(news.reply.isIdentified)
      _ = await ask(.discover([provider.url]))
      _ = try #require(await ask(.openDocument(url: provider.url, version: 1)).puzzle)
    }
    func answerQuestion() async {
      #expect(await ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"]).reply == .solved(0))
    }
    func answerMail(at provider: TestProvider) async throws -> EscrowReply {
      #expect(await ask(.begin(challenge: 1)).reply == .sent)
      return await ask(.answer(challenge: 1, "code"), ["code": try #require(provider.lastCode)]).reply
    }
  }
  /// Sets up one way of a question and an e-mail, and returns its secret.
  private func setUp(_ person: EscrowPerson, at provider: TestProvider) async throws -> Secret {
    await person.prepare()
    let secret = try #require(await person.ask(.upload(EscrowPerson.plan(provider.url))).secret)
    #expect(await person.ask(.finish).reply == .finished)
    return secret
  }
  private func days(_ person: EscrowPerson) throws -> [[Int?]]? {
    try EscrowNotebook(folder: person.folder).read(FinishedSetUp.self, of: EscrowPerson.origin)?.policies.map {
      $0.map(\.triedOn)
    }
  }

  @Test("a drill gives the secret back, writes no file but the day of its parts, and leaves a recovery alone")
  func wholeWay() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let secret = try await setUp(person, at: provider)
        _ = await person.identify(.recovery)
        let before = person.kept, driller = Driller(hands: person.operations)
        try await driller.open(at: provider)
        await driller.answerQuestion()
        #expect(await driller.ask(.recover).reply == .gaps([]), "one share is not enough, and nobody lied")
        #expect(await driller.ask(.finish).reply == .lost, "nothing was joined, so nothing is noted")
        #expect(try days(person) == [[nil, nil]])
        try await driller.open(at: provider)
        await driller.answerQuestion()
        #expect(try await driller.answerMail(at: provider) == .solved(1))
        guard case .resumed(.recovery(_, _, _, let puzzle?)) = await driller.ask(.resume(.recovery)).reply else {
          Issue.record("The drill is not there any more.")
          return
        }
        #expect(puzzle.challenges.map(\.isSolved) == [true, true])
        let anew = await person.ask(.drill(.resume(.recovery))).reply
        #expect(anew == .nothingLeft, "hands that were started anew know nothing")
        let joined = await driller.ask(.recover)
        #expect(joined.reply == .recovered && joined.secret?.matches(secret) == true)
        #expect(person.kept == before, "until it passed, no file has changed")
        #expect(try days(person) == [[nil, nil]])
        #expect(await driller.ask(.finish).reply == .finished)
        let today = Int(person.time.timeIntervalSince1970 / 86_400)
        #expect(try days(person) == [[today, today]])
        #expect(await driller.ask(.resume(.recovery)).reply == .nothingLeft)
        #expect(await driller.ask(.recover).reply == .lost)
        #expect(await driller.hands.drills.isEmpty)
        #expect(await driller.hands.rests.isEmpty)
        guard case .resumed(.recovery(_, _, _, nil)) = await person.ask(.resume(.recovery)).reply else {
          Issue.record("The recovery that waits is not as it was.")
          return
        }
      }
    }
  }

  @Test("a wrong answer gives nothing back, and a drill that is discarded leaves nothing")
  func wrongAnswer() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        _ = try await setUp(person, at: provider)
        let before = person.kept, driller = Driller(hands: person.operations)
        try await driller.open(at: provider)
        #expect(await driller.ask(.answer(challenge: 0, "answer"), ["answer": "The old oak"]).reply == .wrong)
        #expect(await driller.ask(.discard(.recovery)).reply == .discarded)
        #expect(await driller.ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"]).reply == .lost)
        #expect(await driller.hands.drills.isEmpty)
        #expect(person.kept == before)
      }
    }
  }

  @Test("a provider that gives another part than it was given is found out, and no day is noted")
  func unfit() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        _ = try await setUp(person, at: provider)
        let driller = Driller(hands: person.operations)
        try await driller.open(at: provider)
        await driller.answerQuestion()
        let opened = try #require(await driller.hands.drills.values.first?.draft?.opened)
        let id = opened.challenges[1].id.bytes
        try await provider.store.write { records in
          var truth = try #require(try records.truth(id))
          truth.keyShare[40] ^= 1
          try records.deleteTruths(expiringBefore: .distantFuture, limit: 100)
          try records.insert(truth)
        }
        #expect(try await driller.answerMail(at: provider) == .trouble(.lying))
        #expect(await driller.ask(.recover).reply == .gaps([EscrowGap(url: provider.url, .lying)]))
        #expect(await driller.ask(.finish).reply == .lost)
        #expect(try days(person) == [[nil, nil]])
      }
    }
  }

  @Test("a drill that rests for too long is forgotten") func rests() async throws {
    try await withPerson([]) { person in
      let hands = EscrowOperations(
        client: ProviderClient(http: person.http), folder: person.folder, drillPatience: .milliseconds(1))
      let facts = EscrowPerson.attributes
      let news = await Driller(hands: hands).ask(
        .identify(.recovery, country: "ch", fields: Array(facts.keys)), facts)
      #expect(news.reply.isIdentified)
      while await !hands.drills.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      #expect(await hands.rests.isEmpty)
      #expect(person.kept.isEmpty)
    }
  }
}

extension EscrowReply {
  fileprivate var isIdentified: Bool { if case .identified = self { true } else { false } }
}
