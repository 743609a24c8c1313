import Foundation
import Sentences

/// A language in which every sentence is its English between ⟦ and ⟧: what stands outside was left out.
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
    return Catalogue(language: tag) { key in
      key == missing ? nil : sentences[key].map { "⟦\($0)⟧" }
    }
  }
}
