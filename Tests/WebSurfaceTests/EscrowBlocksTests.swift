import Vocabulary
import HandsProtocol
import Sentences
import Testing

@testable import WebSurface

/// Account recovery's screens as HTML: rows that can be operated with a keyboard, placeholders for what only the hands
/// know, ways and payments.
@Suite struct EscrowBlocksTests {
  private func draw(_ blocks: [Block], choices: [Choice<String>] = [], sheet: Sheet? = nil) async throws -> String {
    let screen = Screen<String>(.working, [copy("Say.")], blocks, choices: choices, sheet: sheet)
    return try await Pages(isDemo: false).draw(
      "flow-body", ScreenView(run: "r", revision: 1, screen: screen, origin: .home).values)
  }
  private func copy(_ text: Sentence) -> Vocabulary.Copy { Vocabulary.Copy("c", text) }
  private func input(_ id: String, _ html: String) throws -> String {
    String(try #require(html.firstMatch(of: try Regex<Substring>("<input [^>]*\\bid=\"\(id)\"[^>]*>"))?.output))
  }

  @Test("rows are buttons in a separate list, with the server's text and a place for the hands'")
  func rows() async throws {
    let html = try await draw(
      [.cost([Fact("Every year", copy("3 EUR"))])],
      choices: [
        Choice(copy("E-mail"), "method.0", .row, detail: copy("harbor.example"), told: "method.0"),
        Choice(copy("Go <on>"), "go"),
        Choice(copy("Post"), "method.1", .row),
      ])
    let list = try #require(html.firstMatch(of: /<ul class="choices">.*?<\/ul>/.dotMatchesNewlines())?.output)
    #expect(list.matches(of: /<button class="choice" name="action" value="method\.[01]">/).count == 2)
    #expect(list.contains("<b>E-mail</b> <span>harbor.example</span> <span data-told=\"method.0\"></span>"))
    #expect(!list.contains("Go ") && html.contains(">Go &lt;on&gt;</button>"))
    let places = [
      html.firstRange(of: "class=\"cost\""), html.firstRange(of: "class=\"choices\""),
      html.firstRange(of: "class=\"actions\""),
    ]
    #expect(places.compactMap { $0?.lowerBound }.count == 3)
    #expect(places.compactMap { $0?.lowerBound } == places.compactMap { $0?.lowerBound }.sorted())
    #expect(
      !list.contains("tabindex") && !list.contains(" disabled"), "each is reached with Tab and pressed with Enter")
  }

