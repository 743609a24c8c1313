import Demo
import Foundation
import Sentences
import TestSite
import Testing

@testable import WebSurface

/// The language of a page, and how a browser requests it.
@Suite struct ReadersLanguageTests {
  @Test(
    "the language is the one that the browser wants most of those there are",
    arguments: [
      ("", nil), ("fr", "fr"), ("FR", "fr"), ("fr-CH", "fr"), ("fr-CH, en;q=0.9", "fr"), ("en, fr", "en"),
      ("fr;q=0.5, en;q=0.8", "en"), ("it, fr;q=0.1", "fr"), ("fr;q=0, en", "en"), ("pt-BR", "pt-BR"), ("pt", nil),
      ("pt-br-x-abc", "pt-BR"), ("zh-Hant-a-b", "zh-Hant"), ("*", nil), ("*, fr", "fr"), ("it", nil),
      ("fr;q=1.5, en", "en"), ("fr;q=x", nil), ("fr;q=0.9;q=1", nil), ("<fr>, en;q=0.2", "en"), ("en-GB , fr", "en"),
      ("fr; q=0.001", "fr"), (",,;q=1,fr", "fr"),
    ] as [(String, String?)])
  func lookUp(header: String, language: String?) {
    let found = Languages.best(for: AcceptLanguage(header).ranges, among: ["en", "fr", "pt-BR", "zh-Hant"])
    #expect(found == language)
  }

  @Test("a header of any kind is read, nothing in it is trusted, and a very long one says nothing") func longHeader() {
    #expect(AcceptLanguage(String(repeating: "aa-", count: 20_000)).ranges == [])
    #expect(AcceptLanguage(String(repeating: "aa;q=0.5,", count: 5000) + "fr").ranges.isEmpty)
  }

  private let french = Catalogue(language: "fr") { key in
    [
      "The latchstring is out.": "Le cordon est dehors.", "Home": "Accueil", "Sign-in lab": "Labo “<&>”",
      "There is no such page.": "Cette page n'existe pas.", "Sign in first.": "Connectez-vous d'abord.",
      "Looking…": "On cherche… </script><b>", "today": "aujourd'hui",
    ][key]
  }

  @Test("pages, errors and answers to programs are in the requested language, and declare Vary")
  func answers() async throws {
    try await withSite(catalogues: [french]) { site in
      let visitor = Visitor(site)
      for (header, sentence, language) in [
        ("fr-CH, fr;q=0.9", "Le cordon est dehors.", "fr"), ("it", "The latchstring is out.", "en"),
        ("", "The latchstring is out.", "en"),
      ] {
        let page = try await visitor.get("/", accept: "text/html", headers: ["Accept-Language": header])
        #expect(page.text.contains("<h1 class=\"door-title\">\(sentence)</h1>"))
        #expect(page.text.contains("<html lang=\"\(language)\"") && page.header("vary") == "Accept-Language")
      }
      let french = ["Accept-Language": "fr"]
      let missing = try await visitor.get("/nothing", accept: "text/html", headers: french)
      #expect(missing.status == 404 && missing.text.contains("Cette page n&#39;existe pas."))
      let answer = try await visitor.get("/journal", headers: french)
      #expect(answer.status == 401 && answer.error == "Connectez-vous d'abord.")
      #expect(answer.header("vary") == "Accept-Language")
      #expect(try await visitor.get("/page.js", headers: french).header("vary") == nil, "a file is the same for all")
    }
  }

  @Test("with English only, nothing varies and no page includes translations")
  func englishAlone() async throws {
    try await withSite { site in
      let page = try await Visitor(site).get("/", accept: "text/html", headers: ["Accept-Language": "fr"])
      #expect(page.header("vary") == nil && page.text.contains("<html lang=\"en\">"))
      #expect(!page.text.contains("id=\"sentences\""))
    }
  }

  @Test("a page includes translations for its scripts, and nothing in them ends the element")
  func scriptSentences() async throws {
    try await withSite(catalogues: [french]) { site in
      let page = try await Visitor(site).get("/lab", accept: "text/html", headers: ["Accept-Language": "fr"]).text
      let json = try #require(
        page.firstMatch(of: /<script type="application\/json" id="sentences">(.*?)<\/script>/.dotMatchesNewlines())?.1)
      let sentences = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
      #expect(sentences == ["Looking…": "On cherche… </script><b>"])
      let english = try await Visitor(site).get("/lab", accept: "text/html", headers: ["Accept-Language": "en"]).text
      #expect(!english.contains("id=\"sentences\""))
    }
  }

  @Test("two people can read two languages simultaneously") func together() async throws {
    try await withSite(catalogues: [french]) { site in
      let titles = try await withThrowingTaskGroup(of: (Bool, Bool).self) { group in
        for number in 0..<40 {
          group.addTask {
            let isFrench = number.isMultiple(of: 2)
            let headers = ["Accept-Language": isFrench ? "fr" : "en"]
            let page = try await Visitor(site).get("/", accept: "text/html", headers: headers).text
            return (isFrench, page.contains("Le cordon est dehors."))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(titles.count == 40 && titles.allSatisfy { $0.0 == $0.1 })
    }
  }

  @Test("weekdays and months have names in the reader's language") func days() {
    let then = Date(timeIntervalSince1970: 1_800_000_000), later = then.addingTimeInterval(86_400 * 40)
    #expect(Moment(date: then, now: later).dayAndTime.said == "15 Jan 2027 08:00 UTC")
    Catalogue.$current.withValue(french) {
      #expect(Moment(date: then, now: later).day.said == "15 janv. 2027")
      #expect(Moment(date: then, now: then).day.said == "aujourd'hui")
    }
  }
}
