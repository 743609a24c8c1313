import Encoding
import Escrow
import Foundation
import HandsProtocol
import TestProvider
import Testing
import Vocabulary

@testable import EscrowHands

/// Documents possibly made by somebody else, and how much of them a page learns.
@Suite struct FoundDocumentTests {
  private static let hosted = "https://accounts.example"
  private static var attributes: [String: String] {
    get throws {
      let typed = Dictionary(EscrowPerson.attributes.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
      return try #require(Country.of(code: "ch")).normalized(IdentityAttributes(typed)).values
    }
  }

  /// None of these addresses receives a request at any step.
  @Test("for a hosted page, a document's addresses on this computer receive no requests")
  func loopback() async throws {
    try await withProvider { known in
      try await withProvider { listener in
        try await withPerson([.init(url: known.url)]) { person in
          let client = ProviderClient(http: person.http), address = try #require(ProviderAddress(known.url))
          let hidden = try #require(ProviderAddress(listener.url)), mail = try #require(EmailAddress("a@example.org"))
          let order = BackupOrder(
            attributes: try Self.attributes,
            methods: [try #require(.question("Which?", answer: Secret("This".utf8))), .email(mail)],
            policies: [[PolicyPart(method: 0, provider: hidden), PolicyPart(method: 1, provider: hidden)]],
            providers: [
              address: try await client.configuration(of: address), hidden: try await client.configuration(of: hidden),
            ],
            secret: CoreSecret(Secret("a way in".utf8), mime: "text/plain"), secretName: "trap", years: 1)
          #expect(await BackupClient(client).upload(try await BackupDraft(planning: order)).outcome.isComplete)
          let fields = Array(EscrowPerson.attributes.keys), before = listener.log.lines.count
          for origin in [Self.hosted, EscrowPerson.origin] {
            #expect(listener.log.lines.count == before, "nothing was asked so far")
            _ = await person.ask(
              .identify(.recovery, country: "ch", fields: fields), EscrowPerson.attributes, from: origin)
            _ = await person.ask(.discover([known.url]), from: origin)
            let opened = await person.ask(.openDocument(url: known.url, version: 1), from: origin)
            #expect(opened.puzzle?.challenges.map(\.url) == [listener.url, listener.url])
            let answered = await person.ask(.answer(challenge: 0, "a"), ["a": "This"], from: origin).reply
            let begun = await person.ask(.begin(challenge: 1), from: origin).reply
            let isHome = origin == EscrowPerson.origin
            #expect(
              answered == (isHome ? .solved(0) : .trouble(.refused)) && begun == (isHome ? .sent : .trouble(.refused)))
          }
          #expect(listener.log.lines.count > before, "the home's own page may")
        }
      }
    }
  }

  @Test("C-57: a page receives only a few of any number of documents, each in its newest version")
  func few() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let client = ProviderClient(http: person.http), address = try #require(ProviderAddress(provider.url))
        let salt = try await client.configuration(of: address).providerSalt,
          user = try UserIdentifier(Self.attributes, providerSalt: salt.bytes)
        let name = "one\n" + String(repeating: "x", count: 400), again = DrawnBytes.bytes(64)
        for number in 0..<70 {
          let hash = number % 2 == 0 ? again : DrawnBytes.bytes(64)
          let upload = DocumentUpload(
            sealed: DrawnBytes.bytes(200),
            metaData: DocumentMetaData(documentHash: hash, secretName: name).sealed(for: user),
            account: user.accountKey, years: 1)
          _ = try await client.upload(upload, to: address)
        }
        _ = await person.identify(.recovery)
        guard case .documents(let documents, _, _) = await person.ask(.discover([provider.url])).reply else {
          Issue.record("No documents.")
          return
        }
        #expect(
          documents.count == 20
            && documents.allSatisfy {
              $0.places.count == 1 && $0.name?.count == 100 && $0.name?.contains("\n") == false
            })
        #expect(try JSONEncoder().encode(documents).count < 16 << 10)
        #expect(await person.ask(.openDocument(url: provider.url, version: 1)).reply == .trouble(.lying))
      }
    }
  }

  @Test("G-14: a provider past its request limit asks for patience; a lagging one is named as such")
  func gaps() async throws {
    try await withProvider(change: { $0.limits.lookUpsPerAddress = 1 }) { busy in
      try await withPerson([.init(url: busy.url)]) { person in
        _ = await person.identify(.recovery)
        #expect(await person.ask(.discover([busy.url])).reply == .documents([], [], lookUpsLeft: 0))
        // A look-up's sixteen requests are not enough for three.
        for _ in 0..<2 { _ = await person.ask(.discover([busy.url])) }
        #expect(
          await person.ask(.discover([busy.url])).reply
            == .documents([], [EscrowGap(url: busy.url, .limited)], lookUpsLeft: 0))
      }
    }
    try await withProvider { ahead in
      try await withProvider { behind in
        try await withPerson([.init(url: ahead.url), .init(url: behind.url)]) { person in
          for urls in [[ahead.url, behind.url], [ahead.url]] { try await deposit("home", urls, person) }
          _ = await person.identify(.recovery)
          guard case .documents(let documents, let gaps, _) = await person.ask(.discover([])).reply else {
            Issue.record("No documents.")
            return
          }
          #expect(documents.map { $0.places.map(\.url) } == [[ahead.url], [ahead.url, behind.url]])
          #expect(gaps == [EscrowGap(url: behind.url, .behind)])
        }
      }
    }
  }

  @Test("C-55: a document set up for this site is opened first, though another site's is newer")
  func ownFirst() async throws {
    try await withProvider { provider in
      try await withPerson([.init(url: provider.url)]) { person in
        let own = EscrowWay.name(at: EscrowPerson.origin)
        for name in [own, "Latchstring at elsewhere.example"] { try await deposit(name, [provider.url], person) }
        _ = await person.identify(.recovery)
        guard case .documents(let documents, _, _) = await person.ask(.discover([])).reply else {
          Issue.record("No documents.")
          return
        }
        #expect(documents.map(\.name) == [own, "Latchstring at elsewhere.example"])
      }
    }
  }

  /// Deposits a document of the person under this name at each of these providers.
  private func deposit(_ name: String, _ urls: [String], _ person: EscrowPerson) async throws {
    let client = ProviderClient(http: person.http), first = try #require(urls.first.flatMap { ProviderAddress($0) })
    var configurations: [ProviderAddress: ProviderConfiguration] = [:]
    for url in urls {
      let address = try #require(ProviderAddress(url))
      configurations[address] = try await client.configuration(of: address)
    }
    let order = BackupOrder(
      attributes: try Self.attributes, methods: [try #require(.question("Which?", answer: Secret("This".utf8)))],
      policies: [[PolicyPart(method: 0, provider: first)]], providers: configurations,
      secret: CoreSecret(Secret("a way in".utf8), mime: "text/plain"), secretName: name, years: 1)
    let draft = try await BackupDraft(planning: order)
    #expect(await BackupClient(client).upload(draft).outcome.isComplete)
  }
}
