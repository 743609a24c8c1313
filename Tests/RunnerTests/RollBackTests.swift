import Demo
import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

/// Enrollment abandoned at each point: nothing of the run remains, and the earlier ways open as before.
@Suite struct RollBackTests {
  let keys = Keys()

  /// The point that a person reaches before leaving.
  enum Point: CaseIterable {
    case admitting, waiting, naming, confirming, backup, namingBackup, testing, testingBackup, code
  }

  func walk(_ client: inout Client, to point: Point) async throws {
    try await client.start(.enrollment)
    if point == .admitting { return }
    try await client.press("opening.confirm"); try await client.touch(keys.laptop)
    if point == .waiting { return }
    try await client.touch(keys.yellow)
    if point == .naming { return }
    try await client.press("proceed", ["name": "yellow"])
    if point == .confirming { return }
    try await client.touch(keys.yellow)
    if point == .backup { return }
    try await client.touch(keys.black)
    if point == .namingBackup { return }
    try await client.press("proceed", ["name": "black"])
    if point == .testing { return }
    try await client.touch(keys.yellow)
    if point == .testingBackup { return }
    try await client.touch(keys.black)
  }

  /// The cookie alone must lead nobody behind the touch that began it.
  @Test("an enrollment begun again takes back the one that was left, asks for a touch, and accepts the same keys")
  func beginsAnew() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    let before = try await client.rows()
    try await walk(&client, to: .testing)
    let left = client.run
    try await client.start(.enrollment)
    #expect(client.run != left && client.choices.contains("opening.confirm"))
    let after = try await client.rows()
    #expect(after.ways.withoutProofs == before.ways.withoutProofs && after.credentials == before.credentials)
    try await client.press("opening.confirm"); try await client.touch(keys.laptop)
    try await client.touch(keys.yellow)
    try await client.press("proceed", ["name": "yellow"])
    #expect(try await client.runner.isEnrolling(in: client.session) == false)
    try await client.touch(keys.yellow)
    #expect(try await client.runner.isEnrolling(in: client.session))
  }

  /// Cancel is silent before the first row is stored.
  @Test(
    "A-81 A-82 G-03: from the first row on Cancel asks, then takes back all that the run wrote",
    arguments: Point.allCases)
  func cancels(at point: Point) async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    let before = try await client.rows()
    try await walk(&client, to: point)
    let between = try await client.rows(), isWritten = between.labels.contains("yellow")
    #expect(isWritten == [.backup, .namingBackup, .testing, .testingBackup, .code].contains(point))
    #expect(between.labels.contains("black") == [.testing, .testingBackup, .code].contains(point))
    #expect(between.ways.filter { $0.role != nil }.allSatisfy { $0.run == client.run })
    try await client.press(try #require(client.choices.first { $0.hasSuffix("cancel") }))
    #expect(client.choices.contains("reallyCancel") == isWritten)
    if isWritten {
      #expect(try await client.rows() == between, "nothing is taken back before it is confirmed")
      try await client.press("reallyCancel")
    }
    #expect(client.answer?.next == "/lab")
    let after = try await client.rows()
    #expect(
      after.ways.withoutProofs == before.ways.withoutProofs && after.credentials == before.credentials
        && after.generations.isEmpty && after.journal.isEmpty && after.ways.allSatisfy { $0.openedAt == nil })
    #expect(after.events.contains(.enrollmentRolledBack) == isWritten)
    #expect(!after.care.isRotationDue)
  }

  @Test("G-24: thirty idle minutes roll back everything, at every point", arguments: Point.allCases) func lapses(
    at point: Point
  ) async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    let before = try await client.rows()
    try await walk(&client, to: point)
    let isWritten = try await client.rows().labels.contains("yellow")
    client.clock.advance(30 * 60 - 5)
    try await client.runner.sweep()
    #expect(try await client.rows().labels.contains("yellow") == isWritten)
    client.clock.advance(10)
    try await client.runner.sweep()
    let after = try await client.rows()
    #expect(
      after.ways.withoutProofs == before.ways.withoutProofs && after.credentials == before.credentials
        && after.generations.isEmpty && after.journal.isEmpty && after.ways.allSatisfy { $0.openedAt == nil })
    #expect(after.events.contains(.enrollmentRolledBack) == isWritten && after.events.last == .runLapsed)
  }

  @Test(
    "G-18: a key that was taken back signs in no more, and can be enrolled again on its device",
    arguments: [.testing, .testingBackup, .code] as [Point])
  func again(after point: Point) async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await walk(&client, to: point)
    try await client.press(try #require(client.choices.first { $0.hasSuffix("cancel") }));
    try await client.press("reallyCancel")
    let other = try await client.another(with: keys.yellow)
    #expect(other.session.account == nil)
    try await client.enroll(keys)
    #expect(try await client.openJournal(keys.yellow))
  }

  /// This holds whatever the newest generation contained.
  @Test("A-81: an account with an earlier Master Key gets a new generation at its next opening")
  func stoodBefore() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    try await client.write("first")
    for round in 0..<2 {
      let green = DemoAuthenticator(hasPRF: true), before = try await client.rows()
      try await client.start(.enrollment)
      try await client.press("opening.confirm"); try await client.touch(keys.yellow)
      try await client.name(green, "green")
      #expect(try await client.way("green").opens)
      try await client.press("cancel"); try await client.press("reallyCancel")
      let after = try await client.rows()
      #expect(
        after.labels == ["", "yellow", "black"] && after.credentials == before.credentials && after.care.isRotationDue)
      #expect(try await client.openJournal(round == 0 ? keys.black : keys.yellow))
      #expect(try await client.readJournal() == ["first"])
      let renewed = try await client.rows()
      #expect(renewed.g == before.g + 1 && !renewed.care.isRotationDue)
    }
    for key in [keys.laptop, keys.yellow, keys.black] { #expect(try await client.openJournal(key)) }
  }

  /// The earlier key keeps its wrap.
  @Test("A-81: text written under a run's Master Key stays readable with the earlier key")
  func journalMeanwhile() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await walk(&client, to: .testing)
    var other = try await client.another(with: keys.laptop)
    #expect(try await other.openJournal(keys.laptop))
    try await other.write("first")
    try await client.press("cancel"); try await client.press("reallyCancel")
    let after = try await client.rows()
    #expect(after.labels == [""] && after.credentials.count == 1 && after.ways.allSatisfy { $0.run == nil })
    #expect(after.events.contains(.keyKept) && after.events.contains(.enrollmentRolledBack))
    #expect(try await client.openJournal(keys.laptop))
    #expect(try await client.readJournal() == ["first"])
  }

  @Test("A-49 A-81: neither revoking nor Cancel removes a new key that alone opens what was written")
  func onlyTheNewKey() async throws {
    var client = try await Client.asking(), plain = keys
    plain.laptop = DemoAuthenticator()
    try await client.register("mirela", plain)
    try await client.beginEnrollment(plain.laptop)
    try await client.enrollPrimary(keys.yellow)
    try await client.press("skipBackup"); try await client.press("reallySkip")
    var other = try await client.another(with: keys.yellow)
    #expect(try await other.openJournal(keys.yellow))
    try await other.write("first")
    try await client.give(nil, for: try #require(client.answer?.start.last?.ticket))
    try await client.press("revoke")
    #expect(client.answer?.screen.says.first?.id == "A-49.needed")
    try await client.press("cancel"); try await client.press("reallyCancel")
    #expect(try await client.rows().labels == ["", "yellow"])
    #expect(try await client.openJournal(keys.yellow))
    #expect(try await client.readJournal() == ["first"])
  }

  @Test("A-81: a key in an unfinished enrollment is not a way in yet, so the sign-up passkey stays")
  func lastWayIn() async throws {
    var client = try await Client.asking(), plain = keys
    plain.laptop = DemoAuthenticator()
    try await client.register("mirela", plain)
    try await client.beginEnrollment(plain.laptop)
    try await client.enrollPrimary(keys.yellow)
    var other = try await client.another(with: keys.yellow)
    try await other.start(.revocation, about: client.rows().ways.first?.id)
    #expect(!other.choices.contains("lost"), "it is the last way in")
    try await client.press("cancel"); try await client.press("reallyCancel")
    #expect(try await client.rows().credentials.count == 1)
  }

  @Test("A-81: if a code was saved meanwhile, the Master Key and the earlier key's wrap are kept")
  func codeMeanwhile() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await walk(&client, to: .testing)
    var other = try await client.another(with: keys.laptop)
    _ = try await other.renewCode(keys.laptop)
    try await client.press("cancel"); try await client.press("reallyCancel")
    let after = try await client.rows()
    #expect(after.labels == [""] && after.ways.count == 2 && after.ways.allSatisfy { $0.opens && $0.run == nil })
    #expect(try await client.openJournal(keys.laptop))
  }

  @Test("A-81: a key included by another browser's rotation and then rolled back locks nobody out")
  func keptMeanwhile() async throws {
    var (client, words) = try await Client.enrolled(keys)
    var other = try await client.another(with: keys.laptop)
    let green = DemoAuthenticator(hasPRF: true)
    try await other.start(.enrollment)
    try await other.press("opening.confirm"); try await other.touch(keys.yellow)
    try await other.name(green, "green")
    // Its generation includes green, and it ends the other browser's run.
    try await client.revoke(try await client.way("black").id, with: keys.yellow)
    #expect(try await client.rows().labels == ["", "yellow"])
    for key in [keys.yellow, keys.laptop] { #expect(try await client.openJournal(key)) }
    #expect(try await client.rows().g == 3)
    var stranger = try await client.another()
    _ = try await stranger.recover(words, DemoAuthenticator(hasPRF: true))
    #expect(stranger.session.account != nil)
  }

  /// This holds whatever the newest generation contained.
  @Test("a key revoked without a Master Key at hand is dropped at the next opening")
  func revokedWithout() async throws {
    var plain = keys
    plain.laptop = DemoAuthenticator()
    var (client, _) = try await Client.enrolled(plain)
    _ = try await client.renewCode(plain.yellow)  // a generation that names every way
    try await client.revoke(try await client.way("black").id, with: plain.laptop)
    let between = try await client.rows()
    #expect(between.care.isRotationDue && !between.labels.contains("black"))
    #expect(try await client.openJournal(plain.yellow))
    let rows = try await client.rows()
    #expect(rows.g == 3 && !rows.care.isRotationDue)
  }

  /// Its credential and its Master Key are removed with it.
  @Test("A-49 G-06: revoking a primary in step 3 also removes what only it opened; step 1 returns")
  func revokedInStep3() async throws {
    var client = try await Client.asking(), plain = keys
    plain.laptop = DemoAuthenticator()
    try await client.register("mirela", plain)
    try await client.beginEnrollment(plain.laptop)
    try await client.enrollPrimary(keys.yellow)
    try await client.press("skipBackup"); try await client.press("reallySkip")
    try await client.give(nil, for: try #require(client.answer?.start.last?.ticket))
    try await client.press("revoke")
    let rows = try await client.rows()
    #expect(
      rows.labels == [""] && rows.credentials.count == 1 && rows.generations.isEmpty && rows.events.last == .keyRevoked)
    #expect(client.answer?.screen.step?.number == 1)
    try await client.enrollPrimary(keys.black, "black")
    #expect(try await client.way("black").opens)
  }

  @Test("G-06: if the backup is skipped, only the primary is tested") func skipped() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await client.beginEnrollment(keys.laptop)
    try await client.enrollPrimary(keys.yellow)
    try await client.press("skipBackup"); try await client.press("reallySkip")
    try await client.test(keys.yellow)
    try await client.save()
    #expect(client.choices == ["leave"])
    #expect(try await client.openJournal(keys.yellow))
  }

  @Test("G-04 G-05: a wrong key at the confirming tap, or the primary as backup, writes nothing")
  func otherKeys() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await client.beginEnrollment(keys.laptop)
    try await client.name(keys.yellow, "yellow")
    let before = try await client.rows()
    try await client.touch(keys.laptop)
    #expect(client.answer?.screen.says.first?.id == "G-04")
    #expect(try await client.rows().withoutProofs == before.withoutProofs)
    try await client.press("tapAgain"); try await client.touch(keys.yellow)
    let written = try await client.rows()
    try await client.touch(keys.yellow)
    #expect(client.answer?.screen.says.first?.id.hasPrefix("G-05") == true)
    #expect(try await client.rows() == written)
    try await client.press("tapAgain")
    try await client.name(keys.black, "black")
    #expect(try await client.rows().labels == ["", "yellow", "black"])
  }

  @Test("G-05: an enrolled sign-up key opens; anything a cancelled run gave it is rolled back")
  func adopted() async throws {
    var client = try await Client.asking(), keys = keys
    keys.laptop = DemoAuthenticator(hasPRF: true, refusesExcluded: true)
    try await client.register("mirela", keys)
    for isCancelled in [true, false] {
      let before = try await client.rows()
      try await client.beginEnrollment(keys.laptop)
      try await client.touch(keys.laptop)
      #expect(client.answer?.screen.says.first?.id == "G-05.own")
      try await client.press("adopt")
      try await client.name(keys.laptop, "laptop")
      #expect(client.answer?.screen.step?.number == 2)
      try await client.name(keys.black, "black")
      if isCancelled {
        try await client.press("cancel"); try await client.press("reallyCancel")
        let after = try await client.rows()
        #expect(
          after.ways.withoutProofs == before.ways.withoutProofs && after.credentials == before.credentials
            && after.generations.isEmpty)
        continue
      }
      try await client.test(keys.laptop, keys.black)
      try await client.save()
      let rows = try await client.rows(), laptop = try await client.way("laptop")
      #expect(
        rows.labels == ["laptop", "black"] && rows.credentials.count == 2 && laptop.role == .primary
          && laptop.openedAt != nil)
      #expect(rows.events.filter { $0 == .keyProved }.count == 2 && rows.ways.allSatisfy { $0.run == nil && $0.opens })
      for key in [keys.laptop, keys.black] { #expect(try await client.openJournal(key)) }
    }
  }

  /// Such a key is stored as a row that does not open.
  @Test("G-19: keys without PRF do not open; two still get a code, which creates a Master Key")
  func withoutPRF() async throws {
    var plain = Keys(laptop: DemoAuthenticator(), yellow: DemoAuthenticator(), black: DemoAuthenticator())
    var (client, words) = try await Client.enrolled(plain)
    let rows = try await client.rows()
    #expect(
      rows.labels == ["", "yellow", "black"] && rows.ways.filter(\.opens).map(\.kind) == [.phrase] && rows.g == 1)
    #expect(try await client.openJournal(plain.yellow) == false)
    var found = try await client.another()
    plain.yellow = DemoAuthenticator(hasPRF: true)
    _ = try await found.recover(words, plain.yellow)
    #expect(try await found.openJournal(plain.yellow))
  }

  @Test("G-19: of a key that opens and a key that only signs in, only the first one opens") func oneOfEach()
    async throws
  {
    var mixed = keys
    mixed.yellow = DemoAuthenticator()
    var (client, _) = try await Client.enrolled(mixed)
    #expect(try await client.way("yellow").opens == false)
    #expect(try await client.openJournal(mixed.yellow) == false)
    #expect(try await client.openJournal(mixed.black))
  }
}
