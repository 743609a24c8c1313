import Vocabulary
import HandsProtocol

/// The next question on a screen. Its fields are asked for one after the other, after which its button is pressed
/// automatically. An empty line leads to the choices.
enum Asking: Hashable {
  case field(Field)
  /// The words of a phrase are asked for.
  case phrase(FieldID)
  /// Three of the words that were shown are asked for.
  case threeWords(FieldID)
  case box(FieldID, Copy)
  /// Everything that this choice requires has been entered.
  case press(String)
  case choice

  /// - Parameter wanted: The action that the person chose. If `nil`, the first button that needs typed input is used.
  static func next(_ screen: Screen<String>, _ answers: Answers, wanted: String?, isChoosing: Bool) -> Asking {
    guard !isChoosing, let choice = screen.choice(wanted) else { return .choice }
    guard !choice.needs.contains(.news) else { return .choice }
    for block in screen.sheet == nil ? screen.blocks : [] {
      switch block {
      case .field(let field) where !answers.has(field.id) && field.kind != .box: return .field(field)
      case .cardPhraseEntry(let id) where !answers.has(id), .wordEntry(let id) where !answers.has(id):
        return .phrase(id)
      case .threeWords(let id) where !answers.has(id): return .threeWords(id)
      case .box(let id, let copy) where choice.needs.contains(.ticked(id)) && !answers.boxes.contains(id):
        return .box(id, copy)
      default: break
      }
    }
    return choice.needs.allSatisfy { answers.meets($0, on: screen) } ? .press(choice.action) : .choice
  }
}

extension Screen<String> {
  /// The chosen button, or the one for which the screen is being filled in.
  fileprivate func choice(_ wanted: String?) -> Choice<String>? {
    if let wanted { return choices.first { $0.action == wanted } }
    return choices.first { choice in
      choice.style != .danger && choice.needs.contains { if case .news = $0 { false } else { true } }
    }
  }
}
