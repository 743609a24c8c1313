extension Holdings {
  /// The same holdings as the account's server knows them: without places, PINs, copies and providers.
  public var asTheServerSeesIt: Holdings {
    var rows = self
    rows.places = [:]
    rows.copies = []
    rows.spentCopies = []
    for at in keys.indices {
      rows.keys[at].place = nil
      rows.keys[at].pin = nil
    }
    rows.cards = cards.map { Card(id: $0.id, $0.name, inSentence: $0.nameInSentence, provedOn: $0.provedOn) }
    if let code {
      let proved = code.papers.filter { $0.provedOn != nil }
      let isOnlyRead = !proved.isEmpty && proved.allSatisfy(\.isOnlyRead)
      rows.code?.papers = [Code.Paper(provedOn: proved.compactMap(\.provedOn).max(), isOnlyRead: isOnlyRead)]
    }
    if case .known(let plan) = escrow { rows.escrow = .somewhere(joinedOn: plan.joinedOn) }
    return rows
  }
}

extension Holdings.Plan {
  /// The newest day on which all parts of a policy had been given back.
  public var joinedOn: Int? {
    let tried = policies.filter { !$0.isEmpty && isTried($0) }
    return tried.compactMap { policy in policy.compactMap { parts[$0].provedOn }.min() }.max()
  }
}
