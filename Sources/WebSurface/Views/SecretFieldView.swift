import HandsProtocol
import Sentences
import Vocabulary

/// A field whose contents go only to this computer's hands. Its input has no name and belongs to no form.
struct SecretFieldView {
  let field: Field
  let shape: SecretShape
  /// All secret fields of the screen, so that a field that repeats a different one has the same appearance.
  let all: [FieldID: SecretShape]
  /// The remaining tries, as counted by the card (D-57), if this field uses up a try.
  var tries: Copy?

  var values: [String: Any] {
    let id = field.id.rawValue, look = self.look
    var values: [String: Any] = ["id": id, "label": field.label.text, "type": "password", "shape": "text"]
    if field.autocomplete != .off { values["autocomplete"] = field.autocomplete.rawValue }
    if let start = field.start { values["start"] = start }
    if let fault = field.fault { values["fault"] = fault.text }
    switch look {
    case .digits(let count):
      (values["count"], values["shape"]) = (count, "digits")
      if count <= Self.boxes {
        (values["isBoxed"], values["pattern"]) = (true, "[0-9]{\(count)}")
        values["boxes"] = Array(repeating: "", count: count)
      } else {
        (values["isExact"], values["canShow"]) = (true, true)
      }
    case .code: (values["type"], values["isExact"]) = ("text", true)
    case .hash: (values["shape"], values["type"], values["isExact"]) = ("hash", "text", true)
    case .file: (values["shape"], values["type"]) = ("file", "file")
    case .photo: (values["shape"], values["isPhoto"]) = ("photo", true)
    case .message: values["isMessage"] = true
    case .line(let example, let isRequired):
      (values["type"], values["shape"]) = ("text", "line")
      (values["isRequired"], values["isOptional"]) = (isRequired, !isRequired)
      if !example.isEmpty { values["example"] = example.said }
    case .sentCode: (values["type"], values["shape"], values["isSentCode"]) = ("text", "sentCode", true)
    case .nonEmpty, .words, .phrase, .repeats: values["canShow"] = true
    }
    let others = ["isBoxed", "isMessage", "isSentCode", "isPhoto"]
    if others.allSatisfy({ values[$0] == nil }) { values["isLine"] = true }
    if let hint = field.hint { values["hint"] = hint.text }
    if let tries { values["tries"] = Self.drawn(tries, isPUK: look == .digits(12)) }
    let parts = [
      field.hint == nil ? nil : "hint", values["example"] == nil ? nil : "example", "error",
      tries == nil ? nil : "tries",
    ]
    let described = parts.compactMap { $0.map { "\(id)-\($0)" } }
    values["described"] = described.joined(separator: " ")
    return values.merging(turn) { $1 }
  }

  /// At most six digits are shown as boxes; more would not fit on a phone.
  private static let boxes = 6

  /// The shape that determines the field's appearance: that of the field it repeats, if any, otherwise its own.
  private var look: SecretShape {
    guard case .repeats(let original) = shape else { return shape }
    return all[original] ?? .nonEmpty
  }

  /// D-11: where space is limited, a new value and its repetition are shown in turn, and all other inputs appear with
  /// the repetition.
  private var turn: [String: Any] {
    let originals = all.values.compactMap { if case .repeats(let original) = $0 { original } else { nil } }
    if originals.contains(field.id) { return ["turn": "first", "isFirst": true, "place": 1] }
    if case .repeats(let original) = shape {
      return ["turn": "second", "isSecond": true, "place": 2, "original": original.rawValue]
    }
    return originals.isEmpty ? [:] : ["turn": "second"]
  }

  /// Returns one dot for each try that the card allows: three for a PIN, five for a PUK (D-02, D-04).
  private static func drawn(_ tries: Copy, isPUK: Bool) -> [String: Any] {
    let left = Int(tries.sentence.english.prefix { $0.isNumber }) ?? 0
    return ["text": tries.text, "isLast": left == 1, "dots": (0..<(isPUK ? 5 : 3)).map { ["isLeft": $0 < left] }]
  }
}
