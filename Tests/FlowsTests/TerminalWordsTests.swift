import Vocabulary
import Testing

@testable import FlowWorlds
@testable import Flows

/// The wording that a terminal prints for the conversations it offers.
@Suite struct TerminalWordsTests {
  /// Copies that a terminal never shows: its hands are built in, and it asks for no passkey.
  private static let ofPages: Set = [
    "card.noHands", "card.unasked", "card.forbidden", "card.meet", "card.letIn", "card.differ", "B-27.wrongPlace",
    "C-23.noHands", "C-23.unasked", "C-23.meet",
  ]

  private func copies(in value: Any) -> [Copy] {
    (value as? Copy).map { [$0] } ?? Mirror(reflecting: value).children.flatMap { copies(in: $0.value) }
  }
  private func expectNoPage<F: Flow & Explorable & SendableMetatype>(_: F.Type) async throws {
    let screens = Set(try await Explored.map(F.self).states.map(F.screen))
    for copy in Set(screens.flatMap(copies)) where !Self.ofPages.contains(copy.id) {
      expectNoPage(copy)
    }
  }
  private func expectNoPage(_ copy: Copy) {
    let words = (copy.inTerminal?.said ?? copy.text).lowercased()
    for other in ["this page", "this browser", "another tab", "press "] {
      #expect(!words.contains(other), "\(copy.id): \(words)")
    }
  }

  @Test("No conversation about a card or a new code mentions a page, a tab or a button") func cards() async throws {
    try await expectNoPage(CardOnboarding.self)
    try await expectNoPage(CardLogin.self)
    try await expectNoPage(CardBackup.self)
    try await expectNoPage(CardMigration.self)
    try await expectNoPage(CardSigning.self)
    try await expectNoPage(CardChange.self)
    try await expectNoPage(CardUnblock.self)
    try await expectNoPage(CardReset.self)
    try await expectNoPage(CardNaming.self)
    try await expectNoPage(CardStatus.self)
    try await expectNoPage(NewCard.self)
    try await expectNoPage(RecoveryCode.self)
  }

  @Test("A check of the paper and a rehearsal mention no page, tab or button in a terminal") func papers() async throws
  {
    try await expectNoPage(KitCheck.self)
    try await expectNoPage(Rehearsal.self)
  }

  @Test("A person who runs the site on their own computer is not told to inform its operator") func ownSite() throws {
    let copy = Notice.tampered.copy
    #expect(copy.text.hasSuffix("Tell whoever runs it."))
    for here in [copy.atHome, copy.inTerminal] {
      let words = try #require(here).said
      #expect(!words.contains("whoever") && words.hasSuffix("go back to a copy of your accounts that you kept."))
    }
  }

  @Test("In a terminal, account recovery's plan, methods and payment mention nothing to press")
  func plan() async throws {
    try await expectNoPage(PolicyReview.self)
    try await expectNoPage(EscrowMethods.self)
    try await expectNoPage(EscrowUpload.self)
    try await expectNoPage(EscrowStatus.self)
  }

  @Test(
    "What was lost on the way, or changed meanwhile, is said without a page",
    arguments: ["words", "new words", "changed", "emptied"])
  func notices(_ which: String) {
    let notices: [String: Notice] = [
      "words": .wordsLost, "new words": .newWords, "changed": .changedMeanwhile, "emptied": .cardIsEmpty,
    ]
    if let notice = notices[which] { expectNoPage(notice.copy) } else { Issue.record("\(which)") }
  }
}
