import Demo
import Flows
import Foundation
import HandsProtocol
import Model
import TestSite
import Testing
import Vocabulary

@testable import AccountService
@testable import Runner

/// How long, for whom and for what the touch that signed in counts in the runs after it.
@Suite struct FreshTouchTests {
  let keys = Keys()

  /// A page in which the key has just signed in, with what the key gave.
  private func signedIn(with key: DemoAuthenticator, to client: Client) async throws -> Client {
    let page = try await client.another(with: key)
    #expect(page.session.account == client.session.account)
    return page
  }
  private func expectAsked(_ page: Client, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      !page.isJournalOpen && page.choices.contains { $0.hasSuffix("opening.confirm") }, sourceLocation: sourceLocation)
  }

  @Test(
    "the touch that signed in opens the journal until five minutes have passed", arguments: [(0, true), (299, true)],
    [(301, false), (3600, false)])
  func inTime(_ early: (seconds: Int, opens: Bool), _ late: (seconds: Int, opens: Bool)) async throws {
    let (client, _) = try await Client.enrolled(keys)
    for (seconds, opens) in [early, late] {
      var page = try await signedIn(with: keys.yellow, to: client)
      page.clock.advance(TimeInterval(seconds))
      try await page.startInPlace(.journal)
      #expect(page.isJournalOpen == opens, "\(seconds) seconds")
      if !opens {
        expectAsked(page)
        #expect(page.answer?.start.isEmpty == true, "no wrap is given")
      }
    }
  }

  @Test("a sign-in with a password or without verification opens nothing without a touch") func unverified()
    async throws
  {
    let (client, _) = try await Client.enrolled(keys)
    var page = try await signedIn(with: keys.yellow, to: client)
    let id = page.session.id
    try await page.store.write { records in
      guard var session = try records.session(id) else { return }
      session.credential = nil  // as after a password
      try records.update(session)
    }
    page.session.credential = nil
    try await page.startInPlace(.journal)
    expectAsked(page)

    var lax = try await Client(
      store: client.store,
      site: {
        $0.prfSalt = Client.salt
        $0.userVerification = .preferred
      })
    lax.key = keys.yellow
    try await lax.signIn()
    try await lax.startInPlace(.journal)
    expectAsked(lax)
    #expect(lax.answer?.start.isEmpty == true)
  }

  @Test("what another session's or another key's touch gave opens nothing here") func others() async throws {
    let (client, _) = try await Client.enrolled(keys)
    var old = try await signedIn(with: keys.yellow, to: client)
    old.clock.advance(301)
    let fresh = try await signedIn(with: keys.yellow, to: client)
    old.hands = fresh.hands  // even if the page had it
    try await old.startInPlace(.journal)
    expectAsked(old)
    #expect(old.answer?.start.isEmpty == true)

    var page = try await signedIn(with: keys.yellow, to: client)
    page.hands = try await signedIn(with: keys.black, to: client).hands
    try await page.startInPlace(.journal)
    #expect(page.reports.last == .untouched)
    expectAsked(page)
  }

  @Test("a page loaded anew, a revoked key and a key that opens nothing are asked for a touch") func gone()
    async throws
  {
    let (client, _) = try await Client.enrolled(keys)
    var page = try await signedIn(with: keys.yellow, to: client)
    page.hands.forget()
    try await page.startInPlace(.journal)
    expectAsked(page)

    var plain = try await Client.asking()
    let own = Keys()
    try await plain.register("robin", own)
    try await plain.startInPlace(.journal)
    expectAsked(plain)
    #expect(plain.answer?.start.isEmpty == true, "a passkey without a wrap opens nothing yet")

    var marked = try await signedIn(with: keys.black, to: client)
    var way = try await client.way("black")
    way.needsRewrapSince = marked.clock.now
    let changed = way
    try await client.store.write { try $0.update(changed) }
    try await marked.startInPlace(.journal)
    expectAsked(marked)
    #expect(marked.answer?.start.isEmpty == true)
  }

  @Test("the journal that opens with the touch that signed in notes that the key opened") func noted() async throws {
    let (client, _) = try await Client.enrolled(keys)
    var page = try await signedIn(with: keys.yellow, to: client)
    page.clock.advance(60)
    let between = page.clock.now
    #expect(try await page.way("yellow").openedAt.map { $0 < between } == true)
    try await page.startInPlace(.journal)
    #expect(page.isJournalOpen)
    #expect(try await page.way("yellow").openedAt.map { $0 > between } == true)
    #expect(try await page.way("black").openedAt.map { $0 < between } == true)
  }

  @Test("the wrap of a key that signed in is given for five minutes, and then refused") func wrapInTime() async throws {
    let (client, _) = try await Client.enrolled(keys)
    var page = try await signedIn(with: keys.yellow, to: client)
    page.pausesAt = "way.open"
    try await page.startInPlace(.journal)
    #expect(page.answer?.start.map(\.effect) == ["way.open"])
    let work = Ticketed<HandsEffect>(
      ticket: try #require(page.answer?.start.first?.ticket), work: .way(.open(try await page.way("yellow").id)))
    let runner = page.runner, (run, session) = (page.run, page.session)
    @Sendable func give(_ records: any Records) throws {
      _ = try runner.prepare(work, try runner.load(run, session, records), records)
    }
    try await page.store.write { try give($0) }
    page.clock.advance(301)
    await #expect(throws: RunnerError.self) { try await page.store.write { try give($0) } }
  }

  /// Somebody whose primary key is gone, in the page in which the backup key has just signed in. The lost key is picked.
  private func missing(
    _ client: Client, after seconds: TimeInterval = 0, in page: Client? = nil
  ) async throws -> Client {
    var page = if let page { page } else { try await client.another() }
    page.clock.advance(60)  // the keys were there before
    try await page.start(.lostKey)
    try await page.touch(keys.black)
    #expect(page.session.account == client.session.account)
    try await page.goOnInPlace()
    page.clock.advance(seconds)
    try await page.press("revoking.pick.0")
    try await page.press("revoking.lost")
    return page
  }

  @Test("A-65 A-68: the backup key's touch that signs in revokes the lost key too") func revokes() async throws {
    let (client, _) = try await Client.enrolled(keys)
    let page = try await missing(client)
    let rows = try await page.rows()
    #expect(rows.labels == ["", "black"] && rows.g == 2)
    #expect(page.choices.contains("enroll") && page.choices.contains("leave"))
  }

  @Test("a revocation asks for a touch after five minutes, and where a sign-in takes no PIN or finger")
  func revokesLate() async throws {
    let (client, _) = try await Client.enrolled(keys)
    let late = try await missing(client, after: 301)
    let lax = try await Client(
      store: client.store,
      site: {
        $0.prfSalt = Client.salt
        $0.userVerification = .preferred
      })
    for page in [late, try await missing(client, in: lax)] {
      expectAsked(page)
      #expect(page.answer?.start.isEmpty == true, "no wrap is given")
      #expect(try await page.rows().labels == ["", "yellow", "black"])
    }
  }

  @Test("a revocation that a person starts asks for a touch, however fresh the one that signed in") func started()
    async throws
  {
    let (client, _) = try await Client.enrolled(keys)
    var page = try await signedIn(with: keys.black, to: client)
    try await page.startInPlace(.revocation)
    try await page.press("pick.0")
    try await page.press("lost")
    expectAsked(page)
    #expect(try await page.rows().labels == ["", "yellow", "black"])
  }

  /// A new Master Key is due, so that opening would write one.
  @Test("someone with a copied cookie changes nothing with the touch that signed in") func changesNothing()
    async throws
  {
    let (client, _) = try await Client.enrolled(keys)
    var page = try await signedIn(with: keys.yellow, to: client)
    let account = try page.account
    try await page.store.write { records in
      guard var care = try records.account(account)?.care else { return }
      care.isRotationDue = true
      try records.setCare(care, of: account)
    }
    let before = try await page.rows()
    try await page.startInPlace(.journal)
    guard case .made = page.reports.last else {
      Issue.record("the hands made a new Master Key: \(page.reports)")
      return
    }
    expectAsked(page)
    #expect(try await page.rows() == before)
    for (flow, first) in [(FlowName.enrollment, "opening.confirm"), (.recoveryCode, "opening.confirm")] {
      var thief = page
      try await thief.startInPlace(flow)
      #expect(thief.choices.contains(first), "\(flow) takes a touch of its own")
    }
    try await page.press("opening.confirm")
    try await page.touch(keys.yellow)
    #expect(page.isJournalOpen)
    #expect(try await page.rows().g == before.g + 1)
  }
}
