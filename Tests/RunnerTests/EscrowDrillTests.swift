import Demo
import Encoding
import Foundation
import HandsProtocol
import Model
import TestSite
import Testing
import Vocabulary
import Wraps

@testable import AccountService
@testable import Flows
@testable import Runner

/// The drill of account recovery, as the server judges it: the joined secret must open the account's own wrap and sign
/// for this purpose alone, and nothing changes but the proof and the log.
@Suite struct EscrowDrillTests {
  let keys = Keys()
  private let secret = [UInt8](repeating: 5, count: 32)

  /// An account with two keys, a code and a secret that providers hold shares of.
  private func kept() async throws -> Client {
    var (client, _) = try await Client.enrolled(keys)
    #expect(try await client.openJournal(keys.yellow))
    try await keep(secret, client)
    return client
  }
  /// Makes an escrow secret a way in, as the flow does.
  private func keep(_ secret: [UInt8], _ client: Client) async throws {
    let own = try #require(client.hands.open?[1]), account = try client.account, runner = client.runner
    let master = try MasterKey(own.bytes, account: account.bytes, generation: 1)
    let id = WayID(account: account.bytes, record: ServerEnvironment.live.randomBytes(16), kind: .escrow)
    let keys = try WayKeys(id, secret: secret, rpID: "latchstring.example")
    let wrap = try master.wrap(record: id.record, kind: .escrow, recipient: keys.recipientPublic, pad: keys.pad)
    let made = SealedBundle(
      g: 1, ways: [.init(record: try master.record(keys, salt: Client.salt, wrap: wrap).jws, wrap: wrap)])
    let bundle = try #require(SealedBundle.read(WayNews(making: made).made))
    #expect(try await client.store.write { try runner.commitEscrow(bundle, isPractice: false, account, $0) })
  }
  private func escrow(_ client: Client) async throws -> Way {
    try #require(try await client.rows().ways.first { $0.kind == .escrow })
  }

  /// Reports what this computer's hands did with providers.
  private func tell(_ news: EscrowReply, _ client: inout Client) async throws {
    let work = try #require(client.answer?.start.last { if case .escrow(.drill) = $0.task { true } else { false } })
    try await client.report(.escrow(news), for: work.ticket)
  }
  /// A client whose parts are about to be joined: a way of one question.
  private func joining(_ client: Client, with key: DemoAuthenticator) async throws -> Client {
    let url = "https://harbor.example/", place = EscrowDocumentFacts.Place(url: url, version: 1)
    var client = client
    try await client.start(.escrowTest)
    try await client.press("confirming.confirm")
    try await client.touch(key)
    try await tell(.discarded, &client)
    try await client.press("identifying.continent.europe")
    try await client.press("identifying.country.ch")
    let facts = Identification.fields(of: "ch").map { ($0.rawValue, "ready") }
    try await client.press("identifying.proceed", Dictionary(facts) { first, _ in first })
    try await tell(.identified(EscrowStrength(stranger: 50, acquaintance: 0)), &client)
    try await tell(.shown, &client)
    try await client.press("identifying.proceed")
    let provider = EscrowProviderFacts(url: url, name: "", offers: [], annualFee: "EUR:0", truthUploadFee: "EUR:0")
    try await tell(.providers([provider]), &client)
    try await tell(.documents([EscrowDocumentFacts(name: nil, places: [place], uploadedAt: nil)], []), &client)
    let challenge = EscrowPuzzle.Challenge(0, .question, url: url, provider: "harbor.example", cost: "EUR:0")
    let puzzle = EscrowPuzzle(
      url: url, provider: "harbor.example", version: 1, challenges: [challenge], policies: [[0]])
    try await tell(.opened(puzzle), &client)
    try await client.press("choose.0")
    try await client.press("check.0")
    try await tell(.ready, &client)
    try await client.press("answering.answer", [ChallengeAnswer.answer.rawValue: "ready"])
    try await tell(.solved(0), &client)
    return client
  }
  /// Joins the parts to this secret. The hands go on by themselves.
  private func join(_ secret: [UInt8], _ client: inout Client) async throws {
    client.hands.escrow = secret
    try await tell(.recovered, &client)
  }
  private func joined(_ client: Client) async throws -> Client {
    var client = try await joining(client, with: keys.yellow)
    try await join(secret, &client)
    return client
  }

