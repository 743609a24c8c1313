import Vocabulary

extension CardSetUp.Purpose {
  var asks: Copy {
    switch self {
    case .account: .howToBegin
    case .addition: Copy("D-38.which", "Which card do you want to add to your account?")
    case .wayIn: Copy("D-18.wayIn", "Which card do you want as a way into your account?")
    }
  }
  var generates: Copy { self == .account ? .generateAccount : .emptyCard }
  var brings: Copy { self == .account ? .importPhrase : .cardOfPhrase }
  var uses: Copy { self == .account ? .useExistingCard : .cardInUse }
}

extension Copy {
  static let howToBegin = Copy("D-18", "How do you want to begin?")
  static let generateAccount = Copy("D-22", "Make a new account on a card")
  static let importPhrase = Copy("D-18.import", "Bring an account from its phrase")
  static let useExistingCard = Copy("D-18.existing", "Use a card that has an account")
  static let loadingPhrase = Copy("D-20.loading", "Putting the account on your card…")
  // For somebody who already has an account, only the card's keys are new. No second account is created.
  static let emptyCard = Copy("D-22.wayIn", "An empty card, with a new phrase")
  static let cardOfPhrase = Copy("D-18.import.wayIn", "An empty card, with a card phrase that I have on paper")
  static let cardInUse = Copy("D-18.existing.wayIn", "A card that is in use already")
  static let loadingKeys = Copy("D-20.loading.wayIn", "Putting the keys on your card…")
}

extension Aside {
  static let cardSetUp = Aside(
    whatHappens,
    [
      (Copy("D-18.1", "A new account"), Copy("D-18.1t", "The card draws it. You write its words down, once.")),
      (
        Copy("D-18.2", "From a phrase"),
        Copy("D-18.2t", "You have the words of an account already, and want it on this card.")
      ),
      (
        Copy("D-26", "A card with an account"),
        Copy("D-26.t", "Made here, or by another program such as Status. It stays as it is.")
      ),
    ])
  static let cardAdded = Aside(
    whatHappens,
    [
      (
        Copy("D-18.1w", "An empty card"),
        Copy("D-18.1wt", "It draws keys of its own, which then open your account. You write their words down, once.")
      ),
      (
        Copy("D-18.2w", "A phrase that you have"),
        Copy("D-18.2wt", "It makes the same keys again: the card is then like the one that the phrase is of.")
      ),
      (
        Copy("D-26.w", "A card in use"),
        Copy("D-26.wt", "Set up here, or by another program such as Status. What is on it stays as it is.")
      ),
    ])
}
