import Demo
import Flows
import Foundation
import Model
import TestSite
import Testing

/// Asks for a copy of the journal over HTTP, with less than an open journal.
@Suite struct CopyRequestTests {
  private static let wrap = "the wrap of the code", record = "the record of the code"

  /// An account whose passkey only signs in, and a recovery code beside it.
  private func withCode(_ body: (TestSite, Visitor, DemoAuthenticator) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      try await site.addMasterKey(withCode: false)
      let account = try await site.account().id, now = site.clock.now
      try await site.store.write { records in
        try records.insert(
          Way(
            id: KeyID(rawValue: "code"), account: account, kind: .phrase,
            sealed: SealedWay(recordID: "code", record: Self.record, wrap: Self.wrap, find: [1]), createdAt: now))
      }
      try await body(site, visitor, key)
    }
  }
  private func work(_ effect: String, in answer: HTTPAnswer) throws -> [String: Any] {
    let start = answer.json["start"] as? [[String: Any]] ?? []
    return try #require(start.first { $0["effect"] as? String == effect }, "\(answer.text)")
  }
  private func isGranted(_ site: TestSite) async throws -> Bool {
    let account = try await site.account().id
    return try await site.store.read { try $0.entries(of: account) }.contains { $0.event == .copyTaken }
  }

  @Test("a session alone gets nothing that a copy holds, whatever it reports") func session() async throws {
    try await withCode { site, visitor, _ in
      let run = try await visitor.start("copying")
      var answers = [try await visitor.open(run)]
      let pressed = try await visitor.press("opening.confirm", on: run, at: answers[0].revision)
      let ticket = try #require(try work("key.confirm", in: pressed)["ticket"] as? Int)
      answers.append(pressed)
      for number in 0...ticket + 3 {
        for reply in ["way.opened", "way.shown", "way.made"] {
          answers.append(
            try await visitor.report(
              ["ticket": number, "reply": reply, "made": #"{"challenge":"AAAA","proof":"a.b.c"}"#], on: run))
        }
      }
      answers.append(try await visitor.open(run))
      #expect(answers.allSatisfy { !$0.text.contains(Self.wrap) })
      #expect(try await !isGranted(site))
    }
  }

  @Test("a key that only signs in gets nothing that a copy holds, although its page says that it opened")
  func signsIn() async throws {
    try await withCode { site, visitor, key in
      let run = try await visitor.start("copying"), opened = try await visitor.open(run)
      var answers = [opened, try await visitor.press("opening.confirm", on: run, at: opened.revision)]
      let asked = try work("key.confirm", in: answers[1])
      let options = try #require(asked["options"] as? String)
      let signed = try #require(try key.get(options, origin: site.origin))
      answers.append(
        try await visitor.report(
          ["ticket": try #require(asked["ticket"]), "reply": "key.given", "credential": signed], on: run))
      let opening = try work("way.open", in: answers[2])
      answers.append(
        try await visitor.report(["ticket": try #require(opening["ticket"]), "reply": "way.opened"], on: run))
      let signing = try work("way.signCopy", in: answers[3])
      let materials = try #require(signing["materials"] as? [String: Any])
      let challenge = try #require(materials["challenge"] as? String)
      let made = String(
        decoding: try JSONSerialization.data(withJSONObject: ["challenge": challenge, "proof": "e30.e30.AAAA"]),
        as: UTF8.self)
      answers.append(
        try await visitor.report(
          ["ticket": try #require(signing["ticket"]), "reply": "way.made", "made": made], on: run))
      #expect(answers[4].status == 200 && answers[4].text.contains("No copy was made."), "\(answers[4].text)")
      answers.append(try await visitor.open(run))
      #expect(answers.allSatisfy { !$0.text.contains(Self.wrap) && !$0.text.contains("way.makeCopy") })
      #expect(try await !isGranted(site))
    }
  }

  @Test("the recovery room offers a copy of the journal once there is a journal, and says when the last was taken")
  func offered() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      #expect(try await !visitor.room(.recovery).contains("Take everything with you"))
      try await site.addMasterKey(withCode: true)
      let page = try await visitor.room(.recovery)
      #expect(page.contains("Take everything with you") && !page.contains("The last one was taken"))
      #expect(page.contains("and signs nobody in. </p>"), "where nothing is to be said, nothing is")
      #expect(page.contains("<noscript>") && page.contains("Making it needs JavaScript"))
      let account = try await site.account().id, now = site.clock.now
      try await site.store.write { try $0.append(AuditEntry(.copyTaken, account: account, at: now)) }
      #expect(try await visitor.room(.recovery).contains("A copy was last asked for today."))
      #expect(try await visitor.room(.activity).contains("A copy of your journal taken"))
      #expect(try await visitor.get("/account", accept: "text/html").text.contains("A copy of your journal taken"))
    }
  }
}
