import Encoding
import EscrowHands
import Foundation
import HandsProtocol
import Testing
import Vocabulary
import Sentences

@testable import TerminalSurface

/// Account recovery printed in plain lines.
@Suite struct EscrowTextTests {
  private func copy(_ text: String) -> Vocabulary.Copy { Vocabulary.Copy("c", Sentence(verbatim: text)) }
  private func lines(_ blocks: [Block], choices: [Choice<String>] = [], told: [String: String] = [:]) -> [String] {
    let screen = Screen<String>(.working, [copy("Say.")], blocks, choices: choices)
    let text = ScreenText(screen: screen, told: told, answers: Answers())
    return (text.lines(after: nil) + text.choices).map(\.text)
  }

  @Test("texts from the hands, if any, are printed at their place on the screen")
  func told() {
    let blocks: [Block] = [.told([Told(copy("Full name"), "full_name"), Told(copy("City"), "city")])]
    #expect(
      lines(blocks, told: ["full_name": "Mirela\u{1B}[2J Aebischer", "city": ""]) == [
        "", "Say.", "Full name: Mirela [2J Aebischer",
      ])
  }

  @Test("a fact's name is followed by a colon, unless it is a sentence of its own") func introduced() {
    let facts = [Fact("Cost", copy("€3.00")), Fact("Revoked: “Keycard”.", copy("It opens nothing any more."))]
    let choice = Choice<String>(copy("Can't get in?"), "a", .outline, detail: copy("Look"))
    #expect(
      lines([.receipt(facts), .cost(facts)], choices: [choice]) == ["", "Say."]
        + Array(repeating: ["Cost: €3.00", "Revoked: “Keycard”. It opens nothing any more."], count: 2).joined()
        + ["1. Can't get in? Look"])
  }

  @Test("the place where practice codes arrive is named only next to a field for a provider's code") func codes() {
    func lines(_ shape: SecretShape) -> [String] {
      let screen = Screen<String>(
        .plain, [copy("Say.")], [.field("code", label: copy("Code"), .secret(shape))], choices: [])
      return ScreenText(screen: screen, whereCodesArrive: "There.", answers: Answers()).lines(after: nil).map(\.text)
    }
    #expect(lines(.sentCode).contains("There.") && !lines(.digits(6)).contains("There."))
  }

  @Test("C-36 C-56 C-61: ways show progress and costs; payments show their wallet or practice till")
  func blocks() {
    let way = PolicyLine(copy("Way 1"), [.init(copy("E-mail"), isDone: true), .init(copy("Letter"))])
    let payment = EscrowPayment(
      url: "http://127.0.0.1:8431/", amount: "PLAY:1.5", uri: "taler+http://pay/127.0.0.1:8431/till/ABC/")
    let real = EscrowPayment(url: "https://harbor.example/", amount: "EUR:1.5", uri: "taler://pay/harbor.example/ABC/")
    #expect(
      lines([
        .policies([way]), .cost([Fact("Every year", copy("€3.00"))]),
        .payment(payment, amount: copy("1.50 EUR"), copy("Pay the harbor.")),
      ]) == [
        "", "Say.", "Way 1: E-mail (done); Letter", "Every year: €3.00", "Pay the harbor.", "Amount: 1.50 EUR",
        "To: 127.0.0.1:8431",
        "Practice money, which this computer's till takes: http://127.0.0.1:8431/till/orders/ABC",
      ])
    #expect(
      lines([.payment(real, amount: copy("€1.50"), copy("Pay the harbor."))]) == [
        "", "Say.", "Pay the harbor.", "Amount: €1.50", "To: harbor.example",
        "For your wallet: taler://pay/harbor.example/ABC/",
      ])
  }

  @Test("C-63: a refund shows its amount, provider and, if there is one, the wallet's address")
  func refund() {
    var refund = EscrowRefund(
      url: "https://harbor.example/", amount: "EUR:2.5", uri: "taler://refund/harbor.example/A/")
    #expect(
      lines([.refund(refund, amount: copy("€2.50"), copy("It comes back."))]) == [
        "", "Say.", "It comes back.", "Amount: €2.50", "From: harbor.example",
        "For your wallet: taler://refund/harbor.example/A/",
      ])
    refund.uri = nil
    #expect(lines([.refund(refund, amount: copy("€2.50"), copy("It comes back."))]).last == "From: harbor.example")
  }

  @Test("C-29: the item to be removed is shown below the question") func asked() {
    let screen = Screen<String>(
      .working, [copy("Say.")], [], choices: [Choice(copy("Remove it"), "remove", .danger)],
      sheet: Sheet(.plain, copy("Remove this security question?"), told: "method-2"))
    func lines(_ told: [String: String]) -> [String] {
      ScreenText(screen: screen, told: told, answers: Answers()).lines(after: nil).map(\.text)
    }
    #expect(lines(["method-2": "Which tree?"]) == ["", "Remove this security question?", "Which tree?"])
    #expect(lines([:]) == ["", "Remove this security question?"])
  }

  @Test("rows are numbered like other choices, with their details") func rows() {
    let choices = [
      Choice(copy("E-mail"), "remove", .removal, told: "method-0"),
      Choice(copy("Letter"), "post", .row, needs: [.news]),
      Choice(copy("Continue"), "go"),
    ]
    #expect(
      lines([], choices: choices, told: ["method-0": "m@example.org"]) == [
        "", "Say.", "1. Remove: E-mail: m@example.org", "2. Letter (not yet)", "3. Continue",
      ])
  }

  @Test("C-64 C-65: a code may omit A- and its grouping; anything else is not sent")
  func sentCode() {
    for typed in ["123456789", "A-123456789", "a 12345-6789", " 12345\u{2013}6789 ", "A-12345-678-9"] {
      guard case .secret(let code, _)? = FieldCheck.judge(Secret(typed.utf8), .sentCode) else {
        Issue.record("\(typed) was not taken.")
        continue
      }
      #expect(code.text == "123456789")
    }
    for typed in ["", "A-", "B-12", "12x", "12345678901234567", "AA12"] {
      guard case .refused? = FieldCheck.judge(Secret(typed.utf8), .sentCode) else {
        Issue.record("\(typed) was taken.")
        continue
      }
    }
  }

  @Test(
    "C-26 C-27: a photo is given by its path; unreadable, no picture, too large are told apart")
  func photo() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func judged(_ bytes: [UInt8]?) throws -> FieldCheck.Verdict? {
      let path = folder.appending(path: "\(UUID())").path
      if let bytes { try Data(bytes).write(to: URL(filePath: path)) }
      return FieldCheck.judge(Secret(path.utf8), .photo)
    }
    // The shortest complete JPEG: only a beginning and an end.
    guard case .secret(let photo, _?)? = try judged([0xFF, 0xD8, 0xFF, 0xD9]) else {
      Issue.record("It was not taken.")
      return
    }
    #expect(photo.text == "/9j/2Q==")
    for (bytes, why) in [
      (nil, " cannot be read."), (Array("GIF89a".utf8), " is no whole PNG or JPEG picture."),
      ([0xFF, 0xD8, 0xFF], " is no whole PNG or JPEG picture."),
      ([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 512 << 10), " is larger than 512 KiB."),
    ] as [([UInt8]?, String)] {
      guard case .refused(let said)? = try judged(bytes) else {
        Issue.record("It was taken: \(why)")
        continue
      }
      #expect(said.english.contains(why))
    }
  }

  @Test("a required line cannot be empty; an optional one is left empty by typing a single dot") func line() {
    func judged(_ typed: String, _ isRequired: Bool) -> String? {
      guard
        case .secret(let secret, _)? = FieldCheck.judge(Secret(typed.utf8), .line(example: "", isRequired: isRequired))
      else { return nil }
      return secret.text
    }
    #expect(judged(" Zürich", true) == " Zürich" && judged(" ", true) == nil && judged(".", true) == ".")
    #expect(judged(".", false) == "")
  }

  @Test("a field starts with the guessed value, a code with A-; both are visible while typing")
  func prompts() throws {
    func field(_ shape: SecretShape, hint: String? = nil, start: String? = nil) throws -> Field {
      let block = Block.field("f", label: copy("Label"), hint: hint.map(copy), .secret(shape), start: start)
      guard case .field(let field) = block else { throw TerminalGone() }
      return field
    }
    let phone = try field(.line(example: "+41 79 1", isRequired: false), start: "+41"), code = try field(.sentCode)
    let asked = phone.asked(offering: phone.start, columns: 100)
    #expect(asked == (nil, "Label (for example +41 79 1, a single . leaves it empty) [+41]: ") && !phone.isHidden)
    #expect(code.asked(offering: nil, columns: 80) == (nil, "Label: A-") && !code.isHidden)
    let day = try field(.line(example: "2000-01-31", isRequired: true), hint: "Year, month and day.")
    #expect(day.asked(offering: nil, columns: 80) == (nil, "Label (Year, month and day, for example 2000-01-31): "))
    #expect(
      day.asked(offering: nil, columns: 40) == ("Year, month and day. For example 2000-01-31.", "Label: "),
      "There is room to type.")
  }

  @Test("what the hands show goes to its destination: the screen, the vault or the caller")
  func shown() async throws {
    let home = try TestHome.empty()
    var run = try await home.run(PlayedHands(.blank), on: ScriptedTerminal([]))
    run.take(HandsShown.escrow(.texts(["method-0": "m@example.org"]), for: .resume(.backup)))
    run.take(
      HandsShown.escrow(
        .clock(uri: Secret("otpauth://totp/x".utf8), key: Secret("ABCD".utf8)), for: .drawClock("clock")))
    run.take(
      HandsShown.escrow(
        .file(RecoveredFile(name: "diary.txt", mime: "text/plain", contents: Secret("dear".utf8))), for: .recover))
    #expect(run.told == ["method-0": "m@example.org", "clock": "ABCD, or in one line: otpauth://totp/x"])
    #expect(run.recovered?.contents.text == "dear")
    run.obey(.forget("clock"))
    #expect(run.told["clock"] == nil)
    #expect(
      ScreenText(
        screen: Screen<String>(.working, [], [.clockKey("clock")], choices: []), told: ["clock": "ABCD"],
        answers: Answers()
      )
      .lines(after: nil).map(\.text).contains("Key: ABCD"))
  }
}
