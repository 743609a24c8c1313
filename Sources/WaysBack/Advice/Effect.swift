import Sentences

extension Verdict {
  /// Returns what a step does, in the words that the page would then use itself.
  func effect(of then: Verdict) -> Sentence {
    if then.strength > strength {
      if strength == 0 { return "Then something that you tried opens your journal." }
      if then.sentence != sentence { return then.sentenceAfterStep }
    }
    if strength < 3, then.strength >= strength, let gone = losses.first(where: { !then.losses.contains($0) }) {
      return Self.ended(gone, closes: closing.contains(gone))
    }
    if then.survivesHost, !survivesHost, let host { return "Then your journal opens even if \(host) goes away." }
    if then.account >= account, let gone = accountLosses.first(where: { !then.accountLosses.contains($0) }) {
      return gone.count == 1
        ? "Then losing \(gone.listed) no longer ends the account."
        : "Then losing \(gone.listed) together no longer ends the account."
    }
    return "Then you know, instead of hoping."
  }

  /// - Parameter closes: `true` if the loss closes the journal alone, and something else signs in.
  private static func ended(_ loss: [Sentence], closes: Bool) -> Sentence {
    switch (closes, loss.count) {
    case (false, 1): "Then losing \(loss.listed) no longer locks you out."
    case (false, _): "Then losing \(loss.listed) together no longer locks you out."
    case (true, 1): "Then losing \(loss.listed) no longer closes your journal."
    case (true, _): "Then losing \(loss.listed) together no longer closes your journal."
    }
  }

  private var sentenceAfterStep: Sentence {
    let said = claim.sentenceAfterStep
    guard account < 2 else { return said }
    return "\(said) Losing \(accountLosses.choice) ends the account."
  }
}

extension Claim {
  /// The claim as what a step brings about. No step is advised for its effect on the first claims, which are the worst.
  fileprivate var sentenceAfterStep: Sentence {
    switch self {
    case .nothingOpens, .nothingTried, .tooLittleTried, .oneLoss: sentence
    case .ifApart(.noTwoTogether, .person):
      "Then no single thing locks you out, as long as no two of them lie in one place."
    case .ifApart(.noSharedPIN, .person): "Then no single thing locks you out, as long as no two share a PIN."
    case .ifApart(.neither, .person):
      "Then no single thing locks you out, as long as no two of them lie in one place or share a PIN."
    case .ifApart(.noTwoTogether, .journal):
      "Then no single thing closes your journal, as long as no two of them lie in one place."
    case .ifApart(.noSharedPIN, .journal): "Then no single thing closes your journal, as long as no two share a PIN."
    case .ifApart(.neither, .journal):
      "Then no single thing closes your journal, as long as no two of them lie in one place or share a PIN."
    case .survives(1, nil): "Then no single loss locks you out."
    case .survives(2, nil): "Then you can lose any two things and still come back."
    case .survives(_, nil): "Then you can lose any three things and still come back."
    case .survives(1, let host?): "Then no single loss of yours locks you out while \(host) stands."
    case .survives(2, let host?): "Then you can lose any two things of yours and still come back while \(host) stands."
    case .survives(_, let host?):
      "Then you can lose any three things of yours and still come back while \(host) stands."
    case .journalSurvives(nil): "Then no single loss closes your journal."
    case .journalSurvives(let host?): "Then no single loss of yours closes your journal while \(host) stands."
    }
  }
}
