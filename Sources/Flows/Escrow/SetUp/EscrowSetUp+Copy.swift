import Vocabulary

extension Copy {
  static let lookingHere = Copy("C-53.looking", "Looking for what was begun…")
  static let keysFirst = Copy(
    "C-05", "First add a hardware key or save a recovery code. Account recovery is for the day on which those are lost."
  )
  static let addKeyFirst = Copy("C-05.keys", "Add a hardware key")
  static let cannotLookNow = Copy("C-05.outage", "We can't see right now what your account has.")
  static let backupSetUp = Copy("C-07", "Set up account recovery?")
  static let whatEscrowIs = Copy(
    "C-02",
    """
    If every device, key and paper is lost, people whom you choose can let you back in together. None of them can do \
    it alone.
    """)
  static let replacesEscrow = Copy(
    "C-07.again",
    """
    You have it already. What you set up now takes its place when you finish. If you stop before, the one that you \
    have still works: it is then the second newest.
    """)
  static let yesSetUp = Copy("C-08", "Set it up"), noSetUp = Copy("C-09", "Not now")
  static let begunBefore = Copy("C-53", "You began this before, and it is still on this computer.")
  static let goOn = Copy("C-53.on", "Go on"), beginAnew = Copy("C-53.anew", "Begin anew")
  static let paidStays = Copy(
    "C-53.paid",
    """
    When you go on, nothing is paid twice, and what you paid since is noticed. If you begin anew, what you paid is of \
    no use.
    """)
  static let makingWayIn = Copy("C-39.sealing", "Making it a way into your account…")
  /// - Parameter isOne: `true` if the ways are told in one line.
  static func escrowIsSetUp(_ isOne: Bool) -> Copy {
    isOne
      ? Copy("C-39.done.one", "Account recovery is set up.")
      : Copy("C-39.done", "Account recovery is set up. Any one of these gets you back in.")
  }
  /// - Parameter isOne: `true` if the ways are told in one line.
  static func fileIsBackedUp(_ isOne: Bool) -> Copy {
    isOne
      ? Copy("C-39.file.one", "Your file is backed up.")
      : Copy("C-39.file", "Your file is backed up. Any one of these gets it back.")
  }
  static let tellNobody = Copy(
    "C-39.keep",
    """
    Keep one of these addresses where you'll find it, on paper for instance. It leads to the others. The rest is who \
    you are, and how you prove it.
    """)
  static let practiceIsDone = Copy(
    "G-34.done",
    """
    That was practice. It works the same with real providers; these ones go when this computer goes, so it doesn't \
    count as a way back in.
    """)
  static let practiceDoesNot = Copy("G-34.no", "No: practice")
}

extension Aside {
  static let escrowSetUp = Aside(
    whatStepMeans,
    [
      (
        Copy("C-02.1", "What it is for"),
        Copy(
          "C-02.1t",
          """
          The day on which everything is gone: a fire, a theft, a lost bag. You bring who you are, and providers bring \
          their parts.
          """)
      ),
      (
        Copy("C-02.2", "Who can open your account with it"),
        Copy(
          "C-02.2t",
          """
          Whoever knows who you are and passes the checks of one way. That is why you choose checks that only you \
          pass.
          """)
      ),
      (
        Copy("C-02.3", "Where your account is"),
        Copy(
          "C-02.3t",
          """
          Providers keep what opens your account, not the account. If it is kept on this computer, keep a copy of it \
          somewhere else too: the command “latchstring copy FILE” writes one.
          """)
      ),
      (
        Copy("C-53.1", "It can wait"),
        Copy("C-53.1t", "What you did so far stays on this computer, and nowhere else. You can go on later.")
      ),
    ])
}
