import Encoding
import Vocabulary
import HandsProtocol

/// The person's answers so far. Secrets are kept until the flow says forget, because a later screen may still use them.
struct Answers {
  private(set) var texts: [FieldID: String] = [:]
  private(set) var secrets: [FieldID: Secret] = [:]
  private(set) var boxes: Set<FieldID> = []
  /// Secret fields that were answered on the current screen.
  private(set) var ready: Set<FieldID> = []
  /// Text that was typed into a field but not accepted, and the field's previous text.
  private var refused: [FieldID: (text: String, before: String?)] = [:]
  /// The names of files, shown before they are signed.
  private(set) var files: [FieldID: String] = [:]

  /// The secrets of these fields only.
  func secrets(for fields: [FieldID]) -> [FieldID: Secret] { secrets.filter { fields.contains($0.key) } }

  mutating func give(_ text: String, to field: FieldID) { texts[field] = text }
  mutating func give(_ secret: Secret, to field: FieldID, ofFile name: String? = nil) {
    secrets[field] = secret
    files[field] = name
    ready.insert(field)
  }
  /// An optional field that was left out is given as empty: otherwise the hands could not tell it from a lost one.
  mutating func leaveEmpty(on screen: Screen<String>) {
    for case .field(let field) in screen.blocks where !has(field.id) {
      if case .secret(.line(_, isRequired: false)) = field.kind { give(Secret([]), to: field.id) }
    }
  }
  mutating func tick(_ box: FieldID) { boxes.insert(box) }
  mutating func forget(_ field: FieldID) {
    texts[field] = nil
    secrets[field] = nil
    files[field] = nil
    ready.remove(field)
    boxes.remove(field)
  }
  /// A new screen asks again for everything it needs.
  mutating func turn(to fields: Set<FieldID>) {
    texts = texts.filter { fields.contains($0.key) }
    boxes.formIntersection(fields)
    ready.formIntersection(fields)
  }
  /// If some lines of a screen do not fit, the others are kept: they were judged together, and only the faulty ones are
  /// asked for again.
  mutating func keepWhatFits(on screen: Screen<String>) {
    let fields = screen.blocks.compactMap { if case .field(let field) = $0 { field } else { nil } }
    guard fields.contains(where: { $0.fault != nil }) else { return }
    ready.formUnion(fields.filter { typed(into: $0) != nil }.map(\.id))
  }
  /// The text previously typed into a line, which Enter alone submits again; `nil` if it did not fit.
  func typed(into field: Field) -> String? {
    guard field.fault == nil, case .secret(.line) = field.kind else { return nil }
    return secrets[field.id]?.text
  }
  /// Notes the fields of this screen that came back with the text typed into them: it was not accepted, and Enter alone
  /// must not submit it again.
  mutating func refuse(_ given: [FieldID: String], before: Screen<String>, after: Screen<String>) {
    for (id, text) in given where after.presetText(of: id) == text && before.presetText(of: id) != text {
      refused[id] = (text, refused[id]?.before ?? before.presetText(of: id))
    }
  }
  /// The text that Enter alone submits.
  func preset(of id: FieldID, on screen: Screen<String>) -> String? {
    let preset = screen.presetText(of: id)
    if let refused = refused[id], refused.text == preset { return refused.before }
    return preset
  }
  func has(_ field: FieldID) -> Bool { texts[field] != nil || ready.contains(field) }

  /// The form of the screen's button, as the runner expects it: for a secret, only the fact that it is ready.
  func form(on screen: Screen<String>) -> [String: String] {
    var form: [String: String] = [:]
    for id in screen.fieldIDs {
      if ready.contains(id) { form[id.rawValue] = "ready" }
      if boxes.contains(id) { form[id.rawValue] = "on" }
      if let text = texts[id] { form[id.rawValue] = text }
    }
    return form
  }
  func meets(_ need: Need, on screen: Screen<String>) -> Bool {
    switch need {
    case .ready(let id): ready.contains(id)
    case .ticked(let id): boxes.contains(id)
    case .filled(let id): !(texts[id] ?? preset(of: id, on: screen) ?? "").allSatisfy(\.isWhitespace)
    case .news: false
    }
  }
}

extension Screen<String> {
  /// Everything that can be filled in or ticked here.
  var fieldIDs: Set<FieldID> {
    Set(
      blocks.compactMap { block in
        switch block {
        case .field(let field): field.id
        case .wordEntry(let id), .cardPhraseEntry(let id): id
        case .box(let id, _): id
        default: nil
        }
      })
  }
  /// The initial content of a text field.
  func presetText(of id: FieldID) -> String? {
    blocks.lazy.compactMap { block in
      if case .field(let field) = block, field.id == id, case .text(let text) = field.kind { text } else { nil }
    }.first
  }
}