  @Test("a disabled row says why next to its name; another waits for the field it needs")
  func rowsThatWait() async throws {
    let html = try await draw(
      [],
      choices: [
        Choice(copy("Text message"), "sms", .row, needs: [.news], detail: copy("No provider you chose offers it.")),
        Choice(copy("Letter"), "post", .row, needs: [.ready("city")]),
      ])
    #expect(
      html.contains(
        """
        value="sms" disabled data-waits><span class="choice-text"><b>Text message</b> <span>No provider you chose offers \
        it.</span>
        """
      ))
    #expect(html.contains("value=\"post\" data-needs=\"city\">"))
  }

  @Test("a sheet's rows are in the sheet, not on the screen below it") func rowsOfSheet() async throws {
    let html = try await draw(
      [], choices: [Choice(copy("Version 2"), "v2", .row)], sheet: Sheet(.plain, copy("Change?")))
    let dialog = try #require(html.firstRange(of: "<dialog"))
    #expect(html.matches(of: /value="v2"/).count == 1)
    #expect(html[dialog.lowerBound...].contains("value=\"v2\""))
  }

  @Test("C-29: a sheet has a place for text from the hands, which is read with its question")
  func sheet() async throws {
    let choices = [Choice(copy("Remove it"), "remove", .danger)]
    let html = try await draw(
      [], choices: choices, sheet: Sheet(.plain, copy("Remove this question?"), told: "method-2"))
    let dialog = String(html[try #require(html.firstRange(of: "<dialog")).lowerBound...])
    #expect(
      dialog.contains("aria-describedby=\"sheet-told\"")
        && dialog.contains("<p class=\"told\" id=\"sheet-told\" data-told=\"method-2\"></p>"))
    #expect(try await !draw([], choices: choices, sheet: Sheet(.plain, copy("Stop?"))).contains("sheet-told"))
  }

  @Test("C-23: what only the hands know has a named place, which the server leaves empty") func told() async throws {
    let html = try await draw([.told([Told(copy("Full name"), "full_name"), Told(copy("City"), "city")])])
    #expect(html.contains("<dl class=\"facts told\"><div><dt>Full name</dt><dd data-told=\"full_name\"></dd></div>"))
    #expect(html.contains("<dt>City</dt><dd data-told=\"city\"></dd>"))
  }

  @Test("C-56: each way states in words what it requires and what is already done") func policies() async throws {
    let mail = PolicyLine.Part(copy("E-mail, harbor.example"), isDone: true),
      letter = PolicyLine.Part(copy("Letter, north.example"))
    let html = try await draw([
      .policies([PolicyLine(copy("Way 1"), [mail, letter]), PolicyLine(copy("Way 2"), [letter])])
    ])
    #expect(
      html.contains("<h2>Way 1<span>1 of 2 done</span></h2>") && html.contains("<h2>Way 2<span>0 of 1 done</span></h2>")
    )
    let done = try #require(html.firstMatch(of: /<li>[^\n]*?E-mail, harbor\.example.*?<\/li>/)?.output)
    #expect(done.contains("#check") && done.contains(">Done</span>"))
    let open = try #require(html.firstMatch(of: /<li><p>Letter[^\n]*?<\/li>/)?.output)
    #expect(!open.contains("#check") && !open.contains("Done"))
    let any = try await draw([.policies([PolicyLine(copy("Any 2 of these 3"), [mail, mail, mail], needed: 2)])])
    #expect(any.contains("<h2>Any 2 of these 3<span>2 of 2 done</span></h2>"), "what is needed is counted")
    let review = try await draw([.policies([PolicyLine(copy("Way 1"), [letter])])])
    #expect(!review.contains("done"), "where nothing is to be done yet, nothing is counted")
  }

  @Test("C-39: addresses to keep stand in a frame, with ways to copy and to print them") func addresses() async throws {
    let html = try await draw([.addresses([Fact("Anna", copy("https://anna.example/"))])])
    #expect(
      html.contains("<div><dt>Anna</dt><dd><code>https://anna.example/</code></dd></div>")
        && html.contains("data-addresses-copy>Copy</button>") && html.contains("data-addresses-print>Print</button>"))
  }

  @Test("a row that removes an item says so and has no arrow; a missing item has no tick")
  func removalAndLack() async throws {
    let html = try await draw(
      [.receipt([Fact("Kept for", copy("One year")), Fact("Counts", copy("No"), isLacking: true)])],
      choices: [Choice(copy("E-mail"), "remove.1", .removal), Choice(copy("Add"), "add", .row)])
    let rows = html.split(separator: "<button class=\"choice\"").dropFirst().map { String($0.prefix { $0 != "\n" }) }
    #expect(rows.count == 2 && rows[0].contains("Remove</span>") && !rows[0].contains("#next"))
    #expect(!rows[1].contains("Remove") && rows[1].contains("#next"))
    let facts = html.split(separator: "<ul class=\"receipt-lines\">").last.map(String.init) ?? "",
      lines = facts.split(separator: "<li")
    #expect(lines.first?.contains("#check") == true && lines.dropFirst().first?.contains("#check") == false)
    #expect(lines.dropFirst().first?.contains("#warn") == true)
  }

  @Test("C-61: a payment shows the amount, the payee, and a link, a code or a local till to use")
  func payment() async throws {
    let far = EscrowPayment(url: "https://harbor.example/", amount: "EUR:2.5", uri: "taler://pay/harbor.example/ABC/")
    let html = try await draw([.payment(far, amount: copy("2.50 CHF"), copy("Pay harbor.example."))])
    #expect(
      html.contains("<h2>Pay harbor.example.</h2>") && html.contains("<dd class=\"num\">2.50 CHF</dd>")
        && html.contains("<dd>harbor.example</dd>"))
    #expect(
      html.contains("href=\"taler://pay/harbor.example/ABC/\"")
        && html.contains("role=\"img\" aria-label=\"QR code of this payment"))
    #expect(!html.contains("till"))
    let near = EscrowPayment(
      url: "http://127.0.0.1:8431/", amount: "PLAY:1", uri: "taler+http://pay/127.0.0.1:8431/till/ABC/")
    let practice = try await draw([.payment(near, amount: copy("2.50 CHF"), copy("Pay."))])
    #expect(practice.contains("href=\"http://127.0.0.1:8431/till/orders/ABC\" target=\"_blank\""))
    #expect(!practice.contains("wallet") && !practice.contains("<svg class=\"qr\""), "no wallet has practice money")
    let merchant = EscrowPayment(
      url: "http://127.0.0.1:8431/", amount: "EUR:1", uri: "taler+http://pay/127.0.0.1:9966/instances/a/ABC/")
    let real = try await draw([.payment(merchant, amount: copy("€1.00"), copy("Pay."))])
    #expect(
      merchant.till == nil && real.contains("Open in your wallet") && !real.contains("till"),
      "another merchant has no till of ours")
  }

  @Test("C-63: a refund shows its amount and payer, and is accepted by link or code")
  func refund() async throws {
    var back = EscrowRefund(
      url: "https://harbor.example/", amount: "EUR:2.5", uri: "taler://refund/harbor.example/ABC/")
    let html = try await draw([.refund(back, amount: copy("€2.50"), copy("harbor.example gives it back."))])
    #expect(
      html.contains("<h2>harbor.example gives it back.</h2>") && html.contains("<dt>From</dt><dd>harbor.example</dd>"))
    #expect(
      html.contains("href=\"taler://refund/harbor.example/ABC/\"")
        && html.contains("aria-label=\"QR code of this refund"))
    for uri in [nil, "javascript:alert(1)"] {
      back.uri = uri
      let plain = try await draw([.refund(back, amount: copy("€2.50"), copy("It comes back."))])
      #expect(plain.contains("€2.50") && !plain.contains("href=\"javascript") && !plain.contains("Open in your wallet"))
    }
  }

  @Test(
    "a provider's payment is a link only if a wallet takes it, and a till only on this computer",
    arguments: [
      "javascript:alert(1)", "taler://pay/a b/", "https://harbor.example/",
      "taler+http://pay/127.0.0.1.evil.example/A/", "taler+http://",
      "taler+http://pay/127.0.0.1:631/till/A/",
    ])
  func hostile(uri: String) async throws {
    let payment = EscrowPayment(url: "https://harbor.example/", amount: "<b>", uri: uri)
    let html = try await draw([.payment(payment, amount: copy("<b>"), copy("Pay."))])
    #expect(payment.till == nil && !html.contains("href=\"javascript") && !html.contains("<b>"))
    #expect(html.contains("Open in your wallet") == uri.hasPrefix("taler+http://"))
  }

  @Test("C-64 C-65: a sent code is one labeled, unnamed field of digits after a fixed A-") func sentCode()
    async throws
  {
    let
      html = try await draw([.field("code", label: copy("Code"), hint: copy("From the letter."), .secret(.sentCode))]),
      input = try input("code", html)
    #expect(
      html.contains("<label for=\"code\">Code</label>")
        && html.contains("<div class=\"input-prefix\"><span aria-hidden=\"true\">A-</span><input"))
    for attribute in [
      "inputmode=\"numeric\"", "autocomplete=\"one-time-code\"", "form=\"hands\"", "data-secret=\"sentCode\"",
    ] {
      #expect(input.contains(attribute), "\(attribute)")
    }
    #expect(!input.contains("name=") && input.contains("aria-describedby=\"code-hint code-error\""))
  }

  @Test("a text field is visible while typing, has an example but no name, and says if optional") func line()
    async throws
  {
    let html = try await draw([
      .field("street", label: copy("Street"), .secret(.line(example: "Seestrasse 14", isRequired: true))),
      .field("floor", label: copy("Floor"), .secret(.line(example: "", isRequired: false))),
    ])
    let street = try input("street", html), floor = try input("floor", html)
    #expect(html.contains("<p class=\"hint\" id=\"street-example\">For example Seestrasse 14</p>"))
    #expect(
      street.contains("type=\"text\"") && street.contains("aria-required=\"true\"")
        && street.contains("street-example street-error"))
    #expect(floor.contains("data-optional") && !floor.contains("aria-required") && !html.contains("floor-example"))
    for input in [street, floor] { #expect(!input.contains("name=") && input.contains("form=\"hands\"")) }
  }

  @Test("C-27 C-28: a field starts with the guessed value, and shows its own error") func startAndFault()
    async throws
  {
    let phone = Block.field(
      "phone", label: copy("Number"), .secret(.line(example: "+41 79 123 45 67", isRequired: true)),
      autocomplete: .phone, start: "+41",
      fault: copy("It is too short."))
    let html = try await draw([phone]), input = try input("phone", html)
    #expect(
      input.contains("value=\"+41\"") && input.contains("aria-invalid=\"true\"")
        && input.contains("autocomplete=\"tel\"") && !input.contains("name=")
    )
    #expect(html.contains("id=\"phone-error\">") && html.contains("<span>It is too short.</span>"))
  }

  @Test("a TOTP key has one place, which the hands fill; the server draws no QR code for it")
  func clock() async throws {
    let html = try await draw([.clockKey("clock")])
    #expect(html.contains("data-told=\"clock\" data-clock></div>") && !html.contains("class=\"qr\""))
  }
}
