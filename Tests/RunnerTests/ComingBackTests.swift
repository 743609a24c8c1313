import Demo
import HandsProtocol
import Model
import Testing
import Vocabulary

@testable import Runner

/// What the server writes and says when somebody comes back.
@Suite struct ComingBackTests {
  let keys = Keys(), new = DemoAuthenticator(hasPRF: true)

  private func said(_ client: Client) -> [String] {
    (client.answer?.screen.says.map(\.text) ?? [])
      + (client.answer?.screen.blocks ?? []).flatMap { block -> [String] in
        if case .receipt(let facts) = block { facts.map(\.name.said) } else { [] }
      }
  }

  @Test("what is gone goes with the new key and the new code: one generation, and one set of words")
  func oneGeneration() async throws {
    let (client, words) = try await Client.enrolled(keys)
    let before = try await client.rows()
    var back = try await client.another()
    _ = try await back.recover(words, new, gone: [0, 1])
    let after = try await back.rows()
    #expect(after.labels == ["black", "new"])
    #expect(after.g == before.g + 1)
    let events = after.events.dropFirst(before.events.count)
    #expect(events.count { $0 == .recoveryCodeRevealed } == 1 && events.count { $0 == .masterKeyRotated } == 1)
    #expect(events.count { $0 == .keyRevoked } == 2)
    try await back.goOnInPlace()
    #expect(
      said(back) == [
        "You're back, mirela.", "“new”", "New recovery code", "Revoked: “yellow” and “Passkey from sign-up”.",
        "“black”",
      ]
        || said(back) == [
          "You're back, mirela.", "“new”", "New recovery code", "Revoked: “Passkey from sign-up” and “yellow”.",
          "“black”",
        ])
    #expect(!back.choices.contains("have.0"), "black was kept, and nobody is asked twice")
    #expect(back.answer?.screen.blocks.contains(.journalSize(.open)) == true, "with the touch that was just made")
    // What went is gone for good, and what stayed opens.
    for key in [keys.laptop, keys.yellow] {
      #expect(try await client.another(with: key).session.account == nil)
    }
    var black = try await client.another(with: keys.black)
    #expect(try await black.openJournal(keys.black))
  }

  @Test("a key that was added while somebody came back is asked about, although the others were kept")
  func addedMeanwhile() async throws {
    let (client, words) = try await Client.enrolled(keys), account = try client.account
    var back = try await client.another()
    try await back.start(.recovery)
    try await back.type(words)
    try await back.press("restoring.enroll")
    try await back.touch(new)
    try await back.press("restoring.enrolling.proceed", ["name": "new"])
    try await back.touch(new)
    try await back.review()
    let theirs = KeyID(rawValue: "theirs")
    let now = back.clock.now
    try await back.store.write { records in
      try records.insert(
        Way(id: theirs, account: account, kind: .key, label: "theirs", role: .backup, createdAt: now))
    }
    try await back.save()
    try await back.goOnInPlace()
    #expect(Set(said(back).suffix(3)) == ["“Passkey from sign-up”", "“yellow”", "“black”"], "kept")
    #expect(back.choices.filter { $0.hasPrefix("have") } == ["have.0"], "asked about theirs")
  }

  @Test("a recovery drops only keys of its own account that stand") func foreignKeys() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var robin = try await client.another()
    let theirs = Keys()
    try await robin.register("robin", theirs)
    _ = try await robin.enroll(theirs)
    let other = try await robin.way("yellow").id, runner = client.runner, account = try client.account
    var back = try await client.another()
    back.pausesAt = "way.startAnew"
    try await back.start(.recovery)
    try await back.type(words)
    try await back.press("restoring.enroll")
    try await back.touch(new)
    try await back.press("restoring.enrolling.proceed", ["name": "new"])
    try await back.touch(new)
    try await back.review()
    try await back.save()
    let work = try #require(back.answer?.start.last), key = try work.key()
    let text = try #require(try back.hands.perform(work).made)
    let (run, session) = (back.run, back.session), before = try await back.rows(of: account)
    let isWritten = try await back.store.write { records in
      var current = try runner.load(run, session, records)
      return try runner.startAnew(
        KeyID(rawValue: key), "new", SealedBundle.read(text), dropping: [other], keeping: [], wasRead: false, account,
        &current, records)
    }
    #expect(!isWritten)
    #expect(try await back.rows(of: account) == before)
    #expect(try await robin.rows().labels == ["", "yellow", "black"])
  }

  @Test("after a backup key revoked the lost one, the same screen says so, and nothing is new") func withBackup()
    async throws
  {
    let (client, _) = try await Client.enrolled(keys)
    var page = try await client.another()
    page.clock.advance(60)
    try await page.start(.lostKey)
    try await page.touch(keys.black)
    try await page.goOnInPlace()
    try await page.press("revoking.pick.0")
    try await page.press("revoking.lost")
    #expect(said(page) == ["You're back, mirela.", "“black”", "Revoked: “yellow”."])
    #expect(page.answer?.screen.blocks.contains(.journalSize(.open)) == true)
    #expect(page.choices.contains("enroll") && page.choices.contains("leave"))
    #expect(try await page.rows().labels == ["", "black"])
  }

  @Test("a card that was revoked here once may come back, and one that stands or is another's may not")
  func revokedCard() async throws {
    let (client, _) = try await Client.enrolled(keys)
    let runner = client.runner, account = try client.account, now = client.clock.now, card = KeyID(rawValue: "card")
    var row = Way(id: card, account: account, kind: .card, label: "card", createdAt: now)
    row.revokedAt = now
    let revoked = row
    try await client.store.write { try $0.insert(revoked) }
    try await client.store.write { try runner.makeWay(for: card, of: account, $0) }
    #expect(try await client.store.read { try $0.way(card) } == nil)
    row.revokedAt = nil
    let standing = row
    try await client.store.write { try $0.insert(standing) }
    for owner in [account, AccountID([9])] {
      await #expect(throws: (any Error).self) {
        try await client.store.write { try runner.makeWay(for: card, of: owner, $0) }
      }
    }
    #expect(try await client.store.read { try $0.way(card) } != nil)
  }
}
