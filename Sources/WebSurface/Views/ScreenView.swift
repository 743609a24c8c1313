import Crypto
import Encoding
import Foundation
import Model
import Sentences
import Vocabulary

/// A screen's values for the templates.
struct ScreenView {
  let run: String
  let revision: Int
  let screen: Screen<String>
  let origin: Origin
  /// The page's own origin, which a command may name.
  var site = ""
  var note: String?
  /// `true` if the run does not expire while nobody touches it.
  var lasts = false
  /// The device that shows the screen, because some steps differ on a phone (G-25).
  var device = Device.computer
  /// `true` if no other device can reach the page.
  var isHome = false
  /// The link for a person who can't get in, if the screen has one.
  var trouble: TroubleLink?
  /// The page on which codes from practice providers arrive, if this computer simulates any.
  var outbox: String?

  var values: [String: Any] {
    let isSheet = screen.sheet != nil, counted = tries?.copy
    var values: [String: Any] = [
      "run": run, "needsRoom": screen.needsRoom, "revision": revision, "register": screen.register.rawValue,
      "title": screen.title?.text ?? Product.name,
      "origin": origin.link,
      "blocks": screen.blocks.compactMap(block), "inert": isSheet, "mark": mark,
    ]
    values.merge(said(without: counted)) { $1 }
    if let note { values["note"] = note }
    if let outbox, secretShapes.values.contains(.sentCode) { values["outbox"] = outbox }
    if lasts { values["lasts"] = true }
    if screen.wayBack != nil { values["hasWayBack"] = true }
    if let way = screen.choices.first(where: { $0.style == .cancel }) { values["leave"] = ["action": way.action] }
    if let step = screen.step {
      values["step"] = stepHeader(step)
      values["hasCancel"] = true
    }
    let elsewhere: [ChoiceStyle] = [.cancel, .past, .tool]
    let buttons = screen.choices.filter { !elsewhere.contains($0.style) && !$0.style.isListed }.map(button)
    if !rows.isEmpty, !isSheet, !screen.blocks.contains(.rows) { values["list"] = ["rows": rows] }
    // Beside the buttons, which stay in view, or at the end of a list, which it must not cover.
    let isBelowList = values["list"] != nil
    if isBelowList, let trouble { values["troubleBelow"] = trouble.values }
    if !buttons.isEmpty || (trouble != nil && !isBelowList), !isSheet {
      let boxes = screen.blocks.compactMap {
        if case .box(let id, let copy) = $0 { ["id": id.rawValue, "text": copy.text] } else { nil }
      }
      var actions: [String: Any] = ["buttons": buttons, "boxes": boxes]
      if let trouble, !isBelowList { actions["trouble"] = trouble.values }
      values["actions"] = actions
    }
    if let sheet = screen.sheet {
      var drawn: [String: Any] = ["title": sheet.title.text, "register": sheet.register.rawValue, "buttons": buttons]
      if let note = sheet.note { drawn["note"] = note.text }
      if let told = sheet.told { drawn["told"] = told.rawValue }
      if !rows.isEmpty { drawn["list"] = ["rows": rows] }
      values["sheet"] = drawn
    }
    if screen.announcement?.meaning == .unknownPasskey { values["isUnknownPasskey"] = true }
    if let announcement = screen.announcement.map(text) ?? status { values["announcement"] = announcement }
    if let aside = screen.aside {
      let points = aside.points.map { ["heading": $0.heading.text, "text": $0.text.text] }
      values["aside"] = ["title": aside.title.text, "points": points]
    }
    return values
  }

  /// A screen with nothing else to announce states what it is waiting for.
  private var status: String? {
    let statuses = screen.blocks.compactMap {
      if case .detector(let detector) = $0 { DetectorView(detector).status } else { nil }
    }
    return statuses.first
  }

