import Crypto
import Encoding
import FlowKit
import Foundation
import Model
import Runner

/// A screen as the templates take it.
struct ScreenView {
  let run: String
  let revision: Int
  let screen: Screen<String>
  let origin: Origin
  var note: String?

  var values: [String: Any] {
    let isSheet = screen.sheet != nil
    var values: [String: Any] = [
      "run": run, "revision": revision, "register": screen.register.rawValue, "title": screen.title?.text ?? Product.name,
      "origin": ["label": origin.label, "path": origin.path],
      "says": screen.says.map { ["text": $0.text] },
      "blocks": screen.blocks.map(block), "inert": isSheet, "mark": mark,
    ]
    if let note { values["note"] = note }
    if let way = screen.choices.first(where: { $0.style == .cancel }) { values["leave"] = ["action": way.action] }
    if let step = screen.step {
      values["step"] = ["number": step.number, "of": step.of, "label": step.label.text]
      values["hasCancel"] = true
    }
    let buttons = screen.choices.filter { $0.style != .cancel }.map(button)
    if !buttons.isEmpty, !isSheet { values["actions"] = ["buttons": buttons] }
    if let sheet = screen.sheet {
      var drawn: [String: Any] = ["title": sheet.title.text, "buttons": buttons]
      if let note = sheet.note { drawn["note"] = note.text }
      values["sheet"] = drawn
    }
    if let announcement = screen.announcement { values["announcement"] = announcement.text }
    if let aside = screen.aside {
      values["aside"] = ["title": aside.title.text, "points": aside.points.map { ["heading": $0.heading.text, "text": $0.text.text] }]
    }
    return values
  }

  /// Tells two screens apart, so that a page that shows this one already is left as it is.
  private var mark: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Hex.encode(SHA256.hash(data: (try? encoder.encode(screen)) ?? Data()).prefix(8))
  }

  private func button(_ choice: Choice<String>) -> [String: Any] {
    let look =
      switch choice.style {
      case .primary: "is-primary"
      case .outline: "is-outline"
      case .danger: "is-danger"
      case .quiet, .back, .cancel: "is-quiet"
      }
    let needs = choice.needs.compactMap { need -> String? in
      switch need {
      case .filled(let field), .ready(let field): field.rawValue
      case .news: nil
      }
    }
    var values: [String: Any] = [
      "label": choice.label.text, "action": choice.action, "look": look, "waits": choice.needs.contains(.news),
      "skipsCheck": choice.style == .back,
    ]
    if !needs.isEmpty { values["needs"] = needs.joined(separator: " ") }
    return values
  }

  /// One entry, named by its kind: the template has a partial for each.
  private func block(_ block: Block) -> [String: Any] {
    switch block {
    case .banner(let copy, let tone):
      ["banner": ["text": copy.text, "look": tone.look, "icon": tone == .done ? "check" : "warn", "alert": tone == .error]]
    case .field(let field): ["field": self.field(field)]
    case .progress(let copy): ["progress": ["text": copy.text]]
    case .badge(let role): ["badge": ["text": role.rawValue]]
    case .detector(let detector): ["detector": DetectorView(detector).values]
    }
  }

  private func field(_ field: Field) -> [String: Any] {
    var values: [String: Any] = [
      "id": field.id.rawValue, "label": field.label.text, "autocomplete": field.autocomplete.rawValue, "type": "text", "isNamed": true,
      "isName": field.autocomplete == .username || field.autocomplete == .usernameOrPasskey,
    ]
    if let hint = field.hint { values["hint"] = hint.text }
    switch field.kind {
    case .text(let text): if !text.isEmpty { values["value"] = text }
    case .passing: values["type"] = "password"
    case .secret:  // hands only: without a name no browser can send it
      values["type"] = "password"
      values["isNamed"] = false
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
