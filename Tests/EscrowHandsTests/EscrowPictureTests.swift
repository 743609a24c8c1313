import Crypto
import Encoding
import Escrow
import Foundation
import HandsProtocol
import TestProvider
import Testing
import Wraps

@testable import EscrowHands

/// What hands draw of account recovery: which provider answered when, and when each part was given back.
@Suite("the hands' picture of account recovery") struct EscrowPictureTests {
  private static let day: TimeInterval = 86_400

  private func setUp(_ person: EscrowPerson, at provider: TestProvider) async {
    await person.prepare()
    #expect(await person.ask(.upload(EscrowPerson.plan(provider.url))).reply == .uploaded(isPractice: false))
    #expect(await person.ask(.finish).reply == .finished)
  }
  private func recover(_ person: EscrowPerson, at provider: TestProvider) async throws {
    _ = await person.identify(.recovery)
    _ = await person.ask(.discover([provider.url]))
    _ = try #require(await person.ask(.openDocument(url: provider.url, version: 1)).puzzle)
    #expect(await person.ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"]).reply == .solved(0))
    #expect(await person.ask(.begin(challenge: 1)).reply == .sent)
    let code = try #require(provider.lastCode)
    #expect(await person.ask(.answer(challenge: 1, "code"), ["code": code]).reply == .solved(1))
  }

  @Test("it says providers, kinds and days, without an address or answer, and asks nobody") func contents() async throws
  {
    try await withPerson([]) { person in
      #expect(await person.ask(.picture).reply == .nothingLeft)
      let url = try await withProvider { provider in
        _ = await person.ask(.contact(.backup, [provider.url]))
        await setUp(person, at: provider)
        return provider.url
      }
      // The provider is no longer there: a picture that asked it would say so.
      let picture = try #require(await person.picture)
      #expect(
        picture.providers.map { "http://\($0.name)/" } == [url] && picture.providers[0].standing == .there
          && picture.providers[0].hasDocument && picture.providers[0].answeredOn == person.today)
      #expect(picture.parts == [.init(.question, at: 0, triedOn: nil), .init(.email, at: 0, triedOn: nil)])
      #expect(picture.policies == [[0, 1]])
      let written = String(decoding: try JSONEncoder().encode(picture), as: UTF8.self)
      let typed = Array(EscrowPerson.attributes.values) + Array(EscrowPerson.question.values)
      for text in typed + ["mirela@example.org"] { #expect(!written.contains(text), "\(text)") }
    }
  }

  /// An RP ID is the host of the origin, or a parent of it.
  @Test("a server finds the account by one of its lookups, and no other account") func lookups() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        let secret = try #require(await person.ask(.upload(EscrowPerson.plan(provider.url))).secret)
        _ = await person.ask(.finish)
        let kept = try #require(await person.picture).lookups
        for rpID in ["latchstring.localhost", "localhost", "elsewhere.localhost"] {
          let lookup = try #require(secret.withBytes { WayKeys.lookup(.escrow, secret: Array($0), rpID: rpID) })
          let isKept = kept.contains(Base64URL.encode(Array(SHA256.hash(data: lookup))))
          #expect(isKept == "latchstring.localhost".hasSuffix(rpID), "\(rpID)")
        }
        #expect(kept.count == 2)
      }
    }
  }

  @Test("asking moves the day of a provider that answers, and a silent one keeps its day") func asked() async throws {
    try await withPerson([]) { person in
      var later = person
      later.time += 100 * Self.day
      try await withProvider { provider in
        _ = await person.ask(.contact(.backup, [provider.url]))
        await setUp(person, at: provider)
        #expect(await later.picture?.providers.map(\.answeredOn) == [person.today], "nobody asked it")
        _ = await later.ask(.status)
        #expect(await later.picture?.providers.map(\.answeredOn) == [later.today])
      }
      var latest = later
      latest.time += 100 * Self.day
      #expect(await latest.standing?.trouble == .unreachable)
      let silent = try #require(await latest.picture?.providers.first)
      #expect(silent.standing == .silent && silent.answeredOn == later.today && silent.hasDocument)
    }
  }

  @Test("a provider that has another document, or is no longer paid, is gone") func gone() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await setUp(person, at: provider)
        var later = person
        later.time += 6 * 365 * Self.day
        #expect(await later.picture?.providers.map(\.standing) == [.gone], "its time is over, and nobody needs to ask")
        await person.prepare()
        _ = await person.ask(.upload(EscrowPerson.plan(provider.url)))  // never finished
        #expect(await person.picture?.providers.map(\.standing) == [.there], "nobody asked it")
        _ = await person.ask(.status)
        let other = try #require(await person.picture?.providers.first)
        #expect(other.standing == .gone && !other.hasDocument && other.answeredOn == person.today)
      }
    }
  }

  @Test("a part is dated by a code that came back at set-up, and by shares that were joined") func parts() async throws
  {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        _ = await person.ask(.upload(EscrowPerson.plan(provider.url)))
        #expect(await person.ask(.tryMethod(1)).reply == .sent)
        let answered = await person.ask(.answerMethod(1, "code"), ["code": "A-1"])
        #expect(answered.reply == .wrong)
        let code = try #require(provider.lastCode)
        #expect(await person.ask(.answerMethod(1, "code"), ["code": code]).reply == .solved(1))
        _ = await person.ask(.finish)
        #expect(await person.picture?.parts.map(\.triedOn) == [nil, person.today])

        var later = person
        later.time += 3 * Self.day
        try await recover(later, at: provider)
        #expect(await later.picture?.parts.map(\.triedOn) == [nil, person.today], "given back, and not yet joined")
        #expect(await later.ask(.recover).reply == .recovered)
        #expect(await later.picture?.parts.map(\.triedOn) == [later.today, later.today])
      }
    }
  }

  @Test("shares of an earlier document leave the days of this one as they are") func otherDocument() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await setUp(person, at: provider)
        try await recover(person, at: provider)
        await setUp(person, at: provider)
        #expect(await person.ask(.recover).reply == .recovered)
        #expect(await person.picture?.parts.map(\.triedOn) == [nil, nil])
      }
    }
  }

  @Test("notes from before days were kept know of no answer and of no part given back") func older() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await setUp(person, at: provider)
        let path = EscrowNotebook(folder: person.folder).path(FinishedSetUp.self, EscrowPerson.origin)
        var notes = try #require(
          try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
        var places = try #require(notes["places"] as? [[String: Any]])
        #expect(places[0].removeValue(forKey: "answer") != nil)
        notes["places"] = places
        try JSONSerialization.data(withJSONObject: notes).write(to: URL(filePath: path))
        let picture = try #require(await person.picture)
        #expect(picture.providers[0].standing == .silent && picture.providers[0].answeredOn == nil)
        #expect(picture.parts.map(\.triedOn) == [nil, nil])
        _ = await person.ask(.status)
        #expect(await person.picture?.providers.map(\.standing) == [.there])
      }
    }
  }
}

extension EscrowPerson {
  fileprivate var picture: EscrowPicture? {
    get async { if case .picture(let picture)? = await ask(.picture).shown { picture } else { nil } }
  }
  fileprivate var today: Int { Int(time.timeIntervalSince1970) / 86_400 }
}
