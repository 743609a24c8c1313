import Vocabulary
import Model
import Sentences

extension StepLabel {
  static let primary = StepLabel(1, of: 4, Copy("A-13", "Tap your primary key"))
  static let backup = StepLabel(2, of: 4, Copy("A-42", "Enroll backup"))
  static let test = StepLabel(3, of: 4, Copy("A-46", "Tap-test sign-in"))
  static let code = StepLabel(4, of: 4, .saveYourCode)
  /// The label of the first step after a recovery, which counts its own steps. No backup is requested, and there is
  /// nothing to test yet.
  static let newPrimary = StepLabel(1, of: 2, primary.label)
}
extension Copy {
  static let saveYourCode = Copy("A-14", "Save your recovery code")
  static let enrollmentTitle = Copy("A-04", "Add a hardware key")
  static let proceed = Copy("A-26", "Continue")
  static let holdYourKey = Copy(
    "A-16", "Put your key in a USB port. Touch it when it lights up.",
    onPhone: "Hold your key against the top of your phone. Tap when you feel the haptic.")  // G-25
  static let plugItIn = Copy("G-25.plug", "Put your key in a USB port. Touch it when it lights up.")
  static let layYourKey = Copy(
    "G-25.reader", "Lay your key on the reader.",
    onPhone: "Hold your key against the top of your phone. Tap when you feel the haptic.")
  static let useThisDevice = Copy("G-25.device", "Use this device's passkey.")
  static let nameThisKey = Copy("A-21", "Name this key")
  static let nameIt = Copy("A-21.says", "Got it. Give it a name you'll know it by.")
  static let nameTaken = Copy(
    "A-23.taken", "You already have a key with that name. Take this name with a number, or choose another one.")
  static func sameName(_ name: Sentence) -> Copy {
    Copy(
      "G-04.sameName",
      """
      You touched your other key called “\(name)”. Touch the one that you mean. Rename one of them afterwards, so \
      that you can tell them apart.
      """)
  }
  static let passkeyWillOpen = Copy(
    "A-02.passkey",
    """
    From now on, your passkey opens your journal too, if it can. You can revoke it in Settings; then it doesn't sign \
    you in either.
    """)
  static let opensToo = Copy(
    "A-60.opensToo",
    """
    It opens your journal now, too. If you don't want that, revoke it in Settings; then it no longer signs you in \
    either.
    """)
  static let nameHint = Copy("A-22", "e.g. yellow YubiKey 5 NFC")
  static let reading = Copy("A-35", "Reading…")
  static let keyDetected = Copy("A-94", "Key detected. Name field below.")
  static let tapOnceMore = Copy("A-40", "Tap once more to confirm. Same key.")
  static let tapOnceMoreTitle = Copy("A-39", "Tap once more to confirm.")
  static let saving = Copy("A-41.saving", "Saving…")
  static let secondKey = Copy(
    "A-43", "Second key strongly encouraged. If your first key disappears, the second one keeps you in.")
  static let fitsThisPhone = Copy(
    "A-91", "",
    onIPhone: """
      Pick a backup that fits this phone — Lightning or NFC. Your primary is USB-C; that's fine but it won't sign you \
      in here in a pinch.
      """)
  static let newerHasUSB = Copy(
    "A-91.newer", "", onIPhone: "An iPhone 15 or newer has USB-C itself: a primary with USB-C fits there as it is.")
  static let fitsThisComputer = Copy(
    "A-90",
    """
    Pick a backup that fits this computer — USB. Your primary is NFC; that's fine but it won't sign you in here in a \
    pinch.
    """,
    onPhone: "")
  static let skipBackup = Copy("A-44", "Skip backup (not recommended)")
  static let reallySkip = Copy("A-45", "Go on with one key?")
  static let addSecond = Copy("A-45.add", "Add a second key")
  static let goOnWithOne = Copy("A-45.goOn", "Go on with one key")
  static let accountRecovery = Copy("A-45.note.recovery", "account recovery")
  /// - Parameter others: What opens the journal besides the one key and the recovery code.
  static func reallySkipNote(_ others: [Sentence]) -> Copy {
    others.isEmpty
      ? Copy("A-45.note", "If that key is lost or breaks, only your recovery code opens your journal.")
      : Copy(
        "A-45.note.others",
        "If that key is lost or breaks, only your recovery code and \(others.listed) open your journal.")
  }
  static let quickTest = Copy("A-48", "Quick test. Tap your primary. Then your backup.")
  static let tapPrimary = Copy("A-47.primary", "Tap your primary.")
  static let nowBackup = Copy("A-47.backup", "Now your backup.")
  static let leaveOut = Copy("A-49.leaveOut", "Leave this key out")
  static let keepGoing = Copy("A-79.keep", "Keep going")
  static let reallyCancel = Copy("A-80", "Cancel enrollment? Your primary key won't be saved.")
  static let reallyCancelNote = Copy(
    "A-81", "What you saved here so far is taken back, and the keys can't sign in here.")
  static let cancelEnrollment = Copy("A-81.button", "Cancel enrollment")
  static let backToStep1 = Copy("A-30", "Back to step 1")
  static let keyIsSaved = Copy("G-36", "This key is saved. Rename it, replace it, or go on.")
  static let replaceKey = Copy("G-36.replace", "Replace this key")
  static let tapAgain = Copy("A-83", "Tap again")
  static let cannotEnrollNow = Copy("A-101", "Can't enroll keys right now. Try again in a few minutes.")
  static let thatIsYourPrimary = Copy("G-05", "That's your primary. Use a different key.")
  static let alreadyEnrolled = Copy("G-05.other", "You added this key already. Use a different key.")
  static let ownKeyAsPrimary = Copy(
    "G-05.own", "You signed up with this key. Use it as your primary key, or tap a different one.")
  static let ownKeyAsBackup = Copy(
    "G-05.ownBackup", "You signed up with this key. Use it as your backup key, or tap a different one.")
  static let useThisKey = Copy("G-05.use", "Use this key")
  static let tapAnother = Copy("G-05.another", "Tap a different key")
  static let useSignUpKey = Copy("G-05.signUp", "Use the key I signed up with")
  static func differentKey(_ name: Sentence) -> Copy { Copy("G-04", "That's a different key. Tap “\(name)”.") }
  static let missed = Copy("A-36", "That didn't read. Try again.")
  static let timedOut = Copy("G-31", "That took longer than 30 seconds. Try again.")
  static let rejectedKey = Copy(
    "A-36.rejected", "We couldn't check that key. Set a PIN on it if it has none, then try again.")
  static let cannotUseKeys = Copy("A-36.unsupported", "This browser can't use hardware keys. Try another browser.")
  static let keysAreIn = Copy("A-62", "Keys are in. Two enrolled, recovery code saved. The kitchen's locked up well.")
  static let keysAreInTitle = Copy("A-61", "Keys are in. Two enrolled, recovery code saved.")
  static let keyIsIn = Copy("G-01", "Key is in. One enrolled, recovery code saved.")
  static let primaryTested = Copy("A-60.primary", "Primary. Tested just now.")
  static let primarySignsIn = Copy("A-60.primarySignsIn", "Primary. Tested just now. It can sign in only.")
  static let backupTested = Copy("A-60.backup", "Backup. Tested just now.")
  static let backupSignsIn = Copy("A-60.backupSignsIn", "Backup. Tested just now. It can sign in only.")
  static let codeLine = Copy("A-60.code", "Recovery code")
  static let codeSaved = Copy("A-60.saved", "Keep it offline.")
  static let backToSettings = Copy("A-63", "Back to Settings", inTerminal: "Close")
  static let backToChat = Copy("A-63.chat", "Back to chat")
  static let backToAccount = Copy("A-63.account", "Back to your account", inTerminal: "Close")
}

