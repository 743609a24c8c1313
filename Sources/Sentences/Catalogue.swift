import Foundation

/// The sentences of one language, by key. `Languages/en.json` contains every key.
public struct Catalogue: Sendable {
  /// The language's tag, such as `fr` or `pt-BR` (BCP 47).
  public let language: String
  private let find: @Sendable (String) -> String?

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - language: The language's tag (BCP 47).
  ///   - find: Returns the translation of a key, with the same holes as the English (`{1}`), in any order.
  public init(language: String, find: @escaping @Sendable (_ key: String) -> String?) {
    self.language = language; self.find = find
  }
  /// Reads a catalogue from a file.
  ///
  /// - Throws: `DecodingError` if the file is not a JSON object of strings, or an error from reading the file.
  public init(file: URL) throws {
    let translations = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
    self.init(language: file.deletingPathExtension().lastPathComponent) { translations[$0] }
  }

  /// English, exactly as written in the code; no file is read.
  public static let english = Catalogue(language: "en") { _ in nil }

  /// The language of the person who reads this task's output. It is set by a surface, at the edge; flows never read it.
  @TaskLocal public static var current = Catalogue.english

  func translation(of key: String) -> Translation? { find(key).map(Translation.init) }

  /// Returns the text of a page template, in which holes are written differently from those of a `Sentence`.
  public func text(of key: String) -> String { find(key) ?? key }
}

/// A translated template: words and numbered holes.
struct Translation {
  let template: String

  /// Returns the translation with its holes filled. A hole without a value is left empty, and a value without a hole is
  /// left out, so a translator's mistake spoils only that one sentence.
  func filled(with values: [String]) -> String {
    template.replacing(#/\{\{|\}\}|\{(\d+)\}/#) { match in
      guard let number = match.1.flatMap({ Int($0) }) else { return String(match.0.prefix(1)) }
      return values.indices.contains(number - 1) ? values[number - 1] : ""
    }
  }
}