  /// The question is the screen's heading. Only where screen readers get the same sentence in fewer words (G-02), or
  /// where there is no question, is the heading visually hidden. A name that the requirements give to several screens
  /// is read before the question.
  private func said(without counted: Copy?) -> [String: Any] {
    let says = screen.says.filter { $0 != counted }.map(text).filter { !$0.isEmpty }
    let named = screen.heading?.text, shorter = named.flatMap { says.first?.hasPrefix($0) == true ? $0 : nil }
    let hidden = shorter ?? (says.isEmpty ? named ?? screen.title?.text ?? Product.name : nil)
    var values: [String: Any] = [
      "says": says.enumerated().dropFirst(hidden == nil ? 1 : 0).map {
        ["text": $1, "isMore": $0 > 0] as [String: Any]
      }
    ]
    if let hidden { values["hidden"] = hidden } else { values["question"] = says.first }
    if let named, hidden == nil { values["named"] = named }
    return values
  }

  private var again: String? { screen.choices.first(where: \.asksAgain)?.action }

  func text(_ copy: Copy) -> String {
    if isHome, let sentence = copy.atHome { return sentence.said }
    return switch device {
    case .computer: copy.text
    case .phone: (copy.onPhone ?? copy.sentence).said
    case .iPhone: (copy.onIPhone ?? copy.onPhone ?? copy.sentence).said
    }
  }

  /// "N of 4", the strip, and the intended role of this step's key.
  private func stepHeader(_ step: StepLabel) -> [String: Any] {
    let knots = (1...step.of).map { number -> [String: Any] in
      var knot: [String: Any] = [
        "number": number, "isPast": number < step.number, "isNow": number == step.number,
        "isAhead": number > step.number,
      ]
      if number < step.number, let way = screen.choices.first(where: { $0.style == .past }) {
        knot["way"] = ["action": way.action, "label": way.label.text]
      }
      return knot
    }
    var values: [String: Any] = ["number": step.number, "of": step.of, "label": step.label.text, "knots": knots]
    for case .badge(let role) in screen.blocks { values["role"] = role.sentence.said }
    return values
  }

