import Vocabulary
import Foundation
import HandsProtocol
import Sentences
import Testing

@testable import WebSurface

/// A Keycard's screens as HTML: everything typed there can be labeled, found and checked, but is never sent.
@Suite struct CardFieldsTests {
  private func draw(
    _ blocks: [Block], says: [Vocabulary.Copy] = [Vocabulary.Copy("a", "Say.")]
  ) async throws -> String {
    let screen = Screen<String>(
      .working, says, blocks, choices: [Choice(Vocabulary.Copy("b", "Continue"), "submit", needs: [.ready("pin")])])
    let view = ScreenView(run: "r", revision: 1, screen: screen, origin: .home)
    return try await Pages(isDemo: false).draw("flow-body", view.values)
  }
  private func field(_ id: FieldID, _ shape: SecretShape, hint: Sentence? = nil) -> Block {
    .field(
      id, label: Vocabulary.Copy("l", "Label of \(id.rawValue)"), hint: hint.map { Vocabulary.Copy("h", $0) },
      .secret(shape))
  }
  private func element(_ id: String, _ html: String) throws -> String {
    let pattern = try Regex<Substring>("<[a-z]+ [^>]*\\bid=\"\(id)\"[^>]*>")
    return String(try #require(html.firstMatch(of: pattern)?.output))
  }

  @Test("D-01 D-58: a PIN is one labeled password field for digits, over six boxes, in no form") func pin()
    async throws
  {
    let html = try await draw([field("pin", .digits(6), hint: "6 digits")]), input = try element("pin", html)
    #expect(
      html.contains("<label for=\"pin\">Label of pin</label>")
        && html.contains("<p class=\"hint\" id=\"pin-hint\">6 digits</p>"))
    for attribute in [
      "type=\"password\"", "inputmode=\"numeric\"", "maxlength=\"6\"", "autocomplete=\"off\"", "form=\"hands\"",
      "data-count=\"6\"",
    ] {
      #expect(input.contains(attribute), "\(attribute)")
    }
    #expect(!input.contains("name=") && !html.contains("id=\"hands\""))
    #expect(html.contains(">" + String(repeating: "<span></span>", count: 6) + "</div>"))
    #expect(html.contains("data-needs=\"pin\""))
  }

