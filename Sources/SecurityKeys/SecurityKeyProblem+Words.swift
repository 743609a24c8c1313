import CFIDO
import Sentences

extension SecurityKeyProblem {
  /// The sentence for the person: what happened, and what to do next.
  public var sentence: Sentence {
    switch self {
    case .noKey: "No security key was found. Plug one in, then try again."
    case .notPermitted(let path):
      """
      A security key is plugged in, but you may not open it: \(path). Whoever sits at this computer may, as a rule; \
      somebody who came over ssh may not. Root can allow it until the key is unplugged: setfacl -m u:NAME:rw \(path)
      """
    case .notAKey(let path): "At \(path) is no security key that answers."
    case .tooOld: "This key is too old: it speaks only U2F, and knows no PIN. Use one that speaks FIDO2."
    case .wrongPIN(triesLeft: nil): "That is not the key's PIN."
    case .wrongPIN(triesLeft: 1?):
      """
      That is not the key's PIN. One try is left; after a wrong one the key must be reset, which erases every passkey \
      on it.
      """
    case .wrongPIN(let tries?): "That is not the key's PIN. \(tries) tries are left."
    case .paused: "Three wrong PINs in a row. Unplug the key, plug it in again, then try again."
    case .pinBlocked:
      "The key's PIN was wrong too often and is not taken any more. Only a reset helps, which erases its passkeys."
    case .pinNeeded: "The key's PIN is needed, of 4 characters or more: --pin-fd says where it is read."
    case .noPIN: "This key has no PIN yet, and one is needed here. Set one: fido2-token -L shows its path, -S sets it."
    case .notRecognized: "The key did not recognize you. Try again."
    case .lastTry: "Only one PIN try is left. Say --last-try if it may be used."
    case .noCredential(isAsked: false): "There is no passkey for an account here on this key."
    case .noCredential(isAsked: true): "This is another key: it does not have the passkey that was asked for."
    case .alreadyEnrolled: "This key belongs to the account already."
    case .declined: "It was called off. Nothing was changed."
    case .timedOut: "The key was not touched in time. Nothing was changed."
    case .removed: "The key was taken out, or answers no more. Plug it in, then try again."
    case .full: "There is no room on this key for another passkey."
    case .unsupported: "This key can't do what is needed here. Use a different one."
    case .wrongPlace: "The settings do not fit together: the address of the page is not one of rp.id's."
    case .severalAccounts: "This key has several accounts here. Say with --account which one you mean."
    case .failed(let code): "The key refused (\(Self.name(of: code))). Try again."
    }
  }

  private static func name(of code: Int32) -> String { fido_strerr(code).map { String(cString: $0) } ?? "\(code)" }
}
