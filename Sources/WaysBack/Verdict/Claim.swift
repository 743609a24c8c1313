import Sentences

/// What a verdict claims, as far as what nobody said allows it.
enum Claim: Hashable {
  case nothingOpens
  /// Something may open the journal, and nobody ever tried it.
  case nothingTried
  /// Something may open the journal. It was tried too long ago, or it does not answer now.
  case tooLittleTried
  /// One thing is enough to lose. After some losses nothing signs in; after others the journal alone is closed.
  case oneLoss(locksOut: [[Sentence]], closes: [[Sentence]])
  /// No single thing is enough, on a condition that nobody confirmed.
  case ifApart(Condition, Subject)
  /// Nothing that is so few is enough: 1, 2 or 3 things.
  case survives(Int, while: Sentence?)
  /// The journal survives any single loss, the account does not.
  case journalSurvives(while: Sentence?)

  enum Condition { case noTwoTogether, noSharedPIN, neither }
  enum Subject { case person, journal }
}

extension Verdict {
  var claim: Claim {
    if strength == 0 { return hoped == 0 ? .nothingOpens : wasTried ? .tooLittleTried : .nothingTried }
    if strength == 1 { return .oneLoss(locksOut: losses.filter { !closing.contains($0) }, closes: closing) }
    // If a known loss ends the account, that is said by itself. If only a bad arrangement could end it, that is a
    // condition.
    let endsByOne = account < 2, sure = endsByOne ? sure : min(sure, sureAccount)
    if sure < 2 { return .ifApart(condition, endsByOne ? .journal : .person) }
    let stands = withoutHost < sure ? host : nil
    return endsByOne ? .journalSurvives(while: stands) : .survives(sure - 1, while: stands)
  }

  private var condition: Claim.Condition {
    switch (ifTogether < 2, ifOnePIN < 2) {
    case (true, true): .neither
    case (false, true): .noSharedPIN
    case (_, false): .noTwoTogether
    }
  }
}
