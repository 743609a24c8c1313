import Escrow
import Vocabulary
import HandsProtocol

/// What one provider asks for at the set-up.
struct EscrowBill {
  var provider: String
  /// For the list of the ways back; `nil` where that is free.
  var document: Amount?
  /// For each part that it keeps; `nil` where that is free.
  var part: Amount?
  var parts: Int
  /// All that these amounts pay for.
  var years: Int

  fileprivate var fact: Fact {
    let plan = document.map { "\($0.price) for the list of your ways back" }
    let kept = part.map { "\($0.price) for \(parts == 1 ? "the part that it keeps" : "each of the \(parts) parts that it keeps")" }
    return Fact(provider, Copy("C-39.bill", [plan, kept, "for \(Copy.years(years))"].compactMap(\.self).joined(separator: ", ")))
  }
}

extension EscrowPlan {
  /// Of the providers that take money, in the order in which they stand in the ways.
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
  /// What arrived at each provider, by its prices: one that was paid before may have asked for less.
  func blocks(_ providers: [EscrowProviderFacts]) -> [Block] {
    let known = known, whose = Set(known.map(\.url)).count > 1 ? "their" : "its"
    return known.isEmpty ? [] : [.facts([Fact("Paid already, by \(whose) prices", .sums(known, providers, "to"))])]
  }
  /// Where the price could be told.
  var known: Self { filter { Amount($0.amount) != nil } }
}

extension Copy {
  /// - Parameter direction: "to" whom it went, or "by" whom it was asked for.
  static func sums(_ sums: [EscrowBegun.Sum], _ providers: [EscrowProviderFacts], _ direction: String) -> Copy {
    Copy("C-39.sums", sums.map { "\(Copy.price($0.amount).text) \(direction) \(providers.label(of: $0.url))" }.listed)
  }
}

extension [EscrowBill] {
  var blocks: [Block] { isEmpty ? [] : [.facts(map(\.fact))] }
}