extension Aside {
  private static let stopHere = (Copy("A-82.h", "If you stop here"), Copy("A-82.t", "Nothing is saved."))
  private static let stopLater = (
    Copy("A-81.h", "If you stop here"), Copy("A-81.t", "We ask once more, then take back what you saved here so far.")
  )
  private static let whatYouHave = Copy("A-60.means", "What you have now")
  static let masterKey = (
    Copy("A-51.1", "What it restores"),
    Copy(
      "A-51.1t", "The secret that your journal is locked with. Your keys, cards and this code open it. No server can.")
  )
  static let peerHistory = (
    Copy("A-51.2", "Peer history"),
    Copy(
      "A-51.2t",
      "The list of whom you gave a kit, and of who holds a part of your way back. It is kept with your journal.")
  )
  static let cannot = (Copy("A-76.1", "What we can't do"), Copy.cannotRecover)
  static let primaryKey = Aside(
    whatStepMeans,
    [
      (
        Copy("A-02.h", "Your primary key"),
        Copy(
          "A-02.t",
          "It does two things. It signs you in, and it opens your journal. The secret for each never leaves the key.")
      ),
      (
        Copy("A-23.h", "What we keep"),
        Copy(
          "A-23.t",
          """
          Its public half, the name you give it, and a locked copy of your journal's secret that only this key can open.
          """)
      ),
      stopHere, cannot,
    ])
  static let backupKey = Aside(
    whatStepMeans,
    [
      (Copy("A-25.h", "A backup key"), Copy("A-25", "Backup keys can sign in if the primary is lost or damaged.")),
      (
        Copy("A-25.where", "Where to keep it"),
        Copy("A-25.wheret", "Somewhere else than the first one: another building, another person's drawer.")
      ),
      stopLater, cannot,
    ])
  static let tapTest = Aside(
    whatStepMeans,
    [
      (
        Copy("A-46.h", "Why a test"),
        Copy(
          "A-46.t",
          """
          Each key signs once, as it will when you sign in. A key that fails is better found now than on the day you \
          need it.
          """)
      ),
      (Copy("A-49.h", "If a key doesn't work"), Copy("A-49.t", "Tap again, or revoke it here and add another one.")),
      stopLater, cannot,
    ])
  static let enrolledOne = Aside(
    whatYouHave,
    [
      (
        Copy("A-60.alone", "Lose this key"),
        Copy("A-60.alonet", "You are in with the 12 words, and with nothing else that you added here.")
      ), cannot,
    ])
  static let enrolled = Aside(
    whatYouHave,
    [
      (Copy("A-60.one", "Lose one key"), Copy("A-60.onet", "You are in, with any other key of yours.")),
      (Copy("A-60.both", "Lose every key"), Copy("A-60.botht", "You are in, with the 12 words.")),
      cannot,
    ])
}
