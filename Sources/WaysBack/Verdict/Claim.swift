import Sentences

/// What a verdict claims, as far as what nobody said allows it.
enum Claim: Hashable {
  /// - Parameter hasJournal: `true` if something opened it once.
  case nothingOpens(hasJournal: Bool)
  /// Something may open the journal, and nobody ever tried it.
  case nothingTried
  /// Something may open the journal. It was tried too long ago, or it does not answer now.
  case tooLittleTried
  /// One thing is enough to lose. What nobody tried, if it works, lets the person in after the losses that only may do
  /// harm, and not after the certain ones.
  case oneLoss(certain: Harm, possible: Harm)
  /// No single thing is enough, on a condition that nobody confirmed.
  case ifApart(Condition, Subject)
  /// Nothing that is so few is enough: 1, 2 or 3 things.
  case survives(Int, while: Sentence?)
  /// The journal survives any single loss, the account does not.
  case journalSurvives(while: Sentence?)

  enum Condition { case noTwoTogether, noSharedPIN, neither }
  enum Subject { case person, journal }
  /// Losses by what they do: after some nothing that was tried signs in, and after the others the journal alone is
  /// closed.
  struct Harm: Hashable { var locksOut, closes: [[Sentence]] }
}

extension Verdict {
  var claim: Claim {
    if strength == 0, hoped == 0 { return .nothingOpens(hasJournal: hasJournal) }
    if strength == 0 { return wasTried ? .tooLittleTried : .nothingTried }
    if strength == 1 {
      return .oneLoss(certain: harm { !hopeful.contains($0) }, possible: harm(hopeful.contains))
    }
    // If a known loss ends the account, that is said by itself. If only a bad arrangement could end it, that is a
    // condition.
    let endsByOne = account < 2, sure = endsByOne ? sure : min(sure, sureAccount)
    if sure < 2 { return .ifApart(condition, endsByOne ? .journal : .person) }
    let stands = withoutHost < sure ? host : nil
    return endsByOne ? .journalSurvives(while: stands) : .survives(sure - 1, while: stands)
  }

  private func harm(_ isMeant: ([Sentence]) -> Bool) -> Claim.Harm {
    let meant = losses.filter(isMeant)
    return Claim.Harm(
      locksOut: meant.filter { !closing.contains($0) }, closes: meant.filter(closing.contains))
  }

  private var condition: Claim.Condition { Claim.Condition(ifTogether: ifTogether, ifOnePIN: ifOnePIN) }
}

extension Claim.Condition {
  /// Creates the condition under which no single thing is enough to lose.
  ///
  /// - Parameters:
  ///   - ifTogether: The strength if everything unplaced lies together.
  ///   - ifOnePIN: The strength if PINs are shared.
  init(ifTogether: Int, ifOnePIN: Int) {
    switch (ifTogether < 2, ifOnePIN < 2) {
    case (true, true): self = .neither
    case (false, true): self = .noSharedPIN
    case (_, false): self = .noTwoTogether
    }
  }
}
