import Foundation
import Testing

@testable import Sentences

/// Tests which of the available languages a person is shown.
@Suite struct LanguagesTests {
  private func best(
    _ wanted: String..., among languages: [String] = ["en", "fr", "pt", "pt-BR", "zh-Hant"]
  ) -> String? {
    Languages.best(for: wanted, among: languages)
  }

  @Test("an available language is found regardless of case") func exact() {
    #expect(best("fr") == "fr")
    #expect(best("PT-br") == "pt-BR")
  }

  @Test("a tag loses subtags from the right until one matches (RFC 4647 §3.4)") func shortened() {
    #expect(best("fr-CH") == "fr")
    #expect(best("zh-Hant-TW") == "zh-Hant")
    #expect(best("pt-PT") == "pt")
    #expect(best("zh-Hans-CN") == nil, "another script is no shorter tag")
    #expect(best("pt-BR-x-home") == "pt-BR")
    #expect(best("fr-x-y-zz", among: ["fr-x"]) == nil, "a single letter goes with what it begins")
  }

  @Test("the first requested language with any match is used, and an asterisk matches none") func inOrder() {
    #expect(best("de-CH", "fr-CH", "en") == "fr")
    #expect(best("en-GB", "pt-BR") == "en")
    #expect(best("*", "fr") == "fr")
    #expect(best("de", "it") == nil)
    #expect(best("", "-", "--") == nil)
  }

  @Test("a terminal's language comes from LC_ALL, LC_MESSAGES or LANG; empty counts as unset")
  func terminal() {
    #expect(Languages.wanted(in: ["LC_ALL": "pt_BR.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"]) == ["pt-BR"])
    #expect(Languages.wanted(in: ["LC_ALL": "", "LC_MESSAGES": "fr_CH.UTF-8", "LANG": "de_DE"]) == ["fr-CH"])
    #expect(Languages.wanted(in: ["LANG": "de_DE@euro", "LC_CTYPE": "fr_FR"]) == ["de-DE"])
    #expect(Languages.wanted(in: ["LANG": "C.UTF-8"]).isEmpty && Languages.wanted(in: ["LANG": "POSIX"]).isEmpty)
    #expect(Languages.wanted(in: ["LC_ALL": "C", "LANG": "fr_FR"]).isEmpty && Languages.wanted(in: [:]).isEmpty)
  }

  @Test("a person who wants an unavailable language gets English") func english() {
    #expect(Languages.catalogue(for: []).language == "en")
    #expect(Languages.catalogue(for: ["tlh"]).language == "en")
    #expect(Languages.all.first?.language == "en")
    #expect(Languages.all.filter { $0.language == "en" }.count == 1)
  }

  @Test("a folder's files are its languages, except en.json; a damaged file is ignored")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "en.json": #"{"Back": "Back"}"#, "pt-BR.json": "{}", "fr.json": #"{"Back": "Retour"}"#, "de.json": "{",
      "notes.txt": "{}",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let found = Languages.catalogues(in: folder)
    #expect(found.map(\.language) == ["fr", "pt-BR"])
    #expect(found.first.map { ("Back" as Sentence).said(in: $0) } == "Retour")
  }

  @Test("the program's own folder exists, and its en.json can be read") func own() throws {
    #expect(try Catalogue(file: Languages.folder.appending(path: "en.json")).language == "en")
  }
}
