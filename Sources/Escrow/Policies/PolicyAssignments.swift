/// The ways to give the methods of one combination to providers.
struct PolicyAssignments {
  private struct Offer {
    var url: String
    var provider: Int
    var operatorNumber: Int
    /// What it costs, as a part of the most that anybody asks in this currency: good enough to keep the cheap ones.
    var price: Double
  }
  private let subset: [Int]
  private let offers: [[Offer]]

  init(of subset: [Int], in facts: PolicyFacts) {
    self.subset = subset
    var operators: [String: Int] = [:], highest: [String: Double] = [:]
    for name in facts.providers.map(\.operatorName) where operators[name] == nil { operators[name] = operators.count }
    let prices = subset.map { method in
      facts.providers.indices.filter { facts.providers[$0].offers(facts.methods[method]) }.map { index in
        (index, facts.fees(of: PlannedChallenge(method: method, provider: facts.providers[index].url)))
      }
    }
    for (_, fees) in prices.joined() { for fee in fees { highest[fee.currency] = max(highest[fee.currency] ?? 0, Self.number(fee)) } }
    offers = prices.map { each in
      each.map { index, fees in
        let price = fees.reduce(0) { sum, fee in
          let most = highest[fee.currency] ?? 0
          return most > 0 ? sum + Self.number(fee) / most : sum
        }
        let provider = facts.providers[index]
        return Offer(url: provider.url, provider: index, operatorNumber: operators[provider.operatorName] ?? 0, price: price)
      }
    }
  }
  private static func number(_ amount: Amount) -> Double { Double(amount.value) + Double(amount.fraction) / Double(Amount.fractionBase) }

  /// Those that spread them widest, in the order of the providers; none where one operator would have all.
  ///
  /// - Parameter budget: At most so many are looked at.
  func widest(budget: Int) -> [PlannedPolicy] {
    guard !offers.contains(where: \.isEmpty) else { return [] }
    var indices = [Int](repeating: 0, count: offers.count), widest = PolicySpread(operators: 2, providers: 2)
    var found: [(indices: [Int], price: Double)] = []
    for _ in 0..<max(1, budget) {
      let spread = spread(of: indices)
      if spread > widest { widest = spread; found = [] }
      if spread == widest { found.append((indices, indices.indices.reduce(0) { $0 + offers[$1][indices[$1]].price })) }
      // The next one, the last method's provider changing fastest.
      guard let place = indices.indices.last(where: { indices[$0] + 1 < offers[$0].count }) else { break }
      indices[place] += 1
      for later in indices.indices where later > place { indices[later] = 0 }
    }
    let cheapest = found.indices.sorted { (found[$0].price, $0) < (found[$1].price, $1) }.prefix(PolicySpread.mostKept).sorted()
    return cheapest.map { policy(found[$0].indices) }
  }

  private func policy(_ indices: [Int]) -> PlannedPolicy {
    PlannedPolicy(indices.indices.map { PlannedChallenge(method: subset[$0], provider: offers[$0][indices[$0]].url) })
  }
  /// Without a set: there are never more than a few.
  private func spread(of indices: [Int]) -> PolicySpread {
    var spread = PolicySpread(operators: 0, providers: 0)
    for place in indices.indices {
      let offer = offers[place][indices[place]]
      var isNewOperator = true, isNewProvider = true
      for earlier in 0..<place {
        let other = offers[earlier][indices[earlier]]
        if other.operatorNumber == offer.operatorNumber { isNewOperator = false }
        if other.provider == offer.provider { isNewProvider = false }
      }
      if isNewOperator { spread.operators += 1 }
      if isNewProvider { spread.providers += 1 }
    }
    return spread
  }
}
