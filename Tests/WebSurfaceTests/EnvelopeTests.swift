import Foundation
import HandsProtocol
import TestSite
import Testing

/// The answers about a run, as a page's scripts read them.
@Suite struct EnvelopeTests {
  /// The parts of an answer that `hands.js` uses.
  private struct Envelope: Decodable {
    var version: Int, revision: Int, orders: [HandsOrder], cancel: [Ticket], start: [HandsWork]
    var html: String?, next: String?, statement: String?
  }

  @Test("an answer contains everything in the golden file, and its screen as HTML") func keys()
    async throws
  {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "HandsProtocolTests/Golden/answers.json")
    let golden = try JSONDecoder().decode([Envelope].self, from: Data(contentsOf: file))
    #expect(
      golden.map(\.html) == ["<main></main>", nil] && golden.map(\.next) == [nil, "/account"]
        && golden[1].statement == "aGFzaA")
    try await withSite { site in
      let visitor = Visitor(site), run = try await visitor.start("card-status")
      let answer = try await visitor.post(run + "/open", "", accept: "application/vnd.latchstring.screen+json")
      let opened = try JSONDecoder().decode(Envelope.self, from: Data(answer.text.utf8))
      #expect(opened.version == ProtocolVersion.current && opened.start.map(\.effect) == ["card"])
      #expect(opened.html?.contains("data-run") == true && opened.next == nil)
    }
  }
}
