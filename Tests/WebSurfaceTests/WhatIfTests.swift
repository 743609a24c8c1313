import Demo
import Foundation
import Model
import TestSite
import Testing

/// “What if I lose …” without a script.
@Suite struct WhatIfTests {
  private static let path = "/account/what-if"

  private func withKeys(_ body: (_ site: TestSite, _ visitor: Visitor) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("yellow", .primary, provedAt: site.clock.now)
      try await site.addMasterKey(withCode: true)
      try await body(site, visitor)
    }
  }
  private func answer(_ page: String) throws -> (mark: String, sentence: String) {
    let text = page.replacing("&#39;", with: "'")
    return (
      String(try #require(text.firstMatch(of: /data-mark>([^<]*)</)?.1)),
      String(try #require(text.firstMatch(of: /data-answer>([^<]*)</)?.1))
    )
  }

  @Test("each loss is answered in words, with the way back") func answers() async throws {
    try await withKeys { _, visitor in
      func lose(_ fields: String...) async throws -> (mark: String, sentence: String) {
        let ticks = Dictionary(uniqueKeysWithValues: fields.map { ($0, "on") })
        return try answer(try await visitor.submit(Self.path, ticks, accept: "text/html").text)
      }
      let paper = "lose paper code of mirela, paper 0", site = "lose site latchstring.localhost"
      #expect(try await lose() == ("In", "You come back with yellow. You tried it."))
      #expect(try await lose(paper) == ("In", "You come back with yellow. You tried it."))
      #expect(
        try await lose("lose key key-yellow")
          == (
            "In, if it works", "You might come back with kit no. 1. You never tried that: try it while nothing is lost."
          ))
      let noData = try await lose("lose key key-yellow", paper)
      #expect(noData.mark == "In, but no data" && noData.sentence.hasSuffix("Nothing opens your journal any more."))
      #expect(try await lose(site).mark == "Locked out")
      #expect(try await lose("lose key nobody's").mark == "In", "what does not stand is no loss")
    }
  }

  @Test("of a paper of which three words were read, nobody says that it was tried") func onlyRead() async throws {
    try await withKeys { site, visitor in
      func loseTheKey() async throws -> String {
        let page = try await visitor.submit(Self.path, ["lose key key-yellow": "on"], accept: "text/html").text
        return try answer(page).sentence
      }
      func prove(_ proof: ProofKind) async throws {
        let now = site.clock.now
        try await site.store.write { try $0.note(proof, of: KeyID(rawValue: "code of mirela"), at: now) }
      }
      try await prove(.read)
      let read = "You come back with kit no. 1. Three words were read off the paper; all twelve were never tried."
      #expect(try await loseTheKey() == read)
      try await prove(.words)
      #expect(try await loseTheKey() == "You come back with kit no. 1. You tried it.")
    }
  }

  @Test("what can't be rehearsed says why") func noRehearsal() async throws {
    try await withKeys { site, visitor in
      func reasons(_ lost: String...) async throws -> [String] {
        let ticks = Dictionary(uniqueKeysWithValues: lost.map { ($0, "on") })
        let page = try await visitor.submit(Self.path, ticks, accept: "text/html").text
        #expect(page.contains("id=\"rehearse\" hidden") == !page.contains("name=\"key\" value=\"key-yellow\""))
        return page.matches(of: /data-why="(\w+)">/).map { String($0.1) }
      }
      #expect(try await reasons() == [], "yellow can be rehearsed")
      let account = try await site.account().id, now = site.clock.now
      try await site.store.write { records in
        try records.insert(
          Way(
            id: KeyID(rawValue: "shares"), account: account, kind: .escrow,
            sealed: SealedWay(recordID: "shares", record: "r", wrap: "w"), createdAt: now, proofs: [.joined: now]))
      }
      #expect(try await reasons("lose key key-yellow", "lose paper code of mirela, paper 0") == ["escrow"])
    }
  }

  @Test("a tick stays ticked in the answer, and nothing of it is kept or put into an address") func stateless()
    async throws
  {
    try await withKeys { site, visitor in
      let changes = try await site.changes { () async throws in
        let page = try await visitor.submit(Self.path, ["lose key key-yellow": "on"], accept: "text/html").text
        #expect(page.contains("name=\"lose key key-yellow\" checked"))
        #expect(page.contains("<form class=\"column page-wide\" method=\"post\" action=\"\(Self.path)\""))
      }
      #expect(changes.isEmpty)
      let again = try await visitor.get(Self.path, accept: "text/html").text
      #expect(!again.contains(" checked"))
      #expect(try await Visitor(site).get(Self.path, accept: "text/html").header("location") == "/")
    }
  }

  @Test("a name chosen by a person cannot end the script's data") func escaped() async throws {
    try await withKeys { site, visitor in
      try await site.addKey("</script><b>", .backup)
      let page = try await visitor.get(Self.path, accept: "text/html").text
      #expect(!page.contains("</script><b>") && page.contains("\\u003c/script>\\u003cb>"))
    }
  }

  @Test("an account without a journal has only signing in to lose") func noJournal() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      let now = try answer(try await visitor.get(Self.path, accept: "text/html").text)
      #expect(now == ("In", "You sign in with your passkey from sign-up. You have no journal yet."))
      let page = try await visitor.get(Self.path, accept: "text/html").text
      let device = try #require(page.firstMatch(of: /name="(lose device [^"]*)"/)?.1)
      let lost = try answer(try await visitor.submit(Self.path, [String(device): "on"], accept: "text/html").text)
      #expect(lost.mark == "Locked out" && lost.sentence.hasSuffix("That's the whole point."))
    }
  }
}
