import AccountService
import Sentences

/// The page of one key: what it is, what it can do, what can be done with it, and what revoking it costs.
struct KeyView {
  let row: KeyRowView
  let safety: Accounts.Safety

  private var key: Accounts.Key { row.key }

  var values: [String: Any] {
    var values = row.values
    values["isCard"] = key.isCard
    values["test"] = key.isCard ? "card-test" : "key-test"
    values["about"] = about.map { ["name": $0.0.said, "value": $0.1.said] }
    values["revoking"] = revoking.said
    values["model"] = row.modelValues
    if let claims = key.claims, !key.isCard { values["technical"] = ["sentence": claims.inTechnicalWords] }
    return values
  }

  private var about: [(Sentence, Sentence)] {
    let facts: [(Sentence, Sentence?)] = [
      ("Does", does), ("Connects", row.connection), ("Copies", row.copies),
      ("Used", key.isCard ? nil : row.used), ("Tried", row.proved),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }

  private var does: Sentence {
    guard key.isCard || key.claims != nil else { return "cannot sign in any more" }
    if key.opens { return "signs you in, and opens your journal" }
    if key.needsRewrapSince != nil { return "signs you in, and can't open your journal any more" }
    return safety.hasMasterKey ? "signs you in, and never opened your journal" : "signs you in"
  }

  /// What revoking the key means, for the ways in that stand at this moment.
  private var revoking: Sentence {
    let isLast = key.remaining.keys == 0
    if key.remaining.hasKey { return stops(rest) }
    guard key.remaining.isEnough else {
      return isLast
        ? "This is the last of your keys and cards. Add another key or save a recovery code first."
        : "It is the last that opens your journal. Add another key or save a recovery code first."
    }
    return stops(isLast ? lastKey : lastToOpen)
  }

  /// Returns what holds for every key, with what the others then do. A revocation ends all other sessions.
  private func stops(_ then: Sentence) -> Sentence {
    "It stops signing you in, and can't open what you write from then on. \(then) Everywhere else you are signed out."
  }

  private var rest: Sentence {
    let count = key.remaining.keys
    return switch (count, key.remaining.hasCode) {
    case (1, true): "Your other key and your recovery code keep working."
    case (1, false): "Your other key keeps working."
    case (_, true): "Your \(count) other keys and your recovery code keep working."
    case (_, false): "Your \(count) other keys keep working."
    }
  }

  /// What comes after the last key. Without hardware, a password signs in by itself (G-29).
  private var lastKey: Sentence {
    if safety.hasPassword {
      return switch (key.remaining.hasCode, key.remaining.hasRecovery) {
      case (_, false): "After that, your password signs you in, and only your recovery code opens your journal."
      case (false, true): "After that, your password signs you in, and only account recovery opens your journal."
      case (true, true):
        """
        After that, your password signs you in, and only your recovery code and account recovery open your journal.
        """
      }
    }
    return switch (key.remaining.hasCode, key.remaining.hasRecovery) {
    case (_, false): "After that, only your recovery code lets you back in."
    case (false, true): "After that, only account recovery lets you back in."
    case (true, true): "After that, only your recovery code and account recovery let you back in."
    }
  }
  private var lastToOpen: Sentence {
    switch (key.remaining.hasCode, key.remaining.hasRecovery) {
    case (_, false): "After that, only your recovery code opens your journal."
    case (false, true): "After that, only account recovery opens your journal."
    case (true, true): "After that, only your recovery code and account recovery open your journal."
    }
  }
}
