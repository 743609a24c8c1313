import Vocabulary

extension CardSetUp.Purpose {
  var draws: Copy { self == .account ? .drawingAccounts : Copy("D-23.wayIn", "Your card is drawing new keys…") }
  var picks: Copy {
    self == .account
      ? .pickAccount
      : Copy(
        "D-24.wayIn",
        "Pick one of these for the card. They differ only in their address, and your own account stays as it is.")
  }
  var writes: Copy {
    self == .account
      ? .writePhrase
      : Copy(
        "D-23.phrase.wayIn",
        "Write down this card's phrase. If the card is lost, only these words make another one like it.")
  }
}

extension Copy {
  static let drawingAccounts = Copy("D-23", "Your card is drawing new accounts…")
  static let pickAccount = Copy("D-24", "Pick one of these new accounts. They differ only in their address.")
  /// Names the account by its number and the two ends of its address, because the full address is too long to compare.
  static func account(_ number: Int, _ address: String) -> Copy {
    let isShort = address.count <= 12
    return Copy("D-24.account", "Account \(number), \(isShort ? address : "\(address.prefix(6))…\(address.suffix(4))")")
  }
  static let drawOthers = Copy("D-24.others", "Draw others")
  static let writePhrase = Copy(
    "D-23.phrase",
    "Write down your card's phrase. If the card is lost, only these words bring the account back on another.")
  static let proveWritten = Copy(
    "D-23.back", "Type these three words from your paper. This shows that it can be read.")
  /// Returns the label of a word. A printed card paper numbers its words C1, C2 and so on (G-42).
  static func word(_ place: Int) -> Copy { Copy("D-23.word", "Word C\(place)", inTerminal: "Word \(place)") }
  static func wordsWrong(_ places: [Int]) -> Copy {
    let marked = places.map { "C\($0)" }.listed, numbered = places.map(String.init).listed
    return places.count == 1
      ? Copy(
        "D-23.wrong", "Word \(marked) doesn't match. \(lookAtPaper)",
        inTerminal: "Word \(numbered) doesn't match. \(lookAtPaper)")
      : Copy(
        "D-23.wrong.some", "Words \(marked) don't match. \(lookAtPaper)",
        inTerminal: "Words \(numbered) don't match. \(lookAtPaper)")
  }
  private static let lookAtPaper = Copy(
    "D-23.wrong.next",
    "Look at your paper and type the three words once more, or look at the words again and correct the paper.")
  static let showPhraseAgain = Copy("D-23.look", "Look at the words again")
  static let notTheCode = Copy(
    "G-42.card",
    "This is the card phrase, on the paper named Card phrase. The recovery code is another paper, with other words.")
  static let typePhrase = Copy("D-19", "Type your card phrase: 12 to 24 words, in order.")
  static let typeAccountsPhrase = Copy("D-32.entry", "Type the card phrase of this account: 12 to 24 words, in order.")
  static let checkingPhrase = Copy("D-32.checking", "Checking the words on this computer…")
}

extension Aside {
  static let cardPhrase = Aside(
    whatStepMeans,
    [
      (
        Copy("D-23.1", "Where the words come from"),
        Copy(
          "D-23.1t",
          """
          From the card's own random numbers, or from your paper. They stay on this computer and go to the card alone.
          """)
      ),
      (
        Copy("D-30.1", "A second card"),
        Copy(
          "D-30.1t",
          "The same words on another card make the same account: a spare, or the way back when the first card is lost.")
      ),
      (
        Copy("D-30.2", "Whoever reads them"),
        Copy("D-30.2t", "can make such a card too. Keep the paper as you would keep the card.")
      ),
    ])
}
