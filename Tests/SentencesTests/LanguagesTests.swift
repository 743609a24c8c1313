import Foundation
import Testing

@testable import Sentences

/// Which language somebody reads, of those that there are.
@Suite struct LanguagesTests {
  private func best(
    _ wanted: String..., among languages: [String] = ["en", "fr", "pt", "pt-BR", "zh-Hant"]
  ) -> String? {
    Languages.best(for: wanted, among: languages)
  }

  @Test("a language that there is, is found in any letters") func exact() {
    #expect(best("fr") == "fr")
    #expect(best("PT-br") == "pt-BR")
  }

  @Test("a tag loses subtags from the right until one fits (RFC 4647 §3.4)") func shortened() {
    #expect(best("fr-CH") == "fr")
    #expect(best("zh-Hant-TW") == "zh-Hant")
    #expect(best("pt-PT") == "pt")
    #expect(best("zh-Hans-CN") == nil, "another script is no shorter tag")
    #expect(best("pt-BR-x-home") == "pt-BR")
    #expect(best("fr-x-y-zz", among: ["fr-x"]) == nil, "a single letter goes with what it begins")
  }

  @Test("the first of the wanted languages that fits in any way counts, and a star fits none") func inOrder() {
    #expect(best("de-CH", "fr-CH", "en") == "fr")
    #expect(best("en-GB", "pt-BR") == "en")
    #expect(best("*", "fr") == "fr")
    #expect(best("de", "it") == nil)
    #expect(best("", "-", "--") == nil)
  }

  @Test("a terminal's language is LC_ALL's, else LC_MESSAGES', else LANG's; empty counts as unset")
  func terminal() {
    #expect(Languages.wanted(in: ["LC_ALL": "pt_BR.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"]) == ["pt-BR"])
    #expect(Languages.wanted(in: ["LC_ALL": "", "LC_MESSAGES": "fr_CH.UTF-8", "LANG": "de_DE"]) == ["fr-CH"])
    #expect(Languages.wanted(in: ["LANG": "de_DE@euro", "LC_CTYPE": "fr_FR"]) == ["de-DE"])
    #expect(Languages.wanted(in: ["LANG": "C.UTF-8"]).isEmpty && Languages.wanted(in: ["LANG": "POSIX"]).isEmpty)
    #expect(Languages.wanted(in: ["LC_ALL": "C", "LANG": "fr_FR"]).isEmpty && Languages.wanted(in: [:]).isEmpty)
  }

  @Test("who wants a language that there is not reads English") func english() {
    #expect(Languages.catalogue(for: []).language == "en")
    #expect(Languages.catalogue(for: ["tlh"]).language == "en")
    #expect(Languages.all.first?.language == "en")
    #expect(Languages.all.filter { $0.language == "en" }.count == 1)
  }

  @Test("the files of a folder are its languages; en.json is none, and a damaged file is left out")
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

  @Test("the program's own folder is there, and en.json in it can be read") func own() throws {
    #expect(try Catalogue(file: Languages.folder.appending(path: "en.json")).language == "en")
  }
}
