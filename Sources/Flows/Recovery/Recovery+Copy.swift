import Vocabulary

extension Copy {
  static let recoveryTitle = Copy("A-69.title", "Recovery code")
  static let entryRestores = Copy(
    "A-70", "Recovery code restores your Master Key. Without it, your journal and peer history is gone.")
  static let restore = Copy("A-72", "Restore")
  static let cannotRecover = Copy("A-76", "We can't recover keys from our side. That's the whole point.")
  static let wordsDontOpen = Copy("A-75", "These 12 words open no account here.")
  static let checkTheWords = Copy(
    "A-75.check", "Check each one, and their order, against your kit, and the number of the paper.")
  static let otherWaysThereAre = Copy(
    "A-77.other",
    "Without these words there may be another way: another key, a card, or account recovery, where you set it up.",
    inTerminal: """
      Without these words there may be another way: a card, with latchstring card login, or account recovery, where \
      you set it up, with latchstring escrow recover.
      """)
  static let tryWordsAgain = Copy("A-77", "Try the words again")
  static let wordsAreRight = Copy(
    "A-73.words", "Your words are right. Your journal is still there.")
  static let masterKeyRestored = Copy("A-73", "Master Key restored. Enroll a new primary key now.")
}

extension Aside {
  static let wordEntry = Aside(
    whatStepMeans,
    [
      masterKey, peerHistory,
      (
        Copy("G-28", "Where your words go"),
        Copy("G-28.t", "Nowhere. This browser checks them against the word list and opens your journal itself.")
      ),
      (
        Copy("G-42", "Which words"),
        Copy(
          "G-42.t",
          """
          Those of your recovery kit, numbered 1 to 12. A smart card's backup phrase is another paper, with other \
          words.
          """)
      ),
      (
        Copy("A-70.next", "What comes next"),
        Copy("A-70.next.t", "You choose a new key, say what is gone, and get a new paper. It takes a few minutes.")
      ),
      (
        Copy("A-77.1", "If they are wrong"),
        Copy("A-77.1t", "We say that they open nothing, and no more. You may try as often as you like.")
      ),
      cannot,
    ])
  static let wordsFailed = Aside(
    whatStepMeans,
    [
      (
        Copy("G-17", "The number of the paper"),
        Copy("G-17.t", "A newer kit makes the older one useless. The number of the paper is at its top.")
      ),
      cannot,
    ])
  static let restored = Aside(
    whatStepMeans,
    [
      (Copy("A-73.1", "Your journal"), Copy("A-73.1t", "It is still there. Your new key will open it.")),
      (
        Copy("A-73.2", "Why now"),
        Copy("A-73.2t", "What opened it today stops working when the new key and a new code take its place.")
      ),
      (
        Copy("A-73.3", "The old keys"),
        Copy("A-73.3t", "You say which of them are gone before the new paper is made, and they go with the old one.")
      ),
      (
        Copy("A-73.4", "Without a security key"),
        Copy("A-73.4t", "This device can be your new key. Add another one soon: a device can be lost as well.")
      ),
    ])
}
