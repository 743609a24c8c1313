import Sentences

extension Verdict {
  public var sentence: Sentence {
    let said = claim.sentence
    guard strength > 1, account < 2 else { return said }
    return "\(said) Losing \(accountLosses.choice) ends the account."
  }

  /// What would make it safer if it works, and nobody tried.
  public var hope: Sentence? {
    guard hoped > strength, strength > 0, !untried.isEmpty else { return nil }
    return untried.count == 1
      ? "You'd be safer still if \(untried[0]) works. You haven't tried it."
      : "You'd be safer still if \(untried.listed) work. You haven't tried them."
  }

  /// Why the sentence has a condition.
  public var doubt: Sentence? {
    guard strength > 1, sure < strength else { return nil }
    let places: Sentence = "We don't know where your things lie. Two that lie together are one loss."
    let pins: Sentence = "One PIN for two keys is one thing to forget."
    switch (ifTogether < strength, ifOnePIN < strength) {
    case (true, false): return places
    case (false, true): return pins
    case (true, true), (false, false): return "\(places) \(pins)"
    }
  }
}

extension Claim {
  var sentence: Sentence {
    switch self {
    case .nothingOpens(false): "You have no journal yet."
    case .nothingOpens(true): "Nothing that you have opens your journal any more."
    case .nothingTried:
      "You have what you need, and none of it was seen to open your journal yet. Try one thing today."
    case .tooLittleTried: "You have what you need, but too little of it was tried lately. Try one thing today."
    case .oneLoss(let certain, let possible): (certain.asCertain + possible.asPossible).inARow
    case .ifApart(.noTwoTogether, .person): "No single thing locks you out, as long as no two of them lie in one place."
    case .ifApart(.noSharedPIN, .person): "No single thing locks you out, as long as no two share a PIN."
    case .ifApart(.neither, .person):
      "No single thing locks you out, as long as no two of them lie in one place or share a PIN."
    case .ifApart(.noTwoTogether, .journal):
      "No single thing closes your journal, as long as no two of them lie in one place."
    case .ifApart(.noSharedPIN, .journal): "No single thing closes your journal, as long as no two share a PIN."
    case .ifApart(.neither, .journal):
      "No single thing closes your journal, as long as no two of them lie in one place or share a PIN."
    case .survives(1, nil): "No single loss locks you out."
    case .survives(2, nil): "You can lose any two things and still come back."
    case .survives(_, nil): "You can lose any three things and still come back."
    case .survives(1, let host?): "No single loss of yours locks you out while \(host) stands."
    case .survives(2, let host?): "You can lose any two things of yours and still come back while \(host) stands."
    case .survives(_, let host?): "You can lose any three things of yours and still come back while \(host) stands."
    case .journalSurvives(nil): "No single loss closes your journal."
    case .journalSurvives(let host?): "No single loss of yours closes your journal while \(host) stands."
    }
  }
}

extension Claim.Harm {
  fileprivate var asCertain: [Sentence] {
    [
      locksOut.isEmpty ? nil : "One loss locks you out: \(locksOut.choice)." as Sentence,
      closes.isEmpty ? nil : "One loss closes your journal: \(closes.choice)." as Sentence,
    ].compactMap(\.self)
  }
  fileprivate var asPossible: [Sentence] {
    [
      locksOut.isEmpty ? nil : "One loss may lock you out: \(locksOut.choice)." as Sentence,
      closes.isEmpty ? nil : "One loss may close your journal: \(closes.choice)." as Sentence,
    ].compactMap(\.self)
  }
}

extension [[Sentence]] {
  /// The losses as a choice: "a, b and c, or d".
  var choice: Sentence { map(\.listed).listedAsChoice }
}

extension [Sentence] {
  /// All sentences, one after the other.
  var inARow: Sentence { dropFirst().reduce(first ?? "") { "\($0) \($1)" } }
  /// All sentences combined into a choice: "a", "a or b", "a, b or c".
  var listedAsChoice: Sentence {
    guard let last, count > 1 else { return first ?? "" }
    let others = dropFirst().dropLast().reduce(self[0]) { "\($0), \($1)" }
    return "\(others) or \(last)"
  }
}

extension Picture {
  /// The verdict's sentence, and the day on which it rests.
  public var headline: Sentence {
    let sentence = Verdict(self).sentence
    return lastTried.map { "\(sentence) \($0)" } ?? sentence
  }
  /// The day on which the verdict's sentence rests, as a sentence; `nil` if nothing was tried that it needs.
  public var lastTried: Sentence? {
    restsOn.map { $0 == holdings.today ? "Last tried today." : "Last tried \(UnixDay.text($0))." }
  }
  /// The newest day from which on everything was tried that the verdict's sentence needs.
  public var restsOn: Int? {
    let now = Verdict(self)
    guard now.strength > 0 else { return nil }
    return holdings.proofs.sorted(by: >).first { day in
      Picture(holdings.tried(since: day)).map { Verdict($0).sentence == now.sentence } ?? false
    }
  }
}
