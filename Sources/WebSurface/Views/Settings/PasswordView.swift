import AccountService
import Model
import Sentences

/// The room for the password: whether one is set, and since when if the log still shows it.
struct PasswordView {
  let safety: Accounts.Safety

  var values: [String: Any] { ["hasPassword": safety.hasPassword, "state": state.said, "note": note.said] }

  private var state: Sentence {
    guard safety.hasPassword else { return "No password is set." }
    guard let entry = safety.log.entries.first(where: { $0.event == .passwordSet }) else { return "A password is set." }
    return "A password is set. You set it \(Moment(date: entry.at, now: safety.at).onDay)."
  }

  /// `true` if a hardware key or a card, other than one to practice with, is asked for beside the password (G-29).
  private var hasHardware: Bool { safety.hardwareKeys > 0 || safety.keys.contains { $0.isCard && !$0.isRehearsal } }

  private var note: Sentence {
    hasHardware
      ? "It opens nothing, and as long as you have a hardware key or a card it does not sign you in alone."
      : "You don't need one: your passkey signs you in by itself. A password opens nothing."
  }
}
