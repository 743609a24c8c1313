import Foundation
import Sentences

/// A language without words: every sentence is ⟦ and ⟧ around its values and markup. Letters on a page in this language
/// are data, or were left untranslated.
enum PseudoLanguage {
  static let tag = "qps"

  /// The English text of every sentence, by its key.
  static func sentences() throws -> [String: String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Sentences/Languages/en.json").standardizedFileURL
    return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
  }

  /// - Parameter missing: A key to leave out.
  static func catalogue(without missing: String? = nil) throws -> Catalogue {
    let sentences = try sentences()
    return Catalogue(language: tag) { key in key == missing ? nil : sentences[key].map(wordless) }
  }

  static func wordless(_ english: String) -> String {
    let rest = english.matches(of: /\{\{[^}]*\}\}|<[^>]*>|\{\w+\}/).map { String($0.output) }
    return "⟦\(rest.joined(separator: " "))⟧"
  }
}
