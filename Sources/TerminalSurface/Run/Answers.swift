import Encoding
import Vocabulary
import HandsProtocol

/// The person's answers so far. Secrets are kept until the flow asks to forget them, because a later screen may use
/// them.
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

  /// Returns the secrets of these fields only.
  func secrets(for fields: [FieldID]) -> [FieldID: Secret] { secrets.filter { fields.contains($0.key) } }

  mutating func give(_ text: String, to field: FieldID) { texts[field] = text }
  mutating func give(_ secret: Secret, to field: FieldID, ofFile name: String? = nil) {
    secrets[field] = secret
    files[field] = name
    ready.insert(field)
  }
  /// Sets omitted optional fields to an empty value. Otherwise, the hands could not distinguish them from lost ones.
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
  /// Prepares for a new screen, which asks again for everything it needs.
  mutating func turn(to fields: Set<FieldID>) {
    texts = texts.filter { fields.contains($0.key) }
    boxes.formIntersection(fields)
    ready.formIntersection(fields)
  }
  /// Keeps the valid lines of a screen if others are invalid. All lines were checked together, and only the invalid
  /// ones are asked for again.
  mutating func keepWhatFits(on screen: Screen<String>) {
    let fields = screen.blocks.compactMap { if case .field(let field) = $0 { field } else { nil } }
    guard fields.contains(where: { $0.fault != nil }) else { return }
    ready.formUnion(fields.filter { typed(into: $0) != nil }.map(\.id))
  }
  /// Returns the text previously typed into a line, which Enter alone submits again, or `nil` if that text was invalid.
  func typed(into field: Field) -> String? {
    guard field.fault == nil, case .secret(.line) = field.kind else { return nil }
    return secrets[field.id]?.text
  }
  /// Records the fields of this screen that were returned with the text typed into them. That text was not accepted, so
  /// Enter alone must not submit it again.
  mutating func refuse(_ given: [FieldID: String], before: Screen<String>, after: Screen<String>) {
    for (id, text) in given where after.presetText(of: id) == text && before.presetText(of: id) != text {
      refused[id] = (text, refused[id]?.before ?? before.presetText(of: id))
    }
  }
  /// Returns the text that Enter alone submits.
  func preset(of id: FieldID, on screen: Screen<String>) -> String? {
    let preset = screen.presetText(of: id)
    if let refused = refused[id], refused.text == preset { return refused.before }
    return preset
  }
  func has(_ field: FieldID) -> Bool { texts[field] != nil || ready.contains(field) }

  /// Returns the form of the screen's button, as the runner expects it. For a secret, the form contains only the fact
  /// that it is ready.
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
        case .wordEntry(let id), .threeWords(let id), .cardPhraseEntry(let id): id
        case .box(let id, _): id
        default: nil
        }
      })
  }
  /// Returns the initial content of a text field.
  func presetText(of id: FieldID) -> String? {
    blocks.lazy.compactMap { block in
      if case .field(let field) = block, field.id == id, case .text(let text) = field.kind { text } else { nil }
    }.first
  }
}
