import Vocabulary

/// The Cancel and Back buttons, which have the same words and style on every screen.
extension Choice where Action: CancellableAction {
  static var cancel: Self { Self(.cancel, .cancel, .cancel) }
}
extension Choice where Action: ReversibleAction {
  static var back: Self { Self(.back, .back, .back) }
}

extension Copy {
  static let cancel = Copy("A-28", "Cancel"), back = Copy("M-14", "Back")
}
