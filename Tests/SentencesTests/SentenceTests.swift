import Foundation
import Testing

@testable import Sentences

/// A sentence whose variable parts are kept separate, in English and in another language.
@Suite struct SentenceTests {
  private func french(_ translations: [String: String]) -> Catalogue {
    Catalogue(language: "fr") { translations[$0] }
  }

  @Test("English appears as written in the code, with its values filled in") func english() {
    let name = "Ada", count = 3
    let sentence: Sentence = "\(name) has \(count) keys."
    #expect(sentence.english == "Ada has 3 keys.")
    #expect(sentence.template == "{1} has {2} keys.")
    #expect(sentence.said(in: french([:])) == "Ada has 3 keys.", "no translation: English")
  }

  @Test("a translation is found by the sentence's key or, without one, by its template")
  func keys() {
    var sentence: Sentence = "Tap “\("Next")”."
    #expect(sentence.said(in: french(["Tap “{1}”.": "Touchez « {1} »."])) == "Touchez « Next ».")
    sentence.key = "lab.tap"
    #expect(sentence.said(in: french(["Tap “{1}”.": "Touchez « {1} »."])) == "Tap “Next”.")
    #expect(sentence.said(in: french(["lab.tap": "Touchez « {1} »."])) == "Touchez « Next ».")
  }

  @Test("a translation may reorder, repeat or omit its placeholders") func order() {
    let sentence: Sentence = "\("Ada") lost \("the blue key")."
    let key = "{1} lost {2}."
    #expect(sentence.said(in: french([key: "{2} : perdue par {1}."])) == "the blue key : perdue par Ada.")
    #expect(sentence.said(in: french([key: "{1}, {1} !"])) == "Ada, Ada !")
    #expect(sentence.said(in: french([key: "Perdue."])) == "Perdue.")
    #expect(sentence.said(in: french([key: "{1} a perdu {3}{0}."])) == "Ada a perdu .", "no value fits")
  }

  @Test("a literal brace is doubled, in the template and in a translation") func braces() {
    let sentence: Sentence = "JSON: {\("a")}"
    #expect(sentence.template == "JSON: {{{1}}}")
    #expect(sentence.english == "JSON: {a}")
    #expect(sentence.said(in: french(["JSON: {{{1}}}": "Du JSON : {{{1}}}"])) == "Du JSON : {a}")
  }

  @Test("a value that looks like a placeholder is kept as it is") func values() {
    let sentence: Sentence = "Hello, \("{2}{{")."
    #expect(sentence.english == "Hello, {2}{{.")
    #expect(sentence.said(in: french(["Hello, {1}.": "Bonjour, {1}."])) == "Bonjour, {2}{{.")
  }

  @Test("a nested sentence appears in the same language") func nested() {
    let device: Sentence = "this computer"
    let sentence: Sentence = "Keep it on \(device)."
    #expect(sentence.english == "Keep it on this computer.")
    let catalogue = french(["Keep it on {1}.": "Gardez-la sur {1}.", "this computer": "cet ordinateur"])
    #expect(sentence.said(in: catalogue) == "Gardez-la sur cet ordinateur.")
    #expect(sentence.said(in: french(["this computer": "cet ordinateur"])) == "Keep it on cet ordinateur.")
  }

  @Test("a list is joined the way the language joins its last two items") func lists() {
    #expect([Sentence]().listed.isEmpty)
    #expect((["a"] as [Sentence]).listed.english == "a")
    #expect((["a", "b"] as [Sentence]).listed.english == "a and b")
    #expect((["a", "b", "c"] as [Sentence]).listed.english == "a, b and c")
    #expect((["a", "b", "c"] as [Sentence]).listed.said(in: french(["{1} and {2}": "{1} et {2}"])) == "a, b et c")
  }

  @Test("verbatim text is never looked up") func verbatim() {
    let catalogue = Catalogue(language: "x") { "⟦\($0)⟧" }
    #expect(Sentence(verbatim: "Ada").said(in: catalogue) == "Ada")
    #expect(("\("Ada")" as Sentence).said(in: catalogue) == "Ada")
    #expect(("" as Sentence).said(in: catalogue).isEmpty)
  }

  @Test("a sentence appears in the current task's language") func current() async {
    let sentence: Sentence = "Back"
    #expect(sentence.said == "Back")
    await Catalogue.$current.withValue(french(["Back": "Retour"])) {
      #expect(sentence.said == "Retour")
      #expect("\(sentence)" == "Retour")
      #expect(await Task { sentence.said }.value == "Retour", "and of a task that it begins")
    }
    #expect(sentence.said == "Back")
  }

  @Test("a catalogue file is a JSON object of strings, named after its language") func file() throws {
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
