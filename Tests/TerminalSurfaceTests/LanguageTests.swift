import Flows
import Foundation
import Sentences
import Testing

@testable import TerminalSurface

/// Complete conversations in another language. In these tests' language, every sentence appears as ⟦its key⟧ followed
/// by its values; text outside the brackets did not come from any sentence.
@Suite struct LanguageTests {
  static let pseudo = Catalogue(language: "art-x-pseudo") { key in
    sentences[key].map { _ in "⟦\(key.filter { !"{}".contains($0) })⟧ {1} {2} {3} {4} {5} {6}" }
  }
  /// The sentences given to translators.
  private static let sentences: [String: String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Sentences/Languages/en.json").standardizedFileURL
    return (try? JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))) ?? [:]
  }()

  /// The words printed outside the brackets, except typed text and events.
  private func unsaid(_ record: [String]) -> Set<String> {
    let printed = record.filter { line in !["> ", ">* ", "! "].contains { line.hasPrefix($0) } }
    let outside = printed.joined(separator: "\n").replacing(#/⟦[^⟧]*⟧/#, with: " ")
    return Set(outside.split { !$0.isLetter && $0 != "’" && $0 != "'" }.map(String.init)).subtracting(["bell", "q"])
  }

  private func words(of name: String, _ flow: FlowName, _ card: PlayedHands) async throws -> Set<String> {
    let terminal = ScriptedTerminal(try Transcript(name).script, columns: 10_000) { card.happen($0) }
    var run = try await TestHome.empty().run(card, on: terminal)
    try await Catalogue.$current.withValue(Self.pseudo) {
      do { _ = try await run.run(flow) } catch is TerminalGone {}
    }
    #expect(terminal.record.contains { $0.contains("⟦") }, "nothing was said in the other language")
    return unsaid(terminal.record)
  }

  @Test(
    "a conversation in another language has no English word but what is data", arguments: ["change-pin", "leaving"])
  func newPIN(_ name: String) async throws {
    #expect(try await words(of: name, .cardPIN, PlayedHands(.withAccount)) == ["Mirela's", "card"])
  }

  @Test("the questions about a frozen card are in the person's language") func frozen() async throws {
    #expect(
      try await words(of: "unblock", .cardUnblock, PlayedHands(.frozen)).subtracting(["Mirela's", "card"]).isEmpty)
  }

  @Test("English is used if no other language is chosen") func english() {
    #expect(Catalogue.current.language == "en")
    #expect(TextLine("Type yes or no.").text == "Type yes or no.")
    Catalogue.$current.withValue(Self.pseudo) {
      #expect(TextLine("Type yes or no.").text.hasPrefix("⟦Type yes or no.⟧"))
      #expect(Question("Type yes or no.").prompt.hasPrefix("⟦Type yes or no.⟧"))
    }
  }
}
