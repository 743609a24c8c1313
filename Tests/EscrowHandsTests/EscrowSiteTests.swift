import Encoding
import HandsProtocol
import TestProvider
import Testing
import Vocabulary

@testable import LocalServer

/// A person is the same to their providers, no matter which site's page recovers.
@Suite struct EscrowSiteTests {
  @Test("An account's secret is returned only to pages of its own site, on any port")
  func sites() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        await person.prepare()
        let uploaded = await person.ask(.upload(EscrowPerson.plan(provider.url)))
        let secret = try #require(uploaded.secret)
        for (origin, isTheirs) in [("http://latchstring.localhost:9999", true), ("https://other.example", false)] {
          _ = await person.ask(
            .identify(.recovery, country: "ch", fields: Array(EscrowPerson.attributes.keys)), EscrowPerson.attributes,
            from: origin)
          _ = await person.ask(.discover([]), from: origin)
          _ = await person.ask(.openDocument(url: provider.url, version: 1), from: origin)
          _ = await person.ask(.answer(challenge: 0, "answer"), ["answer": "The old walnut"], from: origin)
          _ = await person.ask(.begin(challenge: 1), from: origin)
          #expect(
            await person.ask(.answer(challenge: 1, "code"), ["code": try #require(provider.lastCode)], from: origin)
              .reply == .solved(1))
          let recovered = await person.ask(.recover, from: origin)
          #expect((recovered.secret?.matches(secret) ?? false) == isTheirs)
          if !isTheirs {
            #expect(recovered.reply == .otherSecret && EscrowAnswer(recovered).shown.map { _ in "shown" } == nil)
          }
        }
      }
    }
  }
}
