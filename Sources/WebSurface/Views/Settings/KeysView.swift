import AccountService
import Sentences

/// The room for keys: every key, passkey and card that signs in, and a way to add one.
struct KeysView {
  let safety: Accounts.Safety
  let rows: [KeyRowView]
  let rpID: String

  var values: [String: Any] {
    var values: [String: Any] = [
      "keys": rows.map(\.values), "hasKeys": !rows.isEmpty, "hasOneKey": safety.hardwareKeys == 1,
      "signals": safety.signals.values(rpID: rpID),
    ]
    if safety.hardwareKeys == 0 {
      values["entry"] = ["says": say("Lock things down. Add a hardware key when you get a chance.")]
    }
    if !safety.leftOnKeys.isEmpty {  // G-18
      values["left"] = ["names": safety.leftOnKeys.map { say("“\($0)”") }.joined(separator: ", ")]
    }
    return values
  }
}
