import CardHands
import Encoding
import HandsProtocol
import Model
import Vocabulary
import Sentences

/// A screen as plain lines, from the top down: what it is about, what it says, what can be done. No line depends on
/// where another stands.
struct ScreenText {
  var screen: Screen<String>
  /// What only the person may see: drawn by the hands, and printed here alone.
  var shown: CardNews.Shown?
  /// The same of texts, by the names under which screens have places for them.
  var told: [String: String] = [:]
  /// A recovery code that was drawn here.
  var code: [String] = []
  /// Where codes of practice providers are to be read, if there are such providers.
  var whereCodesArrive: Sentence?
  var answers: Answers

  /// All but the buttons, which stand above a question for one of them alone.
  /// - Parameter before: the screen that was printed last: what both have in common above is not said again.
  func lines(after before: Screen<String>?) -> [TextLine] {
    var lines: [TextLine] = [.empty]
    if let title = screen.title, title != before?.title { lines.append(TextLine(title.inWords, .title)) }
    if let heading = screen.heading, heading != before?.heading { lines.append(TextLine(heading.inWords, .title)) }
    if let step = screen.step, step != before?.step {
      lines.append(TextLine("Step \(step.number) of \(step.of): \(step.label.inWords)", .title))
    }
    if let sheet = screen.sheet {
      lines.append(TextLine(sheet.title.inWords))
      if let note = sheet.note { lines.append(TextLine(note.inWords)) }
      if let text = sheet.told.flatMap({ told[$0.rawValue] }) { lines.append(TextLine(verbatim: text, indent: 2)) }
    } else {
      lines += body.drop { $0.text == lines.last?.text }  // what the heading says already
    }
    return lines
  }

  private var body: [TextLine] {
    let says = screen.says.map(\.inWords).filter { !$0.isEmpty }
    let isNews = { (block: Block) in
      if case .progress(let copy) = block { !says.contains(copy.inWords) } else { true }
    }
    var lines = says.map { TextLine($0) } + screen.blocks.filter(isNews).flatMap(text)
    if let whereCodesArrive, screen.blocks.contains(where: \.takesSentCode) { lines.append(TextLine(whereCodesArrive)) }
    if says.isEmpty, let announcement = screen.announcement?.inWords.said,
      !lines.contains(where: { $0.text.hasSuffix(announcement) })
    {
      lines.append(TextLine(verbatim: announcement))
    }
    return lines
  }

  /// What went wrong, or was done, last.
  var banners: [TextLine] { screen.blocks.filter { if case .banner = $0 { true } else { false } }.flatMap(text) }

  /// The buttons, by number.
  var choices: [TextLine] {
    screen.choices.enumerated().map { place, choice in
      let detail = choice.detail?.inWords.said, text = choice.told.flatMap { told[$0.rawValue] }
      let isSentence = detail?.last.map { ".?!".contains($0) } ?? true
      let more = [detail, text].compactMap { $0 }.joined(separator: isSentence ? " " : ". ")
      var line = choice.label.inWords
      if choice.style == .removal { line = "Remove: \(line)" }
      if !more.isEmpty { line = "\(line): \(more)" }
      if choice.needs.contains(.news) { line = "\(line) (not yet)" }
      return TextLine(verbatim: "\(place + 1). \(line.said)", indent: 3)
    }
  }

