import Escrow
import Vocabulary
import HandsProtocol

extension EscrowKind {
  var name: String {
    switch self {
    case .question: "Security question"
    case .email: "E-mail"
    case .sms: "Text message"
    case .post: "Postal letter"
    case .iban: "Bank transfer"
    case .totp: "Code program"
    case .video: "Photo"
    }
  }
  /// Within a sentence.
  var nameInside: String { self == .email ? "e-mail" : name.lowercased() }
  var copy: Copy { Copy("C-25.\(rawValue)", name) }
}

extension Amount {
  /// As a person reads a price: "€1.50", "2.00 CHF", "free".
  var price: String { isZero ? "free" : inWords }
}

extension Copy {
  /// An amount as the protocol writes it; what cannot be read stands there as it is.
  static func price(_ amount: String) -> Copy { Copy("C-36.price", Amount(amount)?.price ?? amount) }
  /// A time, within a sentence.
  static func years(_ count: Int) -> String { count == 1 ? "one year" : "\(count) years" }
}

extension EscrowProviderFacts {
  /// How a person tells it from others.
  var host: String { ProviderAddress(url)?.host ?? url }
  var isUsable: Bool { trouble == nil }
  func offers(_ kind: EscrowKind) -> Bool { isUsable && offers.contains { $0.kind == kind } }

  /// Whether it answers, what it offers and what it takes (C-30).
  var fact: Fact {
    let title = name.isEmpty ? host : "\(name), \(host)"
    return Fact(title.marked(asPractice: isPractice), Copy("C-30.status", trouble.map { $0.short.capitalizedFirst + "." } ?? offer))
  }
  private var offer: String {
    let kinds = offers.map { cost in "\(cost.kind.nameInside)\(Amount(cost.cost)?.isZero == true ? "" : " (\(Copy.price(cost.cost).text))")" }
    let fee = Amount(annualFee).map { $0.isZero ? "Free." : "\($0.price) a year." } ?? ""
    return "Reachable. Checks by \(kinds.joined(separator: ", ")). \(fee)"
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  /// A provider's name, and that it is only played where the name does not say so (G-34).
  func marked(asPractice isPractice: Bool) -> String { isPractice && !lowercased().contains("practice") ? "\(self) (practice)" : self }
}

extension [EscrowProviderFacts] {
  /// Its name where no other goes by it, else its host.
  func label(of url: String) -> String {
    guard let provider = first(where: { $0.url == url }) else { return ProviderAddress(url)?.host ?? url }
    let isAlone = !contains { $0.url != url && $0.name == provider.name }
    let name = provider.name.isEmpty || !isAlone ? provider.host : provider.name
    return name.marked(asPractice: provider.isPractice)
  }
}

extension Block {
  /// A provider asks for money.
  ///
  /// - Parameter place: Which of how many payments it is, where there are several.
  static func payment(_ payment: EscrowPayment, to provider: String, place: (number: Int, of: Int)? = nil) -> Block {
    .payment(payment, amount: .price(payment.amount), .payProvider(provider, payment.amount, place: place))
  }
}
