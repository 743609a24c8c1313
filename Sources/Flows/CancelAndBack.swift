import Vocabulary

/// The two buttons that most screens have, in the words and the style that they have everywhere.
extension Choice where Action: CancellableAction {
  static var cancel: Self { Self(.cancel, .cancel, .cancel) }
}
extension Choice where Action: ReversibleAction {
  static var back: Self { Self(.back, .back, .back) }
}

extension Copy {
  static let cancel = Copy("A-28", "Cancel"), back = Copy("M-14", "Back")
}
