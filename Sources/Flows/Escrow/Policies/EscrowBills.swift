import Escrow
import Vocabulary
import HandsProtocol
import Sentences

/// The sum that one provider charges at set-up.
struct EscrowBill {
  var provider: Sentence
  /// The price of keeping the list of the ways back; `nil` if keeping the list is free.
  var document: Amount?
  /// The price of each part that the provider keeps; `nil` if keeping a part is free.
  var part: Amount?
  var parts: Int
  /// The number of years that these amounts cover.
  var years: Int

  fileprivate var fact: Fact {
    let kept =
      parts == 1
      ? Copy("C-39.bill.part", "the part that it keeps")
      : Copy("C-39.bill.parts", "each of the \(parts) parts that it keeps")
    let years = Copy.years(years)
    let asks: Copy =
      switch (document?.inWords, part?.inWords) {
      case (let list?, let part?):
        Copy("C-39.bill", "\(list) for the list of your ways back, \(part) for \(kept), for \(years)")
      case (let list?, nil): Copy("C-39.bill.listAlone", "\(list) for the list of your ways back, for \(years)")
      case (nil, let part?): Copy("C-39.bill.partsAlone", "\(part) for \(kept), for \(years)")
      case (nil, nil): .noCost
      }
    return Fact(provider, asks)
  }
}

extension EscrowPlan {
  /// Returns the bills of the providers that take money, in the order in which the providers appear in the ways.
  func bills(_ providers: [EscrowProviderFacts]) -> [EscrowBill] {
    let parts = policies.flatMap(\.parts)
    var seen: Set<String> = []
    return parts.map(\.url).filter { seen.insert($0).inserted }.compactMap { url in
      guard let facts = providers.first(where: { $0.url == url }) else { return nil }
      func due(_ fee: String) -> Amount? { Amount(fee).flatMap { $0.isZero ? nil : $0.times(years) } }
      let bill = EscrowBill(
        provider: providers.label(of: url), document: due(facts.annualFee), part: due(facts.truthUploadFee),
        parts: Set(parts.filter { $0.url == url }.map(\.method)).count, years: years)
      return bill.document == nil && bill.part == nil ? nil : bill
    }
  }
}

extension [EscrowBegun.Sum] {
  /// Returns blocks that show the sums already paid, according to the providers' prices. A provider may have charged
  /// less for an earlier payment.
  func blocks(_ providers: [EscrowProviderFacts]) -> [Block] {
    let known = known
    guard !known.isEmpty else { return [] }
    let byPrices: Sentence =
      Set(known.map(\.url)).count > 1 ? "Paid already, by their prices" : "Paid already, by its prices"
    return [.facts([Fact(byPrices, .paid(known, providers))])]
  }
  /// The sums whose price is known.
  var known: Self { filter { Amount($0.amount) != nil } }
}

extension Copy {
  static func paid(_ sums: [EscrowBegun.Sum], _ providers: [EscrowProviderFacts]) -> Copy {
    let each = sums.map { "\(Copy.price($0.amount)) to \(providers.label(of: $0.url))" as Sentence }
    return Copy("C-39.sums", "\(each.listed)")
  }
  static func asked(_ sums: [EscrowBegun.Sum], _ providers: [EscrowProviderFacts]) -> Copy {
    let each = sums.map { "\(Copy.price($0.amount)) by \(providers.label(of: $0.url))" as Sentence }
    return Copy("C-39.sums.asked", "\(each.listed)")
  }
}

extension [EscrowBill] {
  var blocks: [Block] { isEmpty ? [] : [.facts(map(\.fact))] }
}
