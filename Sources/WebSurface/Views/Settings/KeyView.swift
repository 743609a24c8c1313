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
      ("Used", key.isCard ? nil : row.used), ("Proved", row.proved),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }

  private var does: Sentence {
    guard key.isCard || key.claims != nil else { return "cannot sign in any more" }
    return key.opens ? "signs you in, and opens your journal" : "signs you in, and opens nothing"
  }

  /// What revoking the key means, for the ways in that stand at this moment. A card to practice with never counts.
  private var revoking: Sentence {
    let others = safety.keys.filter { $0.id != key.id && !$0.isRehearsal }, hasCode = safety.codeSavedAt != nil
    if others.isEmpty {
      return hasCode ? lastKey : "This is your last way in. Add another key or save a recovery code first."
    }
    if safety.hasMasterKey && key.opens && !others.contains(where: \.opens) {
      return hasCode
        ? lastToOpen : "It is the last that opens your journal. Add another key or save a recovery code first."
    }
    return switch (others.count, hasCode) {
    case (1, true): "It signs you in no more, and opens nothing new. Your other key and your paper keep working."
    case (1, false): "It signs you in no more, and opens nothing new. Your other key keeps working."
    case (_, true):
      "It signs you in no more, and opens nothing new. Your \(others.count) other keys and your paper keep working."
    case (_, false): "It signs you in no more, and opens nothing new. Your \(others.count) other keys keep working."
    }
  }

  private var hasRecovery: Bool {
    if case .setUp(_, isPractice: false) = safety.recovery { true } else { false }
  }
  private var lastKey: Sentence {
    hasRecovery
      ? "It signs you in no more. After that, only your recovery code and account recovery let you back in."
      : "It signs you in no more. After that, only your recovery code lets you back in."
  }
  private var lastToOpen: Sentence {
    hasRecovery
      ? "It signs you in no more. After that, only your recovery code and account recovery open your journal."
      : "It signs you in no more. After that, only your recovery code opens your journal."
  }
}
