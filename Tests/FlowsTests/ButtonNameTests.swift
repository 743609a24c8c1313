import Vocabulary
import Foundation
import HandsProtocol
import Testing

@testable import FlowWorlds
@testable import Flows

/// Surfaces identify a button only by its name, so each button of a screen needs its own.
@Suite struct ButtonNameTests {
  private func expectNames<Action: FlowAction>(_ screen: Screen<Action>) {
    let names = screen.choices.map(\.action.name)
    #expect(Set(names).count == Set(screen.choices.map(\.action)).count, "\(names)")
  }

  @Test("C-19: a continent's countries have distinct names, and so do those of the whole world")
  func countries() async throws {
    for state in try await Explored.map(Identification.self).states { expectNames(Identification.screen(state)) }
  }

  @Test("C-35: the providers that could keep a part have distinct names") func providers() async throws {
    for state in try await Explored.map(PolicyReview.self).states { expectNames(PolicyReview.screen(state)) }
  }

  @Test("C-58: documents of two providers have distinct names, as do two versions at one provider")
  func documents() async throws {
    for state in try await Explored.map(DocumentFinding.self).states { expectNames(DocumentFinding.screen(state)) }
    let places = [1, 2].map { EscrowDocumentFacts.Place(url: "https://a.example/", version: $0) }
    expectNames(
      DocumentFinding.screen(
        DocumentFinding.State([], [EscrowDocumentFacts(name: nil, places: places, uploadedAt: nil)])))
  }

  private struct Names {
    private(set) var lines: [String] = []
    mutating func add<F: Flow & Explorable & SendableMetatype>(_: F.Type) async throws {
      let names = Set(try await Explored.map(F.self).states.flatMap { F.screen($0).choices.map(\.action.name) })
      lines.append("\(F.self): \(names.sorted().joined(separator: " "))")
    }
  }

  /// Other programs use these names to press buttons.
  @Test("every button shown by a flow has its name from the list") func list() async throws {
    var names = Names()
    try await names.add(Registration.self)
    try await names.add(PasskeyOnly.self)
    try await names.add(PasskeyOrPassword.self)
    try await names.add(AutoFillPasskeyOnly.self)
    try await names.add(ImmediatelyAvailable.self)
    try await names.add(AutoFillHybrid.self)
    try await names.add(PasswordSetting.self)
    try await names.add(Enrollment.self)
    try await names.add(Journal.self)
    try await names.add(RecoveryCode.self)
    try await names.add(Revocation.self)
    try await names.add(Renaming.self)
    try await names.add(Deletion.self)
    try await names.add(Introduction.self)
    try await names.add(KeyTest.self)
    try await names.add(CodeTest.self)
    try await names.add(RehearsalTicket.self)
    try await names.add(Rehearsal.self)
    try await names.add(Copying.self)
    try await names.add(KitCheck.self)
    try await names.add(LostKey.self)
    try await names.add(Recovery.self)
    try await names.add(ComingBack.self)
    try await names.add(CardOnboarding.self)
    try await names.add(CardLogin.self)
    try await names.add(CardBackup.self)
    try await names.add(CardMigration.self)
    try await names.add(CardSigning.self)
    try await names.add(CardChange.self)
    try await names.add(CardUnblock.self)
    try await names.add(CardReset.self)
    try await names.add(CardNaming.self)
    try await names.add(CardStatus.self)
    try await names.add(CardTest.self)
    try await names.add(EscrowSetUp.self)
    try await names.add(EscrowRecovery.self)
    try await names.add(EscrowStatus.self)
    try await names.add(EscrowTest.self)
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Buttons.txt")
    let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    for (name, listed) in zip(names.lines, golden) { #expect(name == listed) }
    #expect(names.lines.count == golden.count)
  }

  @Test("a name begins with the child flow's name, and ends with the button's value") func names() {
    #expect(EscrowSetUp.Action.identifying(.country("ch")).name == "identifying.country.ch")
    #expect(EscrowSetUp.Action.reviewing(.edit(0)).name == "reviewing.edit.0")
    #expect(EscrowSetUp.Action.goOn.name == "goOn")
  }
}
