import AccountService
import CeremonyService
import Foundation
import Model
import Sentences

/// Settings → Safety: the ways in, the missing ones, and the account's events.
struct SafetyView {
  let safety: Accounts.Safety
  let rpID: String
  let metadata: CurrentMetadata
  /// The places where the account is signed in.
  let places: [Sessions.Open]
  let sessionDays: Int

  var values: [String: Any] {
    var values: [String: Any] = [
      "title": say("Safety"), "register": "working", "origin": Origin.safety.path, "back": Origin.account.link,
      "keys": safety.keys.map(row), "hasKeys": !safety.keys.isEmpty,
      "hasOneKey": safety.hardwareKeys == 1,
      "code": code.said, "canMakeCode": safety.hasMasterKey && reminder == nil, "hasPassword": safety.hasPassword,
      "password": safety.hasPassword ? say("Set") : say("Not set"), "happened": LogView(log: safety.log).rows,
      "hasMoreLog": safety.log.goesOn, "log": LogView.path,
      "cardActs": CardActs.values(hasCard: safety.keys.contains(where: \.isCard)), "recovery": recovery,
      "sessions": places.map { SessionRowView(place: $0, now: safety.at).values },
      "hasOtherSessions": places.contains { !$0.isOwn }, "sessionsEnd": sessionsEnd,
    ]
    if safety.hardwareKeys == 0 {
      values["entry"] = ["says": say("Lock things down. Add a hardware key when you get a chance.")]
    }
    values["signals"] = safety.signals.values(rpID: rpID)
    if !safety.leftOnKeys.isEmpty {  // G-18
      values["left"] = ["names": safety.leftOnKeys.map { say("“\($0)”") }.joined(separator: ", ")]
    }
    if let reminder { values["reminder"] = ["heading": reminder.said, "canEnd": safety.codeSavedAt != nil] }
    return values
  }

  /// A-57, G-27: the code itself no longer exists anywhere, so a reminder can only lead to a new code.
  private var reminder: Sentence? {
    switch (safety.codeSavedAt, safety.hasMasterKey, safety.wantsCodeReminder) {
    // An account on a card never had a code. The page offers one below, and nothing is lost.
    case (nil, true, false) where safety.hardwareKeys == 0: nil
    case (nil, true, _), (nil, false, true): "Your recovery code is not saved yet"
    case (.some, _, true): "A new recovery code is still to be made"
    case (nil, false, false), (.some, _, false): nil
    }
  }

  /// Tells the person after how many days their browser forgets the session. Other limits matter only for a copied
  /// session.
  private var sessionsEnd: String {
    let browser = Sessions.browserDays(of: sessionDays)
    let kept = say(
      """
      Each is called what it calls itself. A browser keeps you signed in for \(browser.inDays), and then you sign in \
      again.
      """)
    guard sessionDays > browser else { return kept }
    let copied = say(
      """
      If somebody copied a sign-in out of a browser, the copy ends \(sessionDays.inDays) after you signed in at the \
      latest, and at once when you sign it out here.
      """)
    return "\(kept) \(copied)"
  }

  private func row(_ key: Accounts.Key) -> [String: Any] {
    KeyRowView(key: key, model: key.claims.flatMap { metadata.entry($0.aaguid) }, now: safety.at).values
  }

  private var code: Sentence {
    guard let saved = safety.codeSavedAt else {
      return safety.hasMasterKey ? "Not saved yet." : "You get one when you add your first hardware key."
    }
    return "Saved \(Moment(date: saved, now: safety.at).onDay)."
  }

  /// C-04, C-05, C-52: setting up recovery is offered once there is something to keep safe, while getting back in is
  /// always offered. The hands offer to continue an unfinished set-up (C-53).
  private var recovery: [String: Any] {
    guard let begun = safety.recoveryBegunAt, safety.recovery != .tooEarly else { return recoverySetUp }
    let unfinished = say(
      """
      A set-up that you began \(Moment(date: begun, now: safety.at).onDay) is not finished. What you did and paid so \
      far waits on the computer where you began it, or where you took it.
      """)
    return recoverySetUp.merging(["begun": ["says": unfinished], "act": say("Go on with the set-up")]) { $1 }
  }

  private var recoverySetUp: [String: Any] {
    switch safety.recovery {
    case .tooEarly:
      [
        "note": say("First add a hardware key, or save a recovery code: until then there is nothing to get back."),
        "isTooEarly": true, "act": say("Set up account recovery"),
      ]
    case .none:
      [
        "note": say(
          """
          Not set up. Providers that you choose can help you back in when every device, key and paper is gone.
          """),
        "act": say("Set up account recovery"),
      ]
    case .setUp(let date, let isPractice):
      [
        "note": Self.isSetUp(Moment(date: date, now: safety.at).onDay, isPractice: isPractice).said, "isSetUp": true,
        "act": say("Set it up anew"),
      ]
    }
  }

  private static func isSetUp(_ day: Sentence, isPractice: Bool) -> Sentence {
    guard isPractice else { return "Set up \(day)." }
    return """
      Set up \(day), with practice providers. It never counts as a way back in. Whoever uses this computer and knows \
      your facts can come in with it.
      """
  }
}
