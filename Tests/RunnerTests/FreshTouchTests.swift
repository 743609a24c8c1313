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
    #expect(!page.isJournalOpen && page.choices.contains("opening.confirm"), sourceLocation: sourceLocation)
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
