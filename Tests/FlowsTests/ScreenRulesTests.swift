import Vocabulary
import Model
import Testing

@testable import FlowWorlds
@testable import Flows

/// Rules for every screen of the flows for hardware keys.
@Suite struct ScreenRulesTests {
  /// Each distinct screen once, from all states found by the Explorer.
  private func screens<F: Flow & Explorable & SendableMetatype>(_: F.Type) async throws -> Set<Screen<F.Action>> {
    Set(try await Explored.map(F.self).states.map(F.screen))
  }

  /// The appropriate voice for a moment, derived from the screen's contents.
  private func voice<Action>(_ screen: Screen<Action>, losing: Bool) -> Register {
    let isAboutLoss =
      screen.says == [.keyCannotOpen] || screen.says == [.codeStands]
      || screen.blocks.contains { block in
        switch block {
        case .words, .wordEntry, .threeWords, .banner(.cannotEnrollNow, _): true
        default: false
        }
      }
    if isAboutLoss { return .plain }
    if screen.says.first == .secondKey
      || screen.blocks.contains(where: \.isReceipt)
    {
      return .hearth
    }
    let isOperation = screen.step != nil || screen.aside == .opening() || screen.aside == .opening(goesWithRun: true)
    return losing && !isOperation ? .plain : .working
  }
  private func expectVoices<F: Flow & Explorable & SendableMetatype>(_: F.Type, losing: Bool, _ wanted: Set<Register>)
    async throws
  {
    let screens = try await screens(F.self)
    for screen in screens {
      #expect(
        screen.register == voice(screen, losing: losing), "\(F.self): \(screen.says.map(\.text)) \(screen.blocks)")
      if let sheet = screen.sheet {
        #expect(sheet.register == ([.reallyCancel, .reallyStop].contains(sheet.title) ? .plain : .hearth))
      }
    }
    #expect(Set(screens.map(\.register)) == wanted, "\(F.self)")
  }

  @Test("A-07: the hearth voice is for welcome and receipt, working for tasks, plain for loss")
  func voices() async throws {
    try await expectVoices(Enrollment.self, losing: false, [.hearth, .working, .plain])
    try await expectVoices(RecoveryCode.self, losing: false, [.working, .plain])
    try await expectVoices(Renaming.self, losing: false, [.working])
    try await expectVoices(Deletion.self, losing: true, [.working, .plain])
    try await expectVoices(Introduction.self, losing: false, [.working])
    try await expectVoices(KeyTest.self, losing: false, [.working])
    try await expectVoices(CodeTest.self, losing: false, [.working, .plain])
    try await expectVoices(Copying.self, losing: false, [.working, .plain])
    try await expectVoices(KitCheck.self, losing: false, [.working])
    try await expectVoices(LostKey.self, losing: true, [.plain])
    try await expectVoices(Recovery.self, losing: true, [.working, .plain])
    try await expectVoices(Revocation.self, losing: true, [.working, .plain])
    try await expectVoices(ComingBack.self, losing: true, [.hearth, .working, .plain])
  }

  /// A key that was read is an answer; everything else that can be filled, ticked or touched is a question.
  private func questions<Action>(_ screen: Screen<Action>) -> Int {
    screen.blocks.count { block in
      switch block {
      case .field, .wordEntry, .threeWords, .cardPhraseEntry, .box, .detector(.waiting), .detector(.aligning),
        .detector(.missed),
        .detector(.refused):
        true
      case .detector(.read), .detector(.reading), .badge, .banner, .progress, .words, .receipt, .facts, .journal,
        .journalSize, .copy:
        false
      case .cardSecrets, .cardPhrase, .toSign, .signature, .told, .clockKey, .rows, .policies, .addresses, .cost,
        .payment, .refund, .command:
        false
      }
    }
  }
  private func expectOneQuestion<F: Flow & Explorable & SendableMetatype>(_: F.Type) async throws {
    for screen in try await screens(F.self) {
      let said = (screen.sheet.map { [$0.title] } ?? screen.says).map(\.text)  // what lies under a sheet is inert
      #expect(questions(screen) <= 1, "\(F.self): \(screen.blocks)")
      #expect(said.joined().count { $0 == "?" } <= 1, "\(F.self): \(said)")
      #expect(screen.choices.count { $0.style == .primary } <= 1, "\(F.self): \(said)")
    }
  }

  @Test("A-08: every screen asks for one thing, be it a field, a key, a box or a choice of buttons") func oneQuestion()
    async throws
  {
    try await expectOneQuestion(Enrollment.self)
    try await expectOneQuestion(RecoveryCode.self)
    try await expectOneQuestion(Renaming.self)
    try await expectOneQuestion(Deletion.self)
    try await expectOneQuestion(Introduction.self)
    try await expectOneQuestion(KeyTest.self)
    try await expectOneQuestion(CodeTest.self)
    try await expectOneQuestion(Copying.self)
    try await expectOneQuestion(KitCheck.self)
    try await expectOneQuestion(LostKey.self)
    try await expectOneQuestion(Recovery.self)
    try await expectOneQuestion(Revocation.self)
    try await expectOneQuestion(ComingBack.self)
    try await expectOneQuestion(Opening.self)
    try await expectOneQuestion(Journal.self)
  }

  @Test("A-39 A-61 G-02: the longer string is shown, and the shorter one is its screen's heading") func headings()
    async throws
  {
    let confirming = try Enrollment.named("yellow").screen
    #expect(confirming.says == [.tapOnceMore] && confirming.says[0].text == "Tap once more to confirm. Same key.")
    #expect(confirming.heading?.text == "Tap once more to confirm.")
    var walk = try Enrollment.withWords()
    try walk.finish()
    #expect(walk.says == ["Keys are in. Two enrolled, recovery code saved. The kitchen's locked up well."])
    #expect(walk.screen.heading?.text == "Keys are in. Two enrolled, recovery code saved.")
    for screen in try await screens(Enrollment.self) where screen.heading != nil {
      #expect(screen.says.contains { $0.text.hasPrefix(screen.heading?.text ?? "-") }, "it shortens what is said there")
    }
    let recovery = try await screens(Recovery.self)
    #expect(recovery.contains { $0.heading == .tapOnceMoreTitle }, "also inside another flow")
  }

  @Test("G-26: a backup is detected, named and saved, and its test serves as the confirmation") func backup() throws {
    var walk = try Enrollment.atStep2()
    try walk.tap(.black, .create)
    walk.form = ["name": .text("black")]
    #expect(try walk.press("Continue").start.map(\.work) == [.way(.open(.black))], "no key is asked for")
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [
        .key(.commitWrap(.black, label: "black", role: .backup, .made))
      ])
    try walk.server(.key(.committed(.black)))
    #expect(walk.screen.step?.number == 3)
  }
}

extension Block {
  /// `true` for what somebody is shown at the end: what they have now.
  fileprivate var isReceipt: Bool {
    switch self {
    case .receipt, .journalSize: true
    default: false
    }
  }
}
