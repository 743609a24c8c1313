import Encoding

extension BackupDraft {
  /// A truth, and what it was made of.
  struct Drawn: Hashable, Sendable, Codable {
    var truth: Truth
    let method: BackupMethod
    /// Who the person is at its provider, 64 bytes.
    let user: FiledSecret
  }

  /// Everything that was drawn, for this plan and for those before it.
  private var drawn: [Drawn] {
    truths.compactMap { truth in
      guard methods.indices.contains(truth.method), let user = providers[truth.provider]?.user else { return nil }
      var truth = truth
      truth.years = truth.years ?? years
      return Drawn(truth: truth, method: methods[truth.method], user: user)
    } + (aside ?? [])
  }

  /// What another order needs just as it is: of the same method, at the same provider, for the same person and as many years.
  ///
  /// - Parameter users: Who the person of that order is at its providers.
  /// - Returns: The truths that stay, by their places in that order; and the others that a provider keeps or asked money for, for yet another one.
  func staying(_ order: BackupOrder, _ users: [ProviderAddress: UserIdentifier]) -> (kept: [PolicyPart: Truth], aside: [Drawn]) {
    var left = drawn, kept: [PolicyPart: Truth] = [:]
    for part in order.policies.joined() where kept[part] == nil {
      guard order.methods.indices.contains(part.method), let user = users[part.provider], let configuration = order.providers[part.provider] else {
        continue
      }
      let years = configuration.truthYears(order.years), method = order.methods[part.method], person = FiledSecret(user.secret)
      let place = left.firstIndex { drawn in
        drawn.truth.provider == part.provider && drawn.truth.years == years && drawn.method == method && drawn.user == person
      }
      guard let place else { continue }
      var truth = left.remove(at: place).truth  // a document names each once
      truth.method = part.method
      kept[part] = truth
    }
    return (kept, left.filter { $0.truth.standing == .stored || $0.truth.payment != nil })
  }
}

extension DrawnTruth {
  /// As it was drawn.
  init(_ truth: BackupDraft.Truth) {
    self.init(id: truth.id, key: truth.key.secret, salt: truth.salt, share: KeyShare(secret: truth.share.secret))
  }
}
