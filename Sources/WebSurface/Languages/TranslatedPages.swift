import Foundation
import Mustache
import Sentences

/// The templates in one language, and the sentences that the scripts of a page say in it.
struct TranslatedPages: Sendable {
  let library: MustacheLibrary
  /// A JSON object of the sentences that have a translation, by their English; `nil` in English.
  let scriptSentences: String?

  /// - Throws: What reading the files throws, and what `MustacheTemplate` says of one that does not parse.
  init(_ catalogue: Catalogue) throws {
    var templates: [String: MustacheTemplate] = [:]
    for (name, text) in try Self.texts(in: "Templates", ending: ".mustache") {
      templates[name] = try MustacheTemplate(string: Self.translated(text, by: catalogue))
    }
    library = MustacheLibrary(templates: templates)
    scriptSentences = catalogue.language == Catalogue.english.language ? nil : try Self.scriptSentences(in: catalogue)
  }

  /// Each text between `{{#say}}` and `{{/say}}` is a sentence, with the tags of the template that stand in it.
  static func translated(_ template: String, by catalogue: Catalogue) -> String {
    template.replacing(#/\{\{#say\}\}(.*?)\{\{/say\}\}/#.dotMatchesNewlines()) { catalogue.text(of: String($0.1)) }
  }

  private static func scriptSentences(in catalogue: Catalogue) throws -> String {
    var translations: [String: String] = [:]
    for (_, script) in try texts(in: "Public", ending: ".js") {
      for sentence in ScriptSentences.all(of: script) {
        let translation = catalogue.text(of: sentence)
        if translation != sentence { translations[sentence] = translation }
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // It stands in an element, which nothing in it may end.
    return String(decoding: try encoder.encode(translations), as: UTF8.self).replacing("<", with: "\\u003c")
  }

  /// The files of a folder and of those in it, by their paths without the ending.
  private static func texts(in folder: String, ending: String) throws -> [(name: String, text: String)] {
    let folder = Pages.folder(folder)
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(ending) }
      .map { (String($0.dropLast(ending.count)), try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
  }
}
