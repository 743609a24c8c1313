import Foundation
import Sentences

/// A language without words: every sentence is ⟦ and ⟧ around the values and the markup in it. Letters on a page in
/// this language are data, or were left out.
enum PseudoLanguage {
  static let tag = "qps"

  /// The English of every sentence, by its key.
  static func sentences() throws -> [String: String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Sentences/Languages/en.json").standardizedFileURL
    return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
  }

  /// - Parameter missing: A key that it lacks.
  static func catalogue(without missing: String? = nil) throws -> Catalogue {
    let sentences = try sentences()
    return Catalogue(language: tag) { key in key == missing ? nil : sentences[key].map(wordless) }
  }

  static func wordless(_ english: String) -> String {
    let rest = english.matches(of: /\{\{[^}]*\}\}|<[^>]*>|\{\w+\}/).map { String($0.output) }
    return "⟦\(rest.joined(separator: " "))⟧"
  }
}
