import Foundation
import HandsProtocol
import Sentences
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// Readers of other languages see no English: every word that a flow shows is in a sentence of the catalogue.
@Suite struct SentencesTests {
  /// A language without words: it renders only the values inserted into each sentence, piece by piece.
  private static func wordless(_ has: @escaping @Sendable (String) -> Bool) -> Catalogue {
    Catalogue(language: "qps-ploc") { has($0) ? "⟦{1}¦{2}¦{3}¦{4}¦{5}¦{6}¦{7}¦{8}⟧" : nil }
  }
  /// Contains only the sentences given to translators.
  private static let collected: Catalogue = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Sentences/Languages/en.json").standardizedFileURL
    let sentences = try? JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
    return wordless { sentences?[$0] != nil }
  }()

  /// The names, addresses and codes in `FlowWorlds`, which are not translatable words.
  private static let data: Set = [
    "mirela", "k", "k 2", "a", "b", "c", "A", "home", "a name that is far too long",
    "a.example", "b.example", "c.example", "https://a.example/", "https://b.example/",
    "0x1", "m", "n", "m/44'/60'/0'/0/0", "C7",
    // examples of what a field accepts, initial values of fields, and a field that is never requested
    "Max Mustermann", "Zürich", "12312C34567", "12345678Z", "65170839J003", "I05101999I", "RSSMRA85T10A562S",
    "Switzerland", "CH", "birthdate", "2 7KQ4-M2XD",
  ]

  /// The words missing from the catalogue: those that it did not render and that are not data.
  private func leftOut(of sentence: Sentence, in catalogue: Catalogue = collected) -> [String] {
    let said = sentence.said(in: catalogue)
    // A name in quotation marks alone is no sentence for translators.
    return said.split(whereSeparator: "⟦¦⟧“”".contains).map(String.init)
      .filter { $0.contains(where: \.isLetter) && !Self.data.contains($0) }
  }

  /// Every sentence in a part of a screen that a person can read. Text outside sentences must be data as well.
  private func sentences(in value: Any) -> [Sentence] {
    switch value {
    case let copy as Copy:
      [copy.sentence] + [copy.onPhone, copy.onIPhone, copy.atHome, copy.inTerminal].compactMap(\.self)
    case let sentence as Sentence: [sentence]
    case let text as String: [Sentence(verbatim: text)]
    case is FieldID, is any FlowAction, is EscrowPayment, is EscrowRefund: []
    default: Mirror(reflecting: value).children.flatMap { sentences(in: $0.value) }
    }
  }

  private func expectSaid<F: Flow>(_ map: Explorer<F>) {
    var parts: Set<AnyHashable> = []
    for screen in Set(map.states.map(F.screen)) {
      for child in Mirror(reflecting: screen).children {
        switch child.value {
        case let list as [AnyHashable]: parts.formUnion(list)
        case let part as AnyHashable: parts.insert(part)
        default: Issue.record("\(F.self): \(child.label ?? "") of a screen cannot be looked through")
        }
      }
    }
    let words = Set(parts.flatMap { sentences(in: $0.base) }).flatMap { leftOut(of: $0) }
    #expect(!parts.isEmpty && words.isEmpty, "\(F.self): \(Set(words).sorted())")
  }
  private func expectSaid<F: Mapped>(_: F.Type) async throws { expectSaid(try await Explored.map(F.self)) }

  @Test("in a different language, no screen of any flow contains an English word") func screens() async throws {
    for flow in FlowMaps.signIn + FlowMaps.keys + FlowMaps.cards + FlowMaps.escrow { try await expectSaid(flow) }
    for kind in EscrowKind.allCases {
      expectSaid(try Explorer(MethodEntry.world(kind)))
      expectSaid(try Explorer(ChallengeAnswer.world(kind)))
    }
    for secret in CardSecret.allCases { expectSaid(try Explorer(CardChange.world(secret))) }
  }

  @Test("in a different language, no flow's menu name is English", arguments: FlowName.allCases)
  func names(_ flow: FlowName) {
    let shown = [flow.label, flow.more, flow.inMenu].compactMap(\.self)
    #expect(shown.flatMap(sentences).flatMap { leftOut(of: $0) }.isEmpty)
  }

  @Test("a word concatenated from outside a sentence is found at any depth") func glued() {
    let glued = "again", any = Self.wordless { _ in true }
    #expect(leftOut(of: "Try \(glued).", in: any) == ["again"])
    #expect(leftOut(of: "Read this: \("Try \(glued)." as Sentence)", in: any) == ["again"])
    #expect(leftOut(of: Sentence(verbatim: "Try again."), in: any) == ["Try again."])
    #expect(leftOut(of: "Try \(3) times.", in: any).isEmpty)
    #expect(leftOut(of: "Nobody has this sentence.") == ["Nobody has this sentence."])
    #expect(sentences(in: Fact("Name", Copy("x", "Nobody", inTerminal: "None"))).count == 3)
  }
}
