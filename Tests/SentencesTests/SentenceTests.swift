import Foundation
import Testing

@testable import Sentences

/// A sentence, with what varies in it kept apart, in English and in another language.
@Suite struct SentenceTests {
  private func french(_ translations: [String: String]) -> Catalogue {
    Catalogue(language: "fr") { translations[$0] }
  }

  @Test("English is said as it stands in the code, with its values in their places") func english() {
    let name = "Ada", count = 3
    let sentence: Sentence = "\(name) has \(count) keys."
    #expect(sentence.english == "Ada has 3 keys.")
    #expect(sentence.template == "{1} has {2} keys.")
    #expect(sentence.said(in: french([:])) == "Ada has 3 keys.", "no translation: English")
  }

  @Test("a translation is found by the sentence's key, or by its template where it has none")
  func keys() {
    var sentence: Sentence = "Tap “\("Next")”."
    #expect(sentence.said(in: french(["Tap “{1}”.": "Touchez « {1} »."])) == "Touchez « Next ».")
    sentence.key = "lab.tap"
    #expect(sentence.said(in: french(["Tap “{1}”.": "Touchez « {1} »."])) == "Tap “Next”.")
    #expect(sentence.said(in: french(["lab.tap": "Touchez « {1} »."])) == "Touchez « Next ».")
  }

  @Test("a translation may have its holes in another order, several times, or not at all") func order() {
    let sentence: Sentence = "\("Ada") lost \("the blue key")."
    let key = "{1} lost {2}."
    #expect(sentence.said(in: french([key: "{2} : perdue par {1}."])) == "the blue key : perdue par Ada.")
    #expect(sentence.said(in: french([key: "{1}, {1} !"])) == "Ada, Ada !")
    #expect(sentence.said(in: french([key: "Perdue."])) == "Perdue.")
    #expect(sentence.said(in: french([key: "{1} a perdu {3}{0}."])) == "Ada a perdu .", "no value fits")
  }

  @Test("a brace that is meant stands twice, in the template and in a translation") func braces() {
    let sentence: Sentence = "JSON: {\("a")}"
    #expect(sentence.template == "JSON: {{{1}}}")
    #expect(sentence.english == "JSON: {a}")
    #expect(sentence.said(in: french(["JSON: {{{1}}}": "Du JSON : {{{1}}}"])) == "Du JSON : {a}")
  }

  @Test("a value that looks like a hole is said as it is") func values() {
    let sentence: Sentence = "Hello, \("{2}{{")."
    #expect(sentence.english == "Hello, {2}{{.")
    #expect(sentence.said(in: french(["Hello, {1}.": "Bonjour, {1}."])) == "Bonjour, {2}{{.")
  }

  @Test("a sentence within a sentence is said in the same language") func nested() {
    let device: Sentence = "this computer"
    let sentence: Sentence = "Keep it on \(device)."
    #expect(sentence.english == "Keep it on this computer.")
    let catalogue = french(["Keep it on {1}.": "Gardez-la sur {1}.", "this computer": "cet ordinateur"])
    #expect(sentence.said(in: catalogue) == "Gardez-la sur cet ordinateur.")
    #expect(sentence.said(in: french(["this computer": "cet ordinateur"])) == "Keep it on cet ordinateur.")
  }

  @Test("a list is joined as the language joins its last two") func lists() {
    #expect([Sentence]().listed.isEmpty)
    #expect((["a"] as [Sentence]).listed.english == "a")
    #expect((["a", "b"] as [Sentence]).listed.english == "a and b")
    #expect((["a", "b", "c"] as [Sentence]).listed.english == "a, b and c")
    #expect((["a", "b", "c"] as [Sentence]).listed.said(in: french(["{1} and {2}": "{1} et {2}"])) == "a, b et c")
  }

  @Test("what is nobody's words is never looked up") func verbatim() {
    let catalogue = Catalogue(language: "x") { "⟦\($0)⟧" }
    #expect(Sentence(verbatim: "Ada").said(in: catalogue) == "Ada")
    #expect(("\("Ada")" as Sentence).said(in: catalogue) == "Ada")
    #expect(("" as Sentence).said(in: catalogue).isEmpty)
  }

  @Test("a sentence is said in the language of the task that says it") func current() async {
    let sentence: Sentence = "Back"
    #expect(sentence.said == "Back")
    await Catalogue.$current.withValue(french(["Back": "Retour"])) {
      #expect(sentence.said == "Retour")
      #expect("\(sentence)" == "Retour")
      #expect(await Task { sentence.said }.value == "Retour", "and of a task that it begins")
    }
    #expect(sentence.said == "Back")
  }

  @Test("a catalogue's file is a JSON object of texts, named for its language") func file() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: file) }
    let catalogue = file.appending(path: "pt-BR.json")
    try Data(#"{"Back": "Voltar"}"#.utf8).write(to: catalogue)
    let read = try Catalogue(file: catalogue)
    #expect(read.language == "pt-BR" && ("Back" as Sentence).said(in: read) == "Voltar")
    #expect(read.text(of: "Back") == "Voltar" && read.text(of: "Next") == "Next")
    try Data(#"{"Back": 1}"#.utf8).write(to: catalogue)
    #expect(throws: DecodingError.self) { try Catalogue(file: catalogue) }
  }
}
