import AccountService
import Model
import Sentences

/// The room for the password: whether one is set, and since when if the log still shows it.
struct PasswordView {
  let safety: Accounts.Safety

  var values: [String: Any] { ["hasPassword": safety.hasPassword, "state": state.said, "note": note.said] }

  private var state: Sentence {
    guard safety.hasPassword else { return "No password is set. You don't need one." }
    guard let entry = safety.log.entries.first(where: { $0.event == .passwordSet }) else { return "A password is set." }
    return "A password is set. You set it \(Moment(date: entry.at, now: safety.at).onDay)."
  }

  /// `true` if a hardware key or a card, other than one to practice with, is asked for beside the password (G-29).
  private var hasHardware: Bool { safety.hardwareKeys > 0 || safety.keys.contains { $0.isCard && !$0.isRehearsal } }

  private var note: Sentence {
    switch (hasHardware, safety.hasPassword) {
    case (true, true):
      "It opens nothing, and as long as you have a hardware key or a card it does not sign you in alone."
    case (false, true): "It signs you in by itself, and opens nothing. Whoever knows it can sign in."
    case (true, false): "With one, you could sign in with it and a key or card. It would open nothing."
    case (false, false): "It would sign you in by itself, and open nothing."
    }
  }
}
