import FlowKit
import Testing

@testable import Flows

/// Surfaces know a button by its name alone, so each of a screen needs one of its own.
@Suite struct ButtonNameTests {
  private func expectNames<Action>(_ screen: Screen<Action>) {
    let names = screen.choices.map { name(ofAction: $0.action) }
    #expect(Set(names).count == Set(screen.choices.map(\.action)).count, "\(names)")
  }

  @Test("C-19: a continent's countries are told apart, and those of the whole world") func countries() async throws {
    for state in try await Explored.map(Identification.self).states { expectNames(Identification.screen(state)) }
  }

  @Test("C-35: the providers that could keep a part are told apart") func providers() async throws {
    for state in try await Explored.map(PolicyReview.self).states { expectNames(PolicyReview.screen(state)) }
  }

  @Test("C-58: two providers' documents are told apart, and two versions at one") func documents() async throws {
    for state in try await Explored.map(DocumentFinding.self).states { expectNames(DocumentFinding.screen(state)) }
    let places = [1, 2].map { EscrowDocumentFacts.Place(url: "https://a.example/", version: $0) }
    expectNames(DocumentFinding.screen(DocumentFinding.State([], [EscrowDocumentFacts(name: nil, places: places, uploadedAt: nil)])))
  }

  @Test("a name is the path of an action's cases, once with what it carries") func names() {
    #expect(name(ofAction: EscrowSetUp.Action.identifying(.country("ch"))) == "identifying.country.ch")
    #expect(name(ofAction: EscrowSetUp.Action.reviewing(.edit(0))) == "reviewing.edit.0")
    #expect(name(ofAction: EscrowSetUp.Action.goOn) == "goOn")
  }
}
