import Vocabulary

/// The two buttons found on most screens, with the same words and style everywhere.
extension Choice where Action: CancellableAction {
  static var cancel: Self { Self(.cancel, .cancel, .cancel) }
}
extension Choice where Action: ReversibleAction {
  static var back: Self { Self(.back, .back, .back) }
}

extension Copy {
  static let cancel = Copy("A-28", "Cancel"), back = Copy("M-14", "Back")
}
