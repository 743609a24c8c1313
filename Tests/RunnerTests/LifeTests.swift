import Demo
import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

/// An account from its first touch to its recovery. Every way that opens it is tried.
@Suite struct LifeTests {
  let keys = Keys()

  /// All three are written together.
  @Test("A-41: nothing is written before the confirming tap; then credential, row and audit row are")
  func confirmingTap() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await client.beginEnrollment(keys.laptop)
    try await client.name(keys.yellow, "yellow")
    let before = try await client.rows()
    #expect(
      before.labels == [""] && before.credentials.count == 1 && before.g == 0 && !before.events.contains(.keyEnrolled))
    try await client.touch(keys.yellow)
    let after = try await client.rows(), yellow = try #require(after.way("yellow"))
    #expect(
      yellow.role == .primary && yellow.opens && yellow.run == client.run && after.credentials.contains(yellow.id)
        && after.g == 1)
    #expect(after.events.filter { $0 == .keyEnrolled }.count == 1 && after.events.contains(.masterKeyMade))
  }

  /// The passkey opens the journal after it has been touched.
  @Test("A-02 A-64: two keys are enrolled; each opens the journal, as does the sign-up passkey")
  func twoKeys() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let rows = try await client.rows()
    #expect(rows.labels == ["", "yellow", "black"] && rows.way("black")?.role == .backup && rows.code?.opens == true)
    #expect(rows.ways.allSatisfy { $0.run == nil } && rows.events.contains(.enrollmentCompleted))
    #expect(try await client.openJournal(keys.yellow))
    #expect(try await client.write("first"))
    for key in [keys.black, keys.yellow, keys.laptop] {
      #expect(try await client.openJournal(key))
      #expect(try await client.readJournal() == ["first"])
    }
    #expect(!client.reports.contains(.refused))
  }

  /// A revoked key no longer signs in.
  @Test("revoking a key creates a new generation, drops its wrap and ends all other sessions")
  func revokes() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    try await client.write("first")
    let other = try await client.another(with: keys.black), black = try await client.way("black"),
      mine = client.session.id
    try await client.revoke(black.id, with: keys.yellow)
    let rows = try await client.rows(), ended = other.session.id
    #expect(
      rows.g == 2 && rows.labels == ["", "yellow"] && !rows.credentials.contains(black.id)
        && rows.events.contains(.keyRevoked))
    #expect(try await client.store.read { try $0.way(black.id)?.sealed } == nil)
    #expect(try await client.store.read { try ($0.session(ended) == nil, $0.session(mine) != nil) } == (true, true))
    #expect(try await client.openJournal(keys.yellow))
    #expect(try await client.readJournal() == ["first"])
    let thief = try await client.another(with: keys.black)
    #expect(thief.session.account == nil && thief.banner == "B-27.unknownKey")
  }

  @Test("A-112: a new code replaces the old one in a single write; the old one is no longer found")
  func newCode() async throws {
    var (client, old) = try await Client.enrolled(keys)
    let new = try await client.renewCode(keys.black), rows = try await client.rows()
    #expect(rows.g == 2 && rows.ways.filter { $0.kind == .phrase }.count == 1)
    #expect(
      rows.events.suffix(4) == [.recoveryCodeRevealed, .masterKeyRotated, .recoveryCodeInvalidated, .recoveryCodeSaved])
    var stranger = try await client.another()
    try await stranger.start(.recovery)
    try await stranger.type(old)
    #expect(stranger.choices.contains("tryAgain"))
    try await stranger.press("tryAgain")
    try await stranger.type(new)
    #expect(stranger.choices.contains("restoring.enroll"))
    #expect(try await client.openJournal(keys.yellow))
  }

  @Test("A-57: who presses Show again later and leaves is reminded until a code is saved")
  func reminded() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.start(.recoveryCode); try await client.press("opening.confirm"); try await client.touch(keys.black)
    try await client.press("later")
    #expect(try await client.rows().care.wantsCodeReminder, "leaving now leaves the reminder")
    try await client.save()
    let rows = try await client.rows()
    #expect(!rows.care.wantsCodeReminder && rows.code?.opens == true, "nothing is still to be made")
  }

  @Test("a recovery's new key with an old key's name gets a number, since nobody can be asked")
  func recoversWithOldName() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var found = try await client.another()
    try await found.start(.recovery); try await found.type(words); try await found.press("restoring.enroll")
    let key = DemoAuthenticator(hasPRF: true)
    try await found.touch(key); try await found.press("restoring.enrolling.proceed", ["name": "Yellow"]);
    try await found.touch(key)
    try await found.review()
    try await found.save()
    #expect(try await found.rows().labels == ["", "yellow", "black", "Yellow 2"])
  }

  @Test("an account's keys never share a name, even after renaming or simultaneous enrollments")
  func names() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.start(.renaming, about: client.way("black").id); try await client.press("opening.confirm");
    try await client.touch(keys.black)
    try await client.press("save", ["name": "YELLOW"])
    #expect(client.banner == "A-23.taken" && client.choices.contains("save"))
    #expect(try await client.rows().labels == ["", "yellow", "black"])
    try await client.press("save", ["name": "Black"])
    #expect(try await client.rows().labels == ["", "yellow", "Black"], "its own name may be written otherwise")

    var fresh = try await Client.asking()
    try await fresh.register("mirela", keys)
    var other = try await fresh.another(with: keys.laptop)
    try await fresh.beginEnrollment(keys.laptop); try await other.beginEnrollment(keys.laptop)
    other.pausesAt = "way.open"
    try await other.name(keys.black, "yellow")
    try await other.touch(keys.black)
    try await fresh.enrollPrimary(keys.yellow, "yellow")
    try await other.resume()
    #expect(other.banner == "A-23.taken")
    #expect(try await fresh.rows().labels == ["", "yellow"])
  }

  @Test("A-54: the log records that the code is shown before the hands generate it") func reveal() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.start(.recoveryCode)
    try await client.press("opening.confirm")
    client.pausesAt = "way.showCode"
    #expect(try await client.events().filter { $0 == .recoveryCodeRevealed }.count == 1)
    try await client.touch(keys.yellow)
    #expect(try await client.events().filter { $0 == .recoveryCodeRevealed }.count == 2)
    #expect(client.hands.code == nil)
    try await client.resume()
    #expect(client.hands.code != nil)
  }

  /// The account then has one new generation, a new primary and a new code.
  @Test("A-73: the words reopen the account, and all other sessions are signed out")
  func recovers() async throws {
    var (client, words) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    try await client.write("first")
    let account = try client.account, old = client.session.id
    var found = try await client.another()
    let key = DemoAuthenticator(hasPRF: true)
    let new = try await found.recover(words, key)
    #expect(try found.account == account)
    let rows = try await found.rows()
    #expect(
      rows.g == 2 && rows.way("new")?.role == .primary && rows.way("new")?.opens == true
        && rows.labels == ["", "yellow", "black", "new"])
    #expect(rows.events.contains(.recovered) && rows.events.contains(.recoveryCodeInvalidated))
    #expect(try await client.store.read { try $0.session(old) } == nil)
    try await found.goOn()
    #expect(!found.choices.contains { $0.hasPrefix("remove.") }, "every old way was kept, and nobody is asked twice")
    for key in [key, keys.yellow, keys.black] {
      #expect(try await found.openJournal(key))
      #expect(try await found.readJournal() == ["first"])
    }
    for (phrase, opens) in [(words, false), (new, true)] {
      var stranger = try await found.another()
      try await stranger.start(.recovery)
      try await stranger.type(phrase)
      #expect(stranger.choices.contains("restoring.enroll") == opens)
    }
  }

  @Test("A-65 A-68: without the primary, the backup signs in and leads straight to revoking it")
  func lostKey() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.signOut()
    try await client.start(.lostKey)
    try await client.touch(keys.black)
    #expect(client.session.account != nil)
    try await client.goOn()
    #expect(client.choices.contains("revoking.pick.1"))
    try await client.press("revoking.pick.0")  // the hardware keys come first
    try await client.press("revoking.lost")
    try await client.press("revoking.opening.confirm")
    try await client.touch(keys.black)
    #expect(try await client.rows().labels == ["", "black"])
    #expect(try await client.openJournal(keys.black))
  }

  @Test("if someone may have the key, the code is renewed too, on the same page") func mayBeHeld() async throws {
    var (client, words) = try await Client.enrolled(keys)
    try await client.revoke(try await client.way("black").id, with: keys.yellow, mayBeHeld: true)
    let new = try client.words
    try await client.save()
    #expect(try await client.rows().g == 3 && new != words)
    #expect(try await client.openJournal(keys.yellow))
  }

  /// The record still opens after the following rotation.
  @Test("a record made before a rotation is renewed at the next opening, and still opens")
  func renews() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let before = try await client.way("black").sealed?.record
    _ = try await client.renewCode(keys.yellow)
    try await client.openJournal(keys.black)
    let after = try await client.way("black").sealed?.record
    #expect(before != after)
    for key in [keys.yellow, keys.black, keys.yellow] {
      _ = try await client.renewCode(key)
      #expect(try await client.openJournal(keys.black))
    }
    #expect(try await client.rows().g == 5)
  }

  /// The page of a recovery is reloaded, and the same new key is used again.
  @Test("A-73 A-74: reloading at the new words accepts the same key and reuses no paper number")
  func recoveryReloaded() async throws {
    let first = try await Client.enrolled(keys), new = DemoAuthenticator(hasPRF: true, refusesExcluded: true)
    var client = try await first.0.another(), numbers: [Int] = []
    try await client.start(.recovery)
    for round in 0..<2 {
      try await client.type(first.1); try await client.press("restoring.enroll"); try await client.touch(new)
      try await client.press("restoring.enrolling.proceed", ["name": "new"]); try await client.touch(new)
      try await client.review()
      numbers.append(try await first.0.rows().events.count { $0 == .recoveryCodeRevealed })
      if round == 0 { try await client.load(client.run) }
    }
    #expect(numbers == [2, 3])
    try await client.save()
    #expect(try await client.openJournal(new))
  }
}
