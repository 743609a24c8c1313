import Vocabulary

extension Copy {
  static let writeTheWords = Copy("code.write", "Write these twelve words on paper, in order.")
  static let codeTitle = Copy("A-14.title", "Save your recovery code")
  static let codeRestores = Copy(
    "A-51",
    "This restores your Master Key if every key and device is lost. Without it, your journal and peer history is gone.")
  static let savedOffline = Copy("A-58", "I've saved this somewhere offline")
  static let finish = Copy("A-59", "Finish")
  static let showLater = Copy("A-57", "Show again later")
  static let willRemind = Copy(
    "G-27",
    """
    We'll remind you in Settings. This code can't be shown again, so the reminder makes a new one. To finish now, save \
    this one and tick the box.
    """)
  static let readThree = Copy("code.three", "Read three words from the paper, not from the screen.")
  static let wordsAreCovered = Copy(
    "code.covered", "The words are covered now. Take the paper that you just made.",
    inTerminal: "The words are out of sight now. Take the paper that you just made.")
  static let paperIsGood = Copy("code.good", "The paper is good")
  static let showWordsAgain = Copy("code.again", "Show the words again")
  static let codeStands = Copy("G-39", "You have a recovery code already. Keep it, or make a new one?")
  static let keepCode = Copy("G-39.keep", "Keep the code I have")
  static let makeCode = Copy("A-112", "Make a new recovery code")
  static let keyCannotOpen = Copy("G-19", "This key signs you in, but it can't open your journal.")
  static let useAnotherKey = Copy("G-19.other", "Use another key")
}

extension Aside {
  static let recoveryCode = Aside(
    whatStepMeans,
    [
      masterKey, peerHistory,
      (
        Copy("A-52.1", "Twelve words, in order"),
        Copy(
          "A-52.1t",
          """
          They are the last way into your journal. Write them down or print them. A photo in the cloud is not offline.
          """)
      ),
      (
        Copy("G-16", "Copy"),
        Copy(
          "G-16.t",
          "We clear the clipboard after 60 seconds if this page stays in front. If it does not, clear it yourself.",
          inTerminal: """
            Nothing is copied for you here. What you copy out of this window stays in the clipboard until you clear \
            it.
            """)
      ),
      (
        Copy("A-57.1", "Show again later"),
        Copy(
          "A-57.1t",
          """
          Puts a reminder in Settings, which stays until a code is saved. It does not finish this step: that takes a \
          code that you saved, and the tick.
          """)
      ),
      (
        Copy("A-112.1", "A code from before"),
        Copy("A-112.1t", "It stops working when you finish here, and not earlier.")
      ),
      cannot,
    ])

  static let threeWords = Aside(
    whatStepMeans,
    [
      (
        Copy("code.three.1", "Why three"),
        Copy(
          "code.three.1t",
          """
          Enough to see that this is the paper, that it can be read, and that no line has slipped. Which three is drawn \
          each time.
          """)
      ),
      (
        Copy("code.three.2", "Where they go"),
        Copy(
          "code.three.2t",
          """
          Nowhere. This page compares them with the words that it made, and forgets them with the rest. We learn only \
          that three words were right.
          """,
          inTerminal: """
            Nowhere. This terminal compares them with the words that it made, and forgets them with the rest. We learn \
            only that three words were right.
            """)
      ),
      (
        Copy.notNow,
        Copy(
          "code.three.3t",
          """
          Saves your code all the same. It counts as not tried until its twelve words have been typed once.
          """)
      ),
      (
        Copy("code.three.4", "Later on"),
        Copy(
          "code.three.4t",
          """
          The number and the check on the paper show that it is still there, and the newest: a few seconds in Settings \
          → Recovery, without a word. Once in two years, try all twelve.
          """)
      ),
      cannot,
    ])
}
