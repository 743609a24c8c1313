import SimulatedCard

extension VirtualCard {
  /// A Keycard that this computer plays, for a virtual reader.
  public init(_ card: SimulatedCard) {
    self.init(answerToReset: AnswerToReset.bytes, powered: { _ in card.reset() }, answer: card.answer)
  }
}