  @Test("joined parts that open pass; the whole database stays as it was, but proofs, log and the touch")
  func right() async throws {
    var client = try await kept()
    let before = try await client.store.everyRow(), rows = try await client.rows(), session = client.session.account
    let seen = client.hands.seen[Base64URL.encode(try client.account.bytes)]?.g
    client = try await joined(client)
    #expect(client.hands.open == nil, "nothing is left open")
    #expect(client.hands.seen[Base64URL.encode(try client.account.bytes)]?.g == seen, "and nothing is remembered")
    try await tell(.finished, &client)
    #expect(client.choices == ["leave"] && client.session.account == session)
    try await client.press("leave")
    #expect(client.answer?.token == nil, "nobody is signed in by it")
    #expect(
      try await client.store.tables(changedSince: before).subtracting(["runs", "challenges"])
        == ["way_proofs", "audit_log", "credentials"])
    let after = try await client.rows()
    #expect(after.ways.withoutProofs == rows.ways.withoutProofs && after.events == rows.events + [.drillPassed])
    #expect(try await escrow(client).proofs.keys.map(\.self) == [.joined])
  }

  @Test("a wrap that does not open fails the right parts, although the journal is open in these hands")
  func tampered() async throws {
    var client = try await kept()
    let opened = client.hands, whole = try await escrow(client), account = try client.account
    try await client.store.write { records in
      var way = whole
      way.sealed?.wrap = try #require(try records.ways(of: account).first { $0.label == "black" }?.sealed?.wrap)
      try records.update(way)
    }
    client = try await joining(client, with: keys.yellow)
    client.hands = opened  // as in a page that was not loaded anew in between
    let before = try await client.events()
    try await join(secret, &client)
    #expect(client.reports.last == .refused)
    try await tell(.discarded, &client)
    #expect(client.choices == ["leave", "setUp", "tryAgain"])
    #expect(try await escrow(client).proofs == [:])
    #expect(try await client.events() == before + [.drillFailed])
    #expect(client.hands.open?.newest.generation == opened.open?.newest.generation, "what was open stays open")
  }

  @Test("a wrong answer ends the drill, and the log alone says so") func wrongAnswer() async throws {
    var client = try await joining(try await kept(), with: keys.yellow)
    let rows = try await client.rows()
    try await tell(.gaps([EscrowGap(url: "https://harbor.example/", .lying)]), &client)
    try await tell(.discarded, &client)
    let after = try await client.rows()
    #expect(after.ways == rows.ways && after.events == rows.events + [.drillFailed])
  }

  enum Wrong: CaseIterable { case none, origin, purpose, how, late }

  @Test("a proof for another page, purpose or drill, or a late one, notes nothing", arguments: Wrong.allCases)
  func refused(_ wrong: Wrong) async throws {
    var client = try await joining(try await kept(), with: keys.yellow)
    switch wrong {
    case .none: break
    case .origin: client.hands.origin = "https://elsewhere.example"
    case .purpose: client.hands.drillPurpose = "recover"
    case .how: client.hands.drillHow = "opened"
    case .late: client.pausesAt = "way.tryEscrow"
    }
    try await join(secret, &client)
    if wrong == .late {
      client.clock.advance(301)
      try await client.resume()
    }
    #expect(try await escrow(client).proofs.isEmpty == (wrong != .none))
    #expect(try await client.events().contains(.drillPassed) == (wrong == .none))
  }

  @Test("a secret that nobody has, or that opens another account, is not found, and no wrap is given out")
  func others() async throws {
    let client = try await kept()
    var robin = try await client.another()
    let others = Keys()
    try await robin.register("robin", others)
    try await robin.enroll(others)
    #expect(try await robin.openJournal(others.yellow))
    try await keep([UInt8](repeating: 6, count: 32), robin)
    for strange in [[UInt8](repeating: 7, count: 32), [UInt8](repeating: 6, count: 32)] {
      var browser = try await joining(client, with: keys.yellow)
      try await join(strange, &browser)
      #expect(browser.answer?.start.contains { $0.materials != nil } == false)
      #expect(browser.reports.allSatisfy { $0 != .mismatched } && browser.hands.escrow == strange, "it was not tried")
      try await tell(.discarded, &browser)
      #expect(browser.choices == ["leave", "setUp", "tryAgain"])
    }
    #expect(try await escrow(client).proofs == [:])
  }

  @Test("a proof of a drill opens no recovery") func purposes() async throws {
    let client = try await kept(), way = try await escrow(client), account = try client.account
    let record = try WayRecord(reading: try #require(way.sealed).record)
    let own = try WayKeys(
      WayID(account: account.bytes, record: record.record, kind: .escrow), secret: secret, rpID: "latchstring.example")
    var browser = try await client.another()
    try await browser.start(.recovery)
    let (run, session, runner) = (browser.run, browser.session, browser.runner)
    for (purpose, isTaken) in [("drill", false), ("recover", true)] {
      let isProved = try await client.store.write { records in
        var current = try runner.load(run, session, records)
        current.contents.recovering = .init(account: account, way: way.id)
        let challenge = try runner.ceremonies.beginProof(by: way.id, for: .run(run), in: session.id, records)
        let proof = try own.prove(
          origin: Client.origin, purpose: purpose, challenge: Base64URL.decode(challenge) ?? [])
        let sent = try JSONEncoder().encode(RecoveryProof(challenge: challenge, proof: proof))
        current.contents.keep(String(decoding: sent, as: UTF8.self), as: Evidence(rawValue: "joined"))
        return try runner.verifyProof(Evidence(rawValue: "joined"), &current, records)
      }
      #expect(isProved == isTaken)
    }
  }
}