  private func text(of block: Block) -> [TextLine] {
    switch block {
    case .banner(let copy, .error): [TextLine("Problem: \(copy.inWords)", .error)]
    case .banner(let copy, .warning): [TextLine("Note: \(copy.inWords)", .warning)]
    case .banner(let copy, .done): [TextLine("Done: \(copy.inWords)", .done)]
    case .progress(let copy): [TextLine(copy.inWords)]
    case .receipt(let facts), .facts(let facts): facts.map { TextLine("\($0.name): \($0.text.inWords)", indent: 2) }
    case .badge(let role): [TextLine(role == .primary ? "Primary key" : "Backup key", .quiet)]
    case .cardSecrets:
      if case .secrets(let puk, let pairing) = shown {
        [TextLine("PUK: \(puk.text)"), TextLine("Pairing password: \(pairing.text)"), Self.staysInWindow]
      } else {
        []
      }
    case .cardPhrase:
      if case .phrase(let phrase) = shown {
        [TextLine("Card phrase:")]
          + phrase.text.split(separator: " ").enumerated().map { TextLine("Word \($0 + 1): \($1)") } + [
            Self.staysInWindow
          ]
      } else {
        []
      }
    case .toSign(let field): toSign(field)
    case .signature(let made):
      [
        TextLine("Address: \(made.address)"), TextLine("Hash: \(made.hash)"),
        TextLine("Signature, all of it one line, however wide the window is:"), TextLine(verbatim: made.signature),
      ]
    case .detector(let detector): detector.says.map { [TextLine($0)] } ?? []
    case .told(let lines):
      lines.compactMap { line in
        told[line.text.rawValue].flatMap { text in
          text.isEmpty ? nil : TextLine("\(line.name.inWords): \(text)", indent: 2)
        }
      }
    case .clockKey(let field):
      told[field.rawValue].map { [TextLine("Key: \($0)", indent: 2), Self.staysInWindow] } ?? []
    case .policies(let policies): policies.map { TextLine($0.sentence, indent: 2) }
    case .cost(let facts): facts.map { TextLine("\($0.name): \($0.text.inWords)", indent: 2) }
    case .payment(let payment, let amount, let copy): lines(of: payment, amount, copy)
    case .refund(let refund, let amount, let copy):
      [
        TextLine(copy.inWords), TextLine("Amount: \(amount.inWords)", indent: 2),
        TextLine("From: \(refund.payer)", indent: 2),
      ]
        + (refund.walletLink.map { [TextLine("For your wallet: \($0)", indent: 2)] } ?? [])
    case .words:
      code.isEmpty
        ? []
        : [TextLine("Recovery code:")] + code.enumerated().map { TextLine("Word \($0 + 1): \($1)") }
          + [Self.staysInWindow]
    case .journal: [TextLine("This part needs the web page: start latchstring, and open the page there.", .warning)]
    case .rows, .field, .box, .wordEntry, .cardPhraseEntry: []  // asked for one by one, below the choices
    }
  }

  private func toSign(_ field: FieldID) -> [TextLine] {
    guard let secret = answers.secrets[field] else { return [] }
    if let file = answers.files[field] { return [TextLine("File: \(file)"), TextLine("SHA-256: \(secret.text)")] }
    return [TextLine("To sign: \(secret.text)")]
  }

  private func lines(of payment: EscrowPayment, _ amount: Copy, _ copy: Copy) -> [TextLine] {
    var lines = [
      TextLine(copy.inWords), TextLine("Amount: \(amount.inWords)", indent: 2),
      TextLine("To: \(payment.payee)", indent: 2),
    ]
    if let till = payment.till {
      lines.append(TextLine("Practice money, which this computer's till takes: \(till)", indent: 2))
    }
    if let link = payment.walletLink { lines.append(TextLine("For your wallet: \(link)", indent: 2)) }
    return lines
  }

  private static var staysInWindow: TextLine {
    TextLine("This stays in the window's history until you clear it.", .quiet)
  }

  /// What `?` explains.
  var explanation: [TextLine] {
    let back = screen.wayBack.map { [TextLine("q, Esc or Control-C: \($0.label.inWords).", .quiet)] } ?? []
    guard let aside = screen.aside else { return [TextLine("There is nothing more to explain here.")] + back }
    let points = aside.points.map { TextLine("\($0.heading.inWords): \($0.text.inWords)", indent: 2) }
    return [.empty, TextLine(aside.title.inWords, .title)] + points + back
  }

  /// The line under the choices.
  var prompt: Sentence {
    let count = screen.choices.count
    var answers: Sentence = count == 1 ? "1" : "1 to \(count)"
    if screen.aside != nil { answers = "\(answers), ?: explain" }
    if let back = screen.wayBack { answers = "\(answers), q: \(back.label.inWords)" }
    return "Your choice (\(answers)): "
  }
}

extension Screen<String> {
  /// What may be answered where its choices are asked for.
  var words: Set<String> { Question.words(upTo: choices.count, and: "q", "?") }
}

extension PolicyLine {
  fileprivate var sentence: Sentence {
    let steps: [Sentence] = parts.map { $0.isDone ? "\($0.text.inWords) (done)" : $0.text.inWords }
    return "\(name.inWords): \(steps.dropFirst().reduce(steps.first ?? "") { "\($0); \($1)" })"
  }
}

extension Detector {
  fileprivate var says: Sentence? {
    switch self {
    case .waiting: "Waiting for your key."
    case .reading: "Reading your key."
    case .read: "Your key was read."
    case .aligning, .missed, .refused: nil
    }
  }
}

extension Copy {
  /// As a terminal says it.
  var inWords: Sentence { inTerminal ?? sentence }
}

extension Block {
  /// Whether a code that a provider sent is typed there.
  fileprivate var takesSentCode: Bool {
    if case .field(let field) = self { field.kind == .secret(.sentCode) } else { false }
  }
}
