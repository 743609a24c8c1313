import Foundation
import Mustache
import Sentences

/// The templates in one language, and the sentences that a page's scripts use in that language.
struct TranslatedPages: Sendable {
  let library: MustacheLibrary
  /// A JSON object of the translated sentences, with the English sentences as keys; `nil` for English.
  let scriptSentences: String?

  /// - Throws: An error from reading the files, or the error of `MustacheTemplate` for a malformed template.
  init(_ catalogue: Catalogue, naming files: StaticFiles) throws {
    var templates: [String: MustacheTemplate] = [:]
    for (name, text) in try Self.texts(in: "Templates", ending: ".mustache") {
      templates[name] = try MustacheTemplate(string: files.addressed(Self.translated(text, by: catalogue)))
    }
    library = MustacheLibrary(templates: templates)
    scriptSentences = catalogue.language == Catalogue.english.language ? nil : try Self.scriptSentences(in: catalogue)
  }

  /// Translates a template. Each text between `{{#say}}` and `{{/say}}` is a sentence, including the template tags in
  /// it.
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
    // The JSON is embedded in an element, which its content must not be able to close.
    return String(decoding: try encoder.encode(translations), as: UTF8.self).replacing("<", with: "\\u003c")
  }

  /// Returns the files in a folder and its subfolders, by path without the extension.
  private static func texts(in folder: String, ending: String) throws -> [(name: String, text: String)] {
    let folder = Pages.folder(folder)
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(ending) }
      .map { (String($0.dropLast(ending.count)), try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
  }
}