  /// A mark that distinguishes two screens, so that a page that already shows this screen is left unchanged.
  private var mark: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Hex.encode(SHA256.hash(data: (try? encoder.encode(screen)) ?? Data()).prefix(8))
  }

  private func button(_ choice: Choice<String>) -> [String: Any] {
    let look =
      switch choice.style {
      case .primary, .close: "is-primary"
      case .outline: "is-outline"
      case .danger: "is-danger"
      case .back where screen.sheet != nil: wayOutOfSheet
      case .quiet, .tool, .back, .cancel, .past, .row, .removal: "is-quiet"
      }
    return pressed(choice).merging(["look": look, "skipsCheck": choice.style == .back]) { $1 }
  }

  /// The appearance of the button that leaves a sheet. It is the leading button if the sheet has no other, and never
  /// competes with one.
  private var wayOutOfSheet: String {
    let styles = screen.choices.map(\.style)
    return styles.contains(.danger) ? "is-outline" : styles.contains(.primary) ? "is-quiet" : "is-primary"
  }

  /// Returns the values of a choice, whatever its appearance: its label, the action that it sends, and the input that
  /// it requires.
  func pressed(_ choice: Choice<String>) -> [String: Any] {
    let needs = choice.needs.compactMap { need -> String? in
      switch need {
      case .filled(let field), .ready(let field), .ticked(let field): field.rawValue
      case .news: nil
      }
    }
    var values: [String: Any] = [
      "label": choice.label.text, "action": choice.action, "waits": choice.needs.contains(.news),
    ]
    if !needs.isEmpty { values["needs"] = needs.joined(separator: " ") }
    return values
  }

  /// Returns one entry, named by its kind. The template has a partial for each kind.
  private func block(_ block: Block) -> [String: Any]? {
    switch block {
    case .banner(let copy, let tone):
      [
        "banner": [
          "text": text(copy), "look": tone.look, "icon": tone == .done ? "check" : "warn", "alert": tone == .error,
        ]
      ]
    case .field(let field):
      if case .secret(let shape) = field.kind {
        ["secretField": secret(field, shape)]
      } else {
        ["field": self.field(field)]
      }
    case .progress(let copy): ["progress": ["text": copy.text]]
    case .badge: nil  // in the step's header
    case .words(let field):
      [
        "words": [
          "id": field.rawValue, "label": say("Your recovery code, 12 words"),
          "tools": screen.choices.filter { $0.style == .tool }.map(pressed), "isHome": isHome,
        ] as [String: Any]
      ]
    case .wordEntry(let field): ["wordEntry": ["id": field.rawValue, "label": say("Recovery code, 12 words")]]
    case .threeWords(let field): ["threeWords": ["id": field.rawValue, "label": say("Three words from your paper")]]
    case .box: nil  // beside the buttons, so that gate and button are seen together
    case .receipt(let facts):
      [
        "receipt": [
          "lines": facts.map {
            [
              "name": $0.name.said, "text": text($0.text), "icon": $0.isLacking ? "warn" : "check",
              "isLacking": $0.isLacking,
            ] as [String: Any]
          }
        ]
      ]
    case .facts(let facts): ["facts": ["lines": lines(facts)]]
    case .journal: ["journal": ["id": "journal"]]
    case .copy: ["copy": [:] as [String: Any]]
    case .journalSize(let look): ["journalSize": ["look": look.rawValue, "isClosed": look == .closed]]
    case .cardSecrets(let field): ["cardSecrets": ["id": field.rawValue]]
    case .cardPhrase(let field): ["cardPhrase": ["id": field.rawValue]]
    case .cardPhraseEntry(let field): ["cardPhraseEntry": phraseEntry(field)]
    case .toSign(let field): ["toSign": ["id": field.rawValue]]
    case .signature(let made): ["signature": signature(made)]
    case .told(let told): ["told": ["lines": told.map { ["name": text($0.name), "text": $0.text.rawValue] }]]
    case .clockKey(let field): ["clock": ["id": field.rawValue]]
    case .rows: rows.isEmpty || screen.sheet != nil ? [:] : ["rowsHere": ["rows": rows]]
    case .policies(let lines): ["policies": policies(lines)]
    case .addresses(let facts): ["addresses": ["lines": lines(facts)]]
    case .cost(let facts): ["cost": ["lines": lines(facts)]]
    case .payment(let payment, let amount, let copy): ["payment": self.payment(payment, amount, copy)]
    case .command(.lendHands, _) where isHome: nil  // this computer's page has hands of its own
    case .command(let command, let copy): ["command": ["text": text(copy), "line": command.line(for: site)]]
    case .refund(let refund, let amount, let copy): ["refund": self.refund(refund, amount, copy)]
    case .detector(let detector):
      ["detector": DetectorView(detector, again: again, isPhone: device != .computer).values]
    }
  }

  private func lines(_ facts: [Fact]) -> [[String: Any]] {
    facts.map { ["name": $0.name.said, "text": text($0.text)] }
  }

  private func field(_ field: Field) -> [String: Any] {
    var values: [String: Any] = [
      "id": field.id.rawValue, "label": field.label.text, "autocomplete": field.autocomplete.rawValue, "type": "text",
      "isName": field.autocomplete == .username || field.autocomplete == .usernameOrPasskey,
    ]
    if let hint = field.hint { values["hint"] = hint.text }
    switch field.kind {
    case .text(let text) where !text.isEmpty:
      values["value"] = text
      values["about"] = values.removeValue(forKey: "hint")  // an empty field has room for it, a filled one has not
    case .text: break
    case .passing: values["type"] = "password"
    case .secret, .box: break  // blocks of their own
    }
    return values
  }
}

extension Tone {
  var look: String {
    switch self {
    case .warning: ""
    case .error: "is-error"
    case .done: "is-ok"
    }
  }
}
