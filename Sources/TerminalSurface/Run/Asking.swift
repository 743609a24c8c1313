import Vocabulary
import HandsProtocol

/// What to ask next of a screen: its fields one after the other, and then its button is pressed by itself. An empty
/// line leads to the choices.
enum Asking: Hashable {
  case field(Field)
  /// Words of a phrase.
  case phrase(FieldID)
  case box(FieldID, Copy)
  /// Everything that this choice needs is there.
  case press(String)
  case choice

  /// - Parameter wanted: the action that the person chose; without one, the first button where it needs something that
  ///   is typed.
  static func next(_ screen: Screen<String>, _ answers: Answers, wanted: String?, isChoosing: Bool) -> Asking {
    guard !isChoosing, let choice = screen.choice(wanted) else { return .choice }
    guard !choice.needs.contains(.news) else { return .choice }
    for block in screen.sheet == nil ? screen.blocks : [] {
      switch block {
      case .field(let field) where !answers.has(field.id) && field.kind != .box: return .field(field)
      case .cardPhraseEntry(let id) where !answers.has(id), .wordEntry(let id) where !answers.has(id):
        return .phrase(id)
      case .box(let id, let copy) where choice.needs.contains(.ticked(id)) && !answers.boxes.contains(id):
        return .box(id, copy)
      default: break
      }
    }
    return choice.needs.allSatisfy { answers.meets($0, on: screen) } ? .press(choice.action) : .choice
  }
}

extension Screen<String> {
  /// The chosen button, or the one that the screen is filled in for.
  fileprivate func choice(_ wanted: String?) -> Choice<String>? {
    if let wanted { return choices.first { $0.action == wanted } }
    return choices.first { choice in
      choice.style != .danger && choice.needs.contains { if case .news = $0 { false } else { true } }
    }
  }
}