  @Test("D-03: a twelve-digit PUK is one field, whose digits can be shown while typing") func puk()
    async throws
  {
    let html = try await draw([field("puk", .digits(12))]), input = try element("puk", html)
    #expect(
      input.contains("inputmode=\"numeric\"") && input.contains("data-count=\"12\"") && !input.contains("name=")
        && !html.contains("class=\"pin\""))
    #expect(html.contains("data-shows=\"puk\" aria-pressed=\"false\">Show<span class=\"vh\"> Label of puk</span>"))
  }

  @Test("no secret field has a name; each has its label and a place for its error")
  func unnamed() async throws {
    let shapes: [(FieldID, SecretShape)] = [
      ("one", .digits(6)), ("two", .repeats("one")), ("three", .digits(12)), ("four", .nonEmpty), ("five", .message),
      ("six", .hash),
      ("seven", .file),
    ]
    let html = try await draw(shapes.map { field($0, $1) } + [.cardPhraseEntry("eight")])
    for (id, _) in shapes {
      let input = try element(id.rawValue, html)
      #expect(
        !input.contains("name=") && input.contains("data-secret=") && input.contains("form=\"hands\""), "\(input)")
      #expect(html.contains("<label for=\"\(id.rawValue)\">"), "\(id)")
      #expect(
        input.contains("aria-describedby=\"\(id.rawValue)-error\"")
          && html.contains("id=\"\(id.rawValue)-error\" hidden"), "\(id)")
    }
    let names = Set(html.matches(of: /name="([^"]*)"/).map { String($0.1) })
    #expect(names == ["revision", "action"])
    #expect(try element("six", html).contains("type=\"text\"") && element("seven", html).contains("type=\"file\""))
    #expect(try element("five", html).hasPrefix("<textarea"))
  }

  @Test("D-10 D-11: a repeat field names and resembles its original; they can be shown in turn")
  func turns() async throws {
    let html = try await draw([
      field("newPIN", .digits(6)), field("again", .repeats("newPIN")), field("puk", .digits(12)),
    ])
    let again = try element("again", html)
    #expect(again.contains("data-of=\"newPIN\"") && again.contains("maxlength=\"6\""))
    let fields = html.split(separator: "<div class=\"field").dropFirst().map(String.init)
    #expect(fields.count == 3 && fields[0].hasPrefix(" is-first-turn\"") && fields[1].hasPrefix(" is-second-turn\""))
    #expect(fields[2].hasPrefix(" is-second-turn\"") && !fields[2].contains("data-turn-to"))
    #expect(fields[0].contains("data-turn-to=\"second\"") && fields[0].contains("1 of 2"))
    #expect(fields[1].contains("data-turn-to=\"first\"") && fields[1].contains("2 of 2"))
  }

  @Test(
    "D-57: the tries left stand under the field that costs one, in words and dots",
    arguments: [(2, 6, 3), (1, 6, 3), (4, 12, 5), (1, 12, 5)])
  func tries(left: Int, digits: Int, all: Int) async throws {
    let count = Vocabulary.Copy("any", left == 1 ? "1 try left. Then it freezes." : "\(left) tries left.", .triesLeft)
    let html = try await draw([field("pin", .digits(digits))], says: [Vocabulary.Copy("a", "Say."), count])
    #expect(html.matches(of: /tr(y|ies) left/).count == 1, "said once, and not among the sentences")
    #expect(
      html.contains("<div class=\"tries\(left == 1 ? " is-last" : "")\" id=\"pin-tries\">")
        && html.contains("<p>\(count.text)</p>"))
    #expect(
      html.matches(of: /<li class="left">/).count == left && html.matches(of: /<li( class="left")?><\/li>/).count == all
    )
    #expect(try element("pin", html).contains("pin-tries\""))
  }

  @Test("screens that cannot use up a try show the remaining tries as plain text") func frozen() async throws {
    let html = try await draw(
      [], says: [Vocabulary.Copy("a", "Frozen."), Vocabulary.Copy("any", "5 tries left.", .triesLeft)])
    #expect(html.contains("<p class=\"say-more\" tabindex=\"-1\">5 tries left.</p>") && !html.contains("class=\"tries"))
  }

  @Test("G-11: PUK and pairing password are empty, can be printed and copied, and have a paper")
  func secrets() async throws {
    let html = try await draw([.cardSecrets("cardSecrets")])
    #expect(html.contains("id=\"cardSecrets\" data-card-secrets>") && html.contains("<code data-card=\"puk\"></code>"))
    #expect(
      html.contains("<code data-card=\"pairing\"></code>") && html.contains("data-phrase=\"print\"")
        && html.contains("data-phrase=\"copy\""))
    #expect(html.contains("PUK and pairing password of one Keycard") && html.contains("Card paper 1"))
  }

  @Test("G-42: a card's phrase differs from the recovery code in name, numbers and paper") func phrase() async throws {
    let shown = try await draw([.cardPhrase("phrase")]), typed = try await draw([.cardPhraseEntry("phrase")]),
      code = try await draw([.words("code")])
    #expect(
      shown.contains("<h2 class=\"paper-name\">Card phrase</h2>")
        && typed.contains("<h2 class=\"paper-name\">Card phrase</h2>"))
    #expect(
      shown.contains("class=\"words is-card\"") && typed.contains("class=\"word-entry is-card\"")
        && !code.contains("is-card"))
    #expect(
      shown.contains("Card paper 2") && !shown.contains("Recovery kit no.") && code.contains("Recovery kit no.")
        && !code.contains("Card paper"))
    for count in [12, 15, 18, 21, 24] { #expect(typed.contains("<option>\(count)</option>")) }
  }

  @Test("D-35: the text to sign is shown from its field, and a signature's parts can be copied") func signing()
    async throws
  {
    let made = CardSignature(address: "0xab", hash: "cd", signature: "ef")
    let html = try await draw([.toSign("message"), .signature(made)])
    #expect(html.contains("data-to-sign=\"message\"><dl class=\"facts to-sign\"></dl>"))
    for (part, text) in [("address", "0xab"), ("hash", "cd"), ("value", "ef")] {
      #expect(
        html.contains("<code id=\"signature-\(part)\">\(text)</code>")
          && html.contains("data-copy=\"signature-\(part)\""))
    }
  }
}
