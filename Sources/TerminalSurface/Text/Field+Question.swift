import Sentences
import Vocabulary
import Sentences

extension Field {
  /// Returns the text that asks for the field: the question itself, and a line above it if not everything fits next to
  /// the input.
  /// - Parameter preset: The text that Enter alone submits.
  func asked(offering preset: String?, columns: Int) -> (above: String?, prompt: String) {
    var notes: [String] = []
    if let hint, !isHintLong { notes.append(hint.inWords.said) }
    if case .secret(.line(let example, let isRequired)) = kind {
      if !example.isEmpty { notes.append(("for example \(example)" as Sentence).said) }
      if !isRequired { notes.append(("a single . leaves it empty" as Sentence).said) }
    }
    let hidden = isHidden ? [("not shown" as Sentence).said] : [],
      value = preset.map { $0.isEmpty ? "" : " [\($0)]" } ?? ""
    func prompt(_ notes: [String]) -> String {
      let beside = (notes.map(\.withoutPoint) + hidden).joined(separator: ", ")
      let all = label.inWords.said + (beside.isEmpty ? "" : " (\(beside))") + value
      return TextLine.printable(all) + (kind == .secret(.sentCode) ? ": A-" : ": ")
    }
    let long = hint.flatMap { isHintLong ? $0.inWords.said : nil }, whole = prompt(notes)
    guard whole.count + Self.room > columns else { return (long, whole) }
    let above = ([long].compactMap { $0 } + notes.map(\.asSentence)).joined(separator: " ")
    return (above.isEmpty ? nil : above, prompt([]))
  }
  /// The minimum number of columns left for the input on the question's line.
  private static let room = 20
  private var isHintLong: Bool { (hint?.inWords.said.count ?? 0) > 30 }

  /// `true` if the input must not be visible while it is typed.
  var isHidden: Bool {
    switch kind {
    case .text, .box, .secret(.message), .secret(.hash), .secret(.file), .secret(.photo), .secret(.line),
      .secret(.sentCode):
      false
    case .passing, .secret: true
    }
  }
}

extension String {
  /// The sentence without its full stop, for use in parentheses.
  fileprivate var withoutPoint: String { hasSuffix(".") ? String(dropLast()) : self }
  fileprivate var asSentence: String {
    prefix(1).uppercased() + dropFirst() + (last.map { ".?!".contains($0) } == true ? "" : ".")
  }
}
