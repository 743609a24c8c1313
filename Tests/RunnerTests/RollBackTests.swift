import Demo
import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

/// Enrollment left at each of its points: nothing of the run stays, and what stood before opens as before.
@Suite struct RollBackTests {
  let keys = Keys()

  /// How far somebody gets before they go.
  enum Point: CaseIterable { case admitting, waiting, naming, confirming, backup, namingBackup, testing, testingBackup, code }

  func walk(_ desk: inout Desk, to point: Point) async throws {
    try await desk.start(.enrollment)
    if point == .admitting { return }
    try await desk.press("opening.confirm"); try await desk.touch(keys.laptop)
    if point == .waiting { return }
    try await desk.touch(keys.yellow)
    if point == .naming { return }
    try await desk.press("proceed", ["name": "yellow"])
    if point == .confirming { return }
    try await desk.touch(keys.yellow)
    if point == .backup { return }
    try await desk.touch(keys.black)
    if point == .namingBackup { return }
    try await desk.press("proceed", ["name": "black"])
    if point == .testing { return }
    try await desk.touch(keys.yellow)
    if point == .testingBackup { return }
    try await desk.touch(keys.black)
  }

  @Test("A-81 A-82 G-03: from the first row on Cancel asks, and takes back everything this run wrote; before it is silent", arguments: Point.allCases)
  func cancels(at point: Point) async throws {
    var desk = try await Desk.asking()
    try await desk.register("mirela", keys)
    let before = try await desk.rows()
    try await walk(&desk, to: point)
    let between = try await desk.rows(), isWritten = between.labels.contains("yellow")
    #expect(isWritten == [.backup, .namingBackup, .testing, .testingBackup, .code].contains(point))
    #expect(between.labels.contains("black") == [.testing, .testingBackup, .code].contains(point))
    #expect(between.ways.filter { $0.role != nil }.allSatisfy { $0.run == desk.run })
    try await desk.press(try #require(desk.choices.first { $0.hasSuffix("cancel") }))
    #expect(desk.choices.contains("reallyCancel") == isWritten)
    if isWritten {
      #expect(try await desk.rows() == between, "nothing is taken back before it is confirmed")
      try await desk.press("reallyCancel")
    }
    #expect(desk.answer?.next == "/lab")
    let after = try await desk.rows()
    #expect(after.ways == before.ways && after.credentials == before.credentials && after.generations.isEmpty && after.journal.isEmpty)
    #expect(after.events.contains(.enrollmentRolledBack) == isWritten)
    #expect(!after.care.isRotationDue)
  }

  @Test("G-24: thirty idle minutes take back the same, at each point", arguments: Point.allCases) func lapses(at point: Point) async throws {
    var desk = try await Desk.asking()
    try await desk.register("mirela", keys)
    let before = try await desk.rows()
    try await walk(&desk, to: point)
    let isWritten = try await desk.rows().labels.contains("yellow")
    desk.clock.advance(30 * 60 - 5)
    try await desk.runner.sweep()
    #expect(try await desk.rows().labels.contains("yellow") == isWritten)
    desk.clock.advance(10)
    try await desk.runner.sweep()
    let after = try await desk.rows()
    #expect(after.ways == before.ways && after.credentials == before.credentials && after.generations.isEmpty && after.journal.isEmpty)
    #expect(after.events.contains(.enrollmentRolledBack) == isWritten && after.events.last == .runLapsed)
  }

  @Test(
    "G-18: a key that was taken back signs in no more, and can be enrolled again on the same device",
    arguments: [.testing, .testingBackup, .code] as [Point])
  func again(after point: Point) async throws {
    var desk = try await Desk.asking()
    try await desk.register("mirela", keys)
    try await walk(&desk, to: point)
    try await desk.press(try #require(desk.choices.first { $0.hasSuffix("cancel") })); try await desk.press("reallyCancel")
    let other = try await desk.another(with: keys.yellow)
    #expect(other.session.account == nil)
    try await desk.enroll(keys)
    #expect(try await desk.openJournal(keys.yellow))
  }

  @Test("A-81: an account that had a Master Key before gets a new generation at its next opening, whatever the newest one kept")
  func stoodBefore() async throws {
    var (desk, _) = try await Desk.enrolled(keys)
    try await desk.openJournal(keys.yellow)
    try await desk.write("first")
    for round in 0..<2 {
      let green = DemoAuthenticator(hasPRF: true), before = try await desk.rows()
      try await desk.start(.enrollment)
      try await desk.press("opening.confirm"); try await desk.touch(keys.yellow)
      try await desk.name(green, "green")
      #expect(try await desk.way("green").opens)
      try await desk.press("cancel"); try await desk.press("reallyCancel")
      let after = try await desk.rows()
      #expect(after.labels == ["", "yellow", "black"] && after.credentials == before.credentials && after.care.isRotationDue)
      #expect(try await desk.openJournal(round == 0 ? keys.black : keys.yellow))
      #expect(try await desk.readJournal() == ["first"])
      let renewed = try await desk.rows()
      #expect(renewed.g == before.g + 1 && !renewed.care.isRotationDue)
    }
    for key in [keys.laptop, keys.yellow, keys.black] { #expect(try await desk.openJournal(key)) }
  }

  @Test("A-81: what somebody wrote under a Master Key of this run stays readable: the key that stood before keeps its wrap")
  func journalMeanwhile() async throws {
    var desk = try await Desk.asking()
    try await desk.register("mirela", keys)
    try await walk(&desk, to: .testing)
    var other = try await desk.another(with: keys.laptop)
    #expect(try await other.openJournal(keys.laptop))
    try await other.write("first")
    try await desk.press("cancel"); try await desk.press("reallyCancel")
    let after = try await desk.rows()
    #expect(after.labels == [""] && after.credentials.count == 1 && after.ways.allSatisfy { $0.run == nil })
    #expect(after.events.contains(.keyKept) && after.events.contains(.enrollmentRolledBack))
    #expect(try await desk.openJournal(keys.laptop))
    #expect(try await desk.readJournal() == ["first"])
  }

  @Test("A-49 A-81: where only a new key opens what was written meanwhile, neither revoking nor cancelling takes it") func onlyTheNewKey()
    async throws
  {
    var desk = try await Desk.asking(), plain = keys
    plain.laptop = DemoAuthenticator()
    try await desk.register("mirela", plain)
    try await desk.beginEnrollment(plain.laptop)
    try await desk.enrollPrimary(keys.yellow)
    try await desk.press("skipBackup"); try await desk.press("reallySkip")
    var other = try await desk.another(with: keys.yellow)
    #expect(try await other.openJournal(keys.yellow))
    try await other.write("first")
    try await desk.give(nil, for: try #require(desk.answer?.start.last?.ticket))
    try await desk.press("revoke")
    #expect(desk.answer?.screen.says.first?.id == "A-49.needed")
    try await desk.press("cancel"); try await desk.press("reallyCancel")
    #expect(try await desk.rows().labels == ["", "yellow"])
    #expect(try await desk.openJournal(keys.yellow))
    #expect(try await desk.readJournal() == ["first"])
  }

  @Test("A-81: a key of an open enrollment is no way in yet: the passkey of sign-up is not revoked for it") func lastWayIn() async throws {
    var desk = try await Desk.asking(), plain = keys
    plain.laptop = DemoAuthenticator()
    try await desk.register("mirela", plain)
    try await desk.beginEnrollment(plain.laptop)
    try await desk.enrollPrimary(keys.yellow)
    var other = try await desk.another(with: keys.yellow)
    try await other.start(.revocation, about: desk.rows().ways.first?.id)
    #expect(!other.choices.contains("lost"), "it is the last way in")
    try await desk.press("cancel"); try await desk.press("reallyCancel")
    #expect(try await desk.rows().credentials.count == 1)
  }

  @Test("A-81: a code that was saved meanwhile keeps the Master Key, and the key that stood before keeps its wrap") func codeMeanwhile() async throws
  {
    var desk = try await Desk.asking()
    try await desk.register("mirela", keys)
    try await walk(&desk, to: .testing)
    var other = try await desk.another(with: keys.laptop)
    _ = try await other.renewCode(keys.laptop)
    try await desk.press("cancel"); try await desk.press("reallyCancel")
    let after = try await desk.rows()
    #expect(after.labels == [""] && after.ways.count == 2 && after.ways.allSatisfy { $0.opens && $0.run == nil })
    #expect(try await desk.openJournal(keys.laptop))
  }

  @Test("A-81: a key that another browser's rotation kept, and that is taken back then, closes the account to nobody") func keptMeanwhile()
    async throws
  {
    var (desk, words) = try await Desk.enrolled(keys)
    var other = try await desk.another(with: keys.laptop)
    let green = DemoAuthenticator(hasPRF: true)
    try await other.start(.enrollment)
    try await other.press("opening.confirm"); try await other.touch(keys.yellow)
    try await other.name(green, "green")
    try await desk.revoke(try await desk.way("black").id, with: keys.yellow)  // its generation keeps green, and ends the other browser's run
    #expect(try await desk.rows().labels == ["", "yellow"])
    for key in [keys.yellow, keys.laptop] { #expect(try await desk.openJournal(key)) }
    #expect(try await desk.rows().g == 3)
    var stranger = try await desk.another()
    _ = try await stranger.recover(words, DemoAuthenticator(hasPRF: true))
    #expect(stranger.session.account != nil)
  }

  @Test("a key that was revoked with no Master Key at hand leaves the generation at the next opening, whatever that one kept") func revokedWithout()
    async throws
  {
    var plain = keys
    plain.laptop = DemoAuthenticator()
    var (desk, _) = try await Desk.enrolled(plain)
    _ = try await desk.renewCode(plain.yellow)  // a generation that names every way
    try await desk.revoke(try await desk.way("black").id, with: plain.laptop)
    let between = try await desk.rows()
    #expect(between.care.isRotationDue && !between.labels.contains("black"))
    #expect(try await desk.openJournal(plain.yellow))
    let rows = try await desk.rows()
    #expect(rows.g == 3 && !rows.care.isRotationDue)
  }

  @Test("A-49 G-06: a primary that is revoked in step 3 goes with its credential and the Master Key that only it opened; step 1 comes again")
  func revokedInStep3() async throws {
    var desk = try await Desk.asking(), plain = keys
    plain.laptop = DemoAuthenticator()
    try await desk.register("mirela", plain)
    try await desk.beginEnrollment(plain.laptop)
    try await desk.enrollPrimary(keys.yellow)
    try await desk.press("skipBackup"); try await desk.press("reallySkip")
    try await desk.give(nil, for: try #require(desk.answer?.start.last?.ticket))
    try await desk.press("revoke")
    let rows = try await desk.rows()
    #expect(rows.labels == [""] && rows.credentials.count == 1 && rows.generations.isEmpty && rows.events.last == .keyRevoked)
    #expect(desk.answer?.screen.step?.number == 1)
    try await desk.enrollPrimary(keys.black, "black")
    #expect(try await desk.way("black").opens)
  }

  @Test("G-06: with the backup skipped the primary alone is tested") func skipped() async throws {
    var desk = try await Desk.asking()
    try await desk.register("mirela", keys)
    try await desk.beginEnrollment(keys.laptop)
    try await desk.enrollPrimary(keys.yellow)
    try await desk.press("skipBackup"); try await desk.press("reallySkip")
    try await desk.test(keys.yellow)
    try await desk.save()
    #expect(desk.choices == ["leave"])
    #expect(try await desk.openJournal(keys.yellow))
  }

  @Test("G-04 G-05: another key at the confirming tap, and the primary as its own backup, write nothing") func otherKeys() async throws {
    var desk = try await Desk.asking()
    try await desk.register("mirela", keys)
    try await desk.beginEnrollment(keys.laptop)
    try await desk.name(keys.yellow, "yellow")
    let before = try await desk.rows()
    try await desk.touch(keys.laptop)
    #expect(desk.answer?.screen.says.first?.id == "G-04")
    #expect(try await desk.rows() == before)
    try await desk.press("tapAgain"); try await desk.touch(keys.yellow)
    let written = try await desk.rows()
    try await desk.touch(keys.yellow)
    #expect(desk.answer?.screen.says.first?.id.hasPrefix("G-05") == true)
    #expect(try await desk.rows() == written)
    try await desk.press("tapAgain")
    try await desk.name(keys.black, "black")
    #expect(try await desk.rows().labels == ["", "yellow", "black"])
  }

  @Test("G-05: the key of sign-up as one of the two: it opens, and what a cancelled run gave it is taken back") func adopted() async throws {
    var desk = try await Desk.asking(), keys = keys
    keys.laptop = DemoAuthenticator(hasPRF: true, refusesExcluded: true)
    try await desk.register("mirela", keys)
    for isCancelled in [true, false] {
      let before = try await desk.rows()
      try await desk.beginEnrollment(keys.laptop)
      try await desk.touch(keys.laptop)
      #expect(desk.answer?.screen.says.first?.id == "G-05.own")
      try await desk.press("adopt")
      try await desk.name(keys.laptop, "laptop")
      #expect(desk.answer?.screen.step?.number == 2)
      try await desk.name(keys.black, "black")
      if isCancelled {
        try await desk.press("cancel"); try await desk.press("reallyCancel")
        let after = try await desk.rows()
        #expect(after.ways == before.ways && after.credentials == before.credentials && after.generations.isEmpty)
        continue
      }
      try await desk.test(keys.laptop, keys.black)
      try await desk.save()
      let rows = try await desk.rows(), laptop = try await desk.way("laptop")
      #expect(rows.labels == ["laptop", "black"] && rows.credentials.count == 2 && laptop.role == .primary && laptop.provedAt != nil)
      #expect(rows.events.filter { $0 == .keyProved }.count == 2 && rows.ways.allSatisfy { $0.run == nil && $0.opens })
      for key in [keys.laptop, keys.black] { #expect(try await desk.openJournal(key)) }
    }
  }

  @Test("G-19: a key without PRF is a row that does not open; two of them still get a code, which makes the Master Key") func withoutPRF()
    async throws
  {
    var plain = Keys(laptop: DemoAuthenticator(), yellow: DemoAuthenticator(), black: DemoAuthenticator())
    var (desk, words) = try await Desk.enrolled(plain)
    let rows = try await desk.rows()
    #expect(rows.labels == ["", "yellow", "black"] && rows.ways.filter(\.opens).map(\.kind) == [.phrase] && rows.g == 1)
    #expect(try await desk.openJournal(plain.yellow) == false)
    var found = try await desk.another()
    plain.yellow = DemoAuthenticator(hasPRF: true)
    _ = try await found.recover(words, plain.yellow)
    #expect(try await found.openJournal(plain.yellow))
  }

  @Test("G-19: a key that opens beside one that signs in only") func oneOfEach() async throws {
    var mixed = keys
    mixed.yellow = DemoAuthenticator()
    var (desk, _) = try await Desk.enrolled(mixed)
    #expect(try await desk.way("yellow").opens == false)
    #expect(try await desk.openJournal(mixed.yellow) == false)
    #expect(try await desk.openJournal(mixed.black))
  }
}
