import Foundation

/// The sentences of one language, by their keys. `Languages/en.json` has every key that there is.
public struct Catalogue: Sendable {
  /// The language's tag, such as `fr` or `pt-BR` (BCP 47).
  public let language: String
  private let find: @Sendable (String) -> String?

  /// - Parameters:
  ///   - language: The language's tag (BCP 47).
  ///   - find: Gives the translation of a key, with the holes of its English (`{1}`), in any order.
  public init(language: String, find: @escaping @Sendable (_ key: String) -> String?) {
    self.language = language; self.find = find
  }
  /// - Throws: `DecodingError` if the file is no JSON object of texts, and what reading a file throws.
  public init(file: URL) throws {
    let translations = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
    self.init(language: file.deletingPathExtension().lastPathComponent) { translations[$0] }
  }

  /// English as it stands in the code. No file is read for it.
  public static let english = Catalogue(language: "en") { _ in nil }

  /// The language of whoever reads what this task writes. A surface sets it, at the edge; flows never read it.
  @TaskLocal public static var current = Catalogue.english

  func translation(of key: String) -> Translation? { find(key).map(Translation.init) }

  /// The program's own words in a template, in which holes are written differently than in a `Sentence`.
  public func text(of key: String) -> String { find(key) ?? key }
}

/// A translated template: words and numbered holes.
struct Translation {
  let template: String

  /// A hole that no value fits is left empty, and a value without a hole is left out: a mistake of a translation spoils
  /// its own sentence alone.
  func filled(with values: [String]) -> String {
    template.replacing(#/\{\{|\}\}|\{(\d+)\}/#) { match in
      guard let number = match.1.flatMap({ Int($0) }) else { return String(match.0.prefix(1)) }
      return values.indices.contains(number - 1) ? values[number - 1] : ""
    }
  }
}
