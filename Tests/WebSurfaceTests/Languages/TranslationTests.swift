import Demo
import Flows
import Foundation
import HandsProtocol
import Model
import Sentences
import Synchronization
import TestSite
import Testing
import Vocabulary

@testable import WebSurface

/// Checks that every word on the pages can be translated.
@Suite struct TranslationTests {
  /// The words that are the same in every language: the product, its voice, text typed by people, and proper names.
  private static let data = [
    Product.name, Product.voice, "mirela", "Blue key", "Practice One", "A-", "USB", "NFC", "latchstring.localhost",
  ]
  private static let languages = ["Accept-Language": PseudoLanguage.tag]

  private static func files(in folder: String, ending: String) throws -> [(name: String, text: String)] {
    let folder = Pages.folder(folder)
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(ending) }.sorted()
      .map { ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
  }
  /// A template as its reader sees it, without its values.
  private func seen(_ template: String, in catalogue: Catalogue) -> String {
    TranslatedPages.translated(template, by: catalogue).replacing(/\{\{\{?[^}]*\}?\}\}/, with: "")
  }

  @Test("every text in the templates is a sentence that translators are given") func templates() throws {
    let pseudo = try PseudoLanguage.catalogue(), templates = try Self.files(in: "Templates", ending: ".mustache")
    #expect(templates.count > 40)
    for (name, text) in templates {
      #expect(UnsaidText.words(in: seen(text, in: pseudo), except: ["A-"]) == [], "\(name)")
    }
  }

  @Test("any sentence missing from a translation is found on the page") func leftOut() throws {
    let templates = try Self.files(in: "Templates", ending: ".mustache")
    for (name, text) in templates {
      let marks = text.matches(of: /\{\{#say\}\}(.*?)\{\{\/say\}\}/.dotMatchesNewlines())
      for sentence in Set(marks.map { String($0.1) }) {
        let plain = sentence.replacing(/\{\{[^}]*\}\}|<[^>]*>/, with: "")
        guard plain.contains(where: \.isLetter) else { continue }
        let pseudo = try PseudoLanguage.catalogue(without: sentence)
        #expect(!UnsaidText.words(in: seen(text, in: pseudo), except: ["A-"]).isEmpty, "\(name): \(sentence)")
      }
    }
  }

  @Test("in English, a template reads as written, and no marker is left") func english() throws {
    for (name, text) in try Self.files(in: "Templates", ending: ".mustache") {
      let english = TranslatedPages.translated(text, by: .english)
      #expect(english == text.replacing("{{#say}}", with: "").replacing("{{/say}}", with: ""), "\(name)")
    }
  }

  @Test("translators are given the sentences of a page's scripts") func scripts() throws {
    let sentences = try PseudoLanguage.sentences()
    var count = 0
    for (name, script) in try Self.files(in: "Public", ending: ".js") {
      let said = ScriptSentences.all(of: script)
      #expect(said.count == script.matches(of: /\bsay\w*\(\s*"/).count, "\(name): the page brings what it says")
      for sentence in said { #expect(sentences[sentence] == sentence, "\(name)") }
      count += said.count
    }
    #expect(count > 80)
  }

  @Test("first page, lab, account and Settings show no word that is missing from the catalogue")
  func pages() async throws {
    let message = PracticeOutbox.Message(
      provider: "Practice One", channel: "E-mail", recipient: "1", text: "1", at: Date(timeIntervalSince1970: 0))
    try await withSite(
      change: {
        $0.hands = "http://127.0.0.1:1"
        $0.outbox = PracticeOutbox { [message] }
      }, catalogues: [try PseudoLanguage.catalogue()]
    ) { site in
      let visitor = Visitor(site), stranger = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("Blue key", .primary)
      for (who, path) in [
        (stranger, "/"), (stranger, "/?signed-out"), (stranger, "/trouble?without=key,card"),
        (stranger, "/trouble/nothing"), (visitor, "/trouble"),
        (stranger, "/rehearse"), (visitor, "/rehearse"),
        (visitor, "/"), (visitor, "/lab"), (visitor, "/lab/verify"), (visitor, "/account"),
        (visitor, "/account/what-if"), (visitor, "/account/things"), (visitor, "/lab/signed-in"),
        (visitor, "/settings/activity?page=9"),
        (visitor, "/settings/keys/key-Bluekey"), (visitor, "/outbox"),
        (visitor, "/h/none"), (visitor, "/nothing"),
      ] + SettingsRoom.allCases.map({ (visitor, $0.path) }) {
        let page = try await who.get(path, accept: "text/html", headers: Self.languages)
        #expect(page.text.contains("<html lang=\"\(PseudoLanguage.tag)\""), "\(path)")
        #expect(UnsaidText.words(in: page.text, except: Self.data) == [], "\(path)")
      }
      let code = try await visitor.post("/handoff", accept: "text/html", headers: Self.languages)
      #expect(code.text.contains("class=\"qr\"") && UnsaidText.words(in: code.text, except: Self.data) == [])
      let form = "response=%7B%7D&challenge=&kind="
      let checked = try await visitor.post(
        "/lab/verify", form, type: "application/x-www-form-urlencoded", accept: "text/html", headers: Self.languages)
      #expect(checked.text.contains("role=\"alert\"") && UnsaidText.words(in: checked.text, except: Self.data) == [])
    }
  }

  @Test("any server sentence missing from a translation is found on its page") func leftOutOfPage()
    async throws
  {
    let sentences = try PseudoLanguage.sentences(), asked = Mutex<Set<String>>([]), missing = Mutex<String?>(nil)
    let lacking = Catalogue(language: PseudoLanguage.tag) { key in
      asked.withLock { _ = $0.insert(key) }
      return missing.withLock { $0 == key } ? nil : sentences[key].map(PseudoLanguage.wordless)
    }
    try await withSite(change: { $0.hands = "http://127.0.0.1:1" }, catalogues: [lacking]) { site in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("Blue key", .primary)
      func unsaid(_ path: String) async throws -> [String] {
        let page = try await visitor.get(path, accept: "text/html", headers: Self.languages)
        return UnsaidText.words(in: page.text, except: Self.data)
      }
      func dataForScript(_ path: String) async throws -> Substring {
        let page = try await visitor.get(path, accept: "text/html", headers: Self.languages).text
        return page.firstMatch(of: /<script type="application\/json" id="picture">([^<]*)</)?.1 ?? ""
      }
      let pages = [
        ("/account", 16), ("/account/what-if", 9), ("/lab/signed-in", 8),
        ("/settings/keys", 11), ("/settings/keys/key-Bluekey", 15), ("/settings/recovery", 10),
        ("/settings/card", 7), ("/settings/password", 9), ("/settings/devices", 11), ("/settings/activity", 9),
        ("/lab/verify", 6), ("/nothing", 2),
      ]
      for (path, fewest) in pages {
        _ = try await unsaid(path)  // what it says once, such as a hint, it has said
        asked.withLock { $0 = [] }
        #expect(try await unsaid(path) == [])
        let keys = asked.withLock { $0 }.filter {
          sentences[$0]?.replacing(/\{\d\}/, with: "").contains(where: \.isLetter) ?? true
        }
        #expect(keys.count >= fewest, "\(path): \(keys)")
        for key in keys {
          missing.withLock { $0 = key }
          // A name inside a sentence may be in the script's data alone, until the script says it.
          let words = try await unsaid(path), data = try await dataForScript(path)
          let isFound = !words.isEmpty || data.contains("\"\(sentences[key] ?? key)\"")
          #expect(isFound, "\(path): \(key)")
        }
        missing.withLock { $0 = nil }
      }
    }
  }

  @Test("on one's own computer, the differently worded pages are fully translated, too") func home() async throws {
    try await withSite(
      change: { $0.isHome = true }, catalogues: [try PseudoLanguage.catalogue()]
    ) { site in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      for path in ["/settings/keys", "/passkeys"] {
        let page = try await visitor.get(path, accept: "text/html", headers: Self.languages)
        #expect(UnsaidText.words(in: page.text, except: Self.data) == [], "\(path)")
      }
      let code = try await visitor.post("/handoff", accept: "text/html", headers: Self.languages)
      #expect(UnsaidText.words(in: code.text, except: Self.data) == [])
    }
  }

  @Test("every flow that a page starts shows only sentences, redrawn or as a full page") func flows() async throws {
    try await withSite(
      change: { $0.hands = "http://127.0.0.1:1" }, catalogues: [try PseudoLanguage.catalogue()]
    ) { site in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("Blue key", .primary)
      var seen: Set<FlowName> = []
      for flow in FlowName.allCases where !flow.needsTerminal {
        let answer = try await visitor.submit(
          "/start/\(flow.rawValue)", ["from": "/settings/keys", "key": "key-Bluekey"])
        guard let run = answer.header("location"), run.hasPrefix("/flow/") else { continue }
        let drawn = try await visitor.post(
          run + "/open", accept: "application/vnd.latchstring.screen+json", headers: Self.languages)
        guard let html = drawn.json["html"] as? String else { continue }
        #expect(UnsaidText.words(in: html, except: Self.data) == [], "\(flow)")
        let page = try await visitor.get(run, accept: "text/html", headers: Self.languages)
        #expect(UnsaidText.words(in: page.text, except: Self.data) == [], "\(flow)")
        seen.insert(flow)
      }
      #expect(seen.count >= 15, "\(seen)")
    }
  }

  @Test("the words that a screen's blocks add are sentences") func blocks() async throws {
    let pseudo = try PseudoLanguage.catalogue(), pages = try await Pages(isDemo: true, catalogues: [pseudo])
    let nothing = Copy("n", "1")
    func field(_ id: FieldID, _ shape: SecretShape) -> Block { .field(id, label: nothing, .secret(shape)) }
    let detectors: [Detector] = [.waiting, .reading, .read, .aligning, .missed, .refused]
    let payment = EscrowPayment(
      url: "http://127.0.0.1:8431/", amount: "PLAY:1", uri: "taler+http://pay/127.0.0.1:8431/till/1/")
    let refund = EscrowRefund(url: "http://127.0.0.1:8431/", amount: "PLAY:1", uri: "taler://refund/127.0.0.1/1/")
    let blocks: [Block] =
      detectors.map(Block.detector) + [
        .words("words"), .wordEntry("entry"), .cardSecrets("secrets"), .cardPhrase("phrase"),
        .cardPhraseEntry("phrase-entry"), .journal, .badge(.backup), .clockKey("clock"),
        .signature(CardSignature(address: "1", hash: "1", signature: "1")),
        .policies([PolicyLine(nothing, [.init(nothing, isDone: true)])]), .addresses([Fact("1", nothing)]),
        .payment(payment, amount: nothing, nothing), .refund(refund, amount: nothing, nothing),
        field("pin", .digits(6)), field("repeated", .repeats("pin")), field("photo", .photo),
        field("code", .sentCode), field("line", .line(example: "1", isRequired: true)), field("text", .nonEmpty),
      ]
    let screen = Screen<String>(
      step: StepLabel(2, of: 4, nothing), .working, [nothing], blocks,
      choices: [Choice(nothing, "remove", .removal), Choice(nothing, "past", .past)])
    for isHome in [false, true] {
      let html = try Catalogue.$current.withValue(pseudo) {
        let view = ScreenView(
          run: "r", revision: 1, screen: screen, origin: .keys, isHome: isHome, outbox: OutboxRoutes.path)
        return try pages.draw("flow", view.values)
      }
      #expect(html.contains("data-card-phrase") && html.contains("data-photo-of"))
      #expect(UnsaidText.words(in: html, except: Self.data) == [])
    }
  }
}
