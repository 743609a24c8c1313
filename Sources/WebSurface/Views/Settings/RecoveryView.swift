import AccountService
import Foundation
import Sentences

/// The room for what gets somebody back in when keys are lost: the recovery code and account recovery.
struct RecoveryView {
  let safety: Accounts.Safety

  var values: [String: Any] {
    var values: [String: Any] = [
      "code": code.said, "canMakeCode": safety.hasMasterKey && reminder == nil,
      "canTryCode": safety.codeSavedAt != nil, "canCheckPaper": safety.canCheckPaper, "recovery": recovery,
    ]
    if safety.hasMasterKey {
      var copies: [String: Any] = ["canTake": true]
      copies["last"] = lastCopy?.said
      values["copies"] = copies
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

  private var lastCopy: Sentence? {
    safety.copyTakenAt.map { "A copy was last asked for \(Moment(date: $0, now: safety.at).onDay)." }
  }

  private var code: Sentence {
    guard let saved = safety.codeSavedAt else {
      return safety.hasMasterKey ? "Not saved yet." : "You get one when you add your first hardware key."
    }
    let facts = [PaperFacts.savedOn(saved, now: safety.at)] + PaperFacts(safety).all
    return facts.dropFirst().reduce("\(facts[0]).") { "\($0) \($1)." }
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
        "note": (hasUntriedWay ? Self.tryFirst : Self.addFirst).said,
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

  /// `true` if something opens the journal that nobody has tried yet.
  private var hasUntriedWay: Bool { safety.keys.contains { $0.opens && !$0.isRehearsal } }
  private static let addFirst: Sentence =
    "First add a hardware key, or save a recovery code: until then there is nothing to get back."
  private static let tryFirst: Sentence =
    "First try a key or card that opens your journal, or save a recovery code."

  private static func isSetUp(_ day: Sentence, isPractice: Bool) -> Sentence {
    guard isPractice else { return "Set up \(day)." }
    return """
      Set up \(day), with practice providers. It never counts as a way back in. Whoever uses this computer and knows \
      your facts can come in with it.
      """
  }
}
