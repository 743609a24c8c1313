import VirtualReaders

extension VirtualCard {
  /// The authenticator of this computer, for a virtual reader.
  public init(_ card: PasskeyCard) {
    self.init(answerToReset: PasskeyCard.answerToReset, powered: { _ in card.powerChanged() }, answer: card.answer)
  }
}
