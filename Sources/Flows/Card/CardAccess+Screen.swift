import Vocabulary
import HandsProtocol

extension CardAccess {
  public static func screen(_ state: State) -> Screen<Action> {
    let other = Choice<Action>(.useAnotherCard, .useAnother, .outline)
    let facts: [Block] = state.card.map { $0.facts.isEmpty ? [] : [.facts($0.facts)] } ?? []
    switch state.stage {
    case .connecting(let child): return CardConnection.screen(child).embedded(Action.connecting)
    case .pairing(let child):
      var screen = CardPairing.screen(child).embedded(Action.pairing)
      screen.blocks = state.card.prompt + screen.blocks
      return screen
    case .pin(let child), .provingToFree(let child): return PINEntry.screen(child).embedded(Action.pin)
    case .freeing: return .atCard(.checkingCard, state.card, choices: [.cancel])
    case .erasing(let child): return CardErasing.screen(child).embedded(Action.erasing)
    case .choosing:
      let holds: Copy = state.policy == .adding ? .cardHoldsOther : .cardHoldsAccount
      return Screen(
        .working, [state.card?.contents == .keys ? holds : .cardIsSetUp], state.card.makerWarning + facts,
        choices: [Choice(.useAsItIs, .goOn), other, Choice(.factoryReset, .erase, .danger), .cancel], aside: .card)
    case .unsuitable:
      return Screen(
        .plain, [.noAccountHere], facts, choices: [Choice(.useAnotherCard, .useAnother), .cancel], aside: .card)
    case .emptied:
      return Screen(.plain, [.cardEmptied], choices: [Choice(.restoreFromBackup, .putBack), .cancel], aside: .erasing)
    }
  }

  /// The screen in a drill, which leaves a card as it is: what would change it is not offered.
  static func screenOfDrill(_ state: State) -> Screen<Action> {
    var screen = screen(state)
    let count = screen.choices.count
    screen.choices.removeAll { changing.contains($0.action) }
    if screen.choices.count < count { screen.says.append(.drillLeavesCard) }
    return screen
  }
  private static let changing: [Action] = [.pairing(.free), .pairing(.erase), .pin(.usePUK), .pin(.factoryReset)]
}

extension Copy {
  static let drillLeavesCard = Copy(
    "card.drill",
    "A rehearsal leaves a card as it is. What else helps is under Card, and changes it: do that first, then come back.")
  static let cardHoldsAccount = Copy(
    "D-21", "This card holds an account already. If you go on, the new account takes its place on the card.")
  static let cardHoldsOther = Copy(
    "D-21.adding",
    """
    This card holds an account already. If you go on, new keys take its place on the card. Your own account stays as \
    it is.
    """)
  static let cardIsSetUp = Copy("D-21.empty", "This card is set up already, and holds no account.")
  static let useAsItIs = Copy("D-21.keep", "Go on with its PIN")
  static let noAccountHere = Copy(
    "D-27.here", "There is no account on this card. Put in the card that has your account.")
  static let cardEmptied = Copy("D-56", "The card is empty now. Put your account back from its words.")
  static let restoreFromBackup = Copy("D-34", "Restore from backup")
}
