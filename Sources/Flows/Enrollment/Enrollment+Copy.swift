import FlowKit
import Model

extension StepLabel {
  static let primary = StepLabel(1, of: 4, Copy("A-13", "Tap your primary key"))
  static let backup = StepLabel(2, of: 4, Copy("A-42", "Enroll backup"))
  static let test = StepLabel(3, of: 4, Copy("A-46", "Tap-test sign-in"))
}
extension Copy {
  static let proceed = Copy("A-26", "Continue")
  static let cancel = Copy("A-28", "Cancel")
  static let holdYourKey = Copy("A-16", "Hold your key against the top of your phone. Tap when you feel the haptic.")
  static let nameThisKey = Copy("A-21", "Name this key")
  static let nameHint = Copy("A-22", "e.g. yellow YubiKey 5 NFC")
  static let reading = Copy("A-35", "Reading…")
  static let keyDetected = Copy("A-94", "Key detected. Name field below.")
  static let tapOnceMore = Copy("A-40", "Tap once more to confirm. Same key.")
  static let saving = Copy("A-41.saving", "Saving…")
  static let secondKey = Copy("A-43", "Second key strongly encouraged. If your first key disappears, the second one keeps you in.")
  static let skipBackup = Copy("A-44", "Skip backup (not recommended)")
  static let reallySkip = Copy("A-45", "Go on with one key?")
  static let tapPrimary = Copy("A-47.primary", "Tap your primary.")
  static let nowBackup = Copy("A-47.backup", "Now your backup.")
  static let revoke = Copy("A-49", "Revoke this key")
  static let keepGoing = Copy("A-79.keep", "Keep going")
  static let reallyCancel = Copy("A-80", "Cancel enrollment? Your primary key won't be saved.")
  static let tapAgain = Copy("A-83", "Tap again")
  static let cannotEnrollNow = Copy("A-101", "Can't enroll keys right now. Try again in a few minutes.")
  static let thatIsYourPrimary = Copy("G-05", "That's your primary. Use a different key.")
  static let alreadyEnrolled = Copy("G-05.other", "This key is enrolled already. Use a different key.")
  static func differentKey(_ label: String) -> Copy { Copy("G-04", "That's a different key. Tap “\(label)”.") }
  static let missed = Copy("A-36", "That didn't read. Try again.")
}
