import Vocabulary

extension Copy {
  static let readingCard = Copy("D-47", "Reading the card…")
  static let checkingCard = Copy("D-48", "Asking the card…")
  static let typePIN = Copy("D-46", "Type your card's PIN.")
  static let newPINMayHold = Copy(
    "D-46.new",
    """
    Changing the PIN broke off, so the card may have your new PIN already. If it refuses one of the two, type the \
    other.
    """)
  static let newPINHolds = Copy(
    "D-53.new",
    "The card is open: it took the PUK and your new PIN before it went. Type the new PIN, and we go on from here.")
  static let enterPIN = Copy("D-01", "Card PIN")
  static let enterPUK = Copy("D-03", "PUK")
  static let newPIN = Copy("D-09", "New PIN")
  static let newPINAgain = Copy("D-10", "New PIN, once more")
  static let frozen = Copy("D-02", "The card is frozen. Your PUK opens it again.")
  static let blocked = Copy(
    "D-04", "The card is blocked. Only a factory reset makes it usable, and that removes its keys.")
  static let blockedForGood = Copy(
    "D-04.old",
    """
    The card is blocked, and cards of its version (3.0) have no reset, so it can't be used again. Its phrase brings \
    the account back on another card.
    """)
  static let bothNeeded = Copy(
    "D-53", "Type a new PIN twice, and the PUK. The card takes them together and answers once it has both.")
  static let newPINKept = Copy("D-54", "Type the PUK once more. You need not type the new PIN again.")
  static let chooseOtherPIN = Copy("D-54.other", "Choose another new PIN")
  static let usePUK = Copy("D-50.puk", "Use PUK")
  static let factoryReset = Copy("D-50.reset", "Factory reset")
  static func digits(_ count: Int) -> Copy { Copy("D-01.hint", "\(count) digits") }
  static func triesLeft(_ count: Int) -> Copy {
    count == 1 ? Copy("D-57.one", "1 try left.", .triesLeft) : Copy("D-57", "\(count) tries left.", .triesLeft)
  }
  static func pukTriesLeft(_ count: Int) -> Copy { Copy("D-57.puk", "\(count) tries left for the PUK.", .triesLeft) }
}
