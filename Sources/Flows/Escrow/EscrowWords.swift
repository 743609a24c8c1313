import Escrow
import Vocabulary
import HandsProtocol
import Sentences

extension EscrowKind {
  var copy: Copy {
    switch self {
    case .question: Copy("C-25.question", "Security question")
    case .email: Copy("C-25.email", "E-mail")
    case .sms: Copy("C-25.sms", "Text message")
    case .post: Copy("C-25.post", "Postal letter")
    case .iban: Copy("C-25.iban", "Bank transfer")
    case .totp: Copy("C-25.totp", "Code program")
    case .video: Copy("C-25.video", "Photo")
    }
  }
  /// The form of the name used within a sentence.
  var inside: Copy {
    switch self {
    case .question: Copy("C-25.question.inside", "security question")
    case .email: Copy("C-25.email.inside", "e-mail")
    case .sms: Copy("C-25.sms.inside", "text message")
    case .post: Copy("C-25.post.inside", "postal letter")
    case .iban: Copy("C-25.iban.inside", "bank transfer")
    case .totp: Copy("C-25.totp.inside", "code program")
    case .video: Copy("C-25.video.inside", "photo")
    }
  }
}

extension Amount {
  /// The human-readable price, such as "€1.50", "2.00 CHF" or "free".
  var price: Sentence { isZero ? Copy.free.sentence : Sentence(verbatim: inWords) }
}

extension Copy {
  static let free = Copy("C-36.free", "free")
  /// - Parameter amount: The amount in the protocol's notation. It is shown unchanged if it cannot be parsed.
  static func price(_ amount: String) -> Copy {
    Copy("C-36.price", "\(Amount(amount)?.price ?? Sentence(verbatim: amount))")
  }
  /// Returns a number of years for use within a sentence.
  static func years(_ count: Int) -> Copy {
    count == 1 ? Copy("C-36.year", "one year") : Copy("C-36.years", "\(count) years")
  }
}

extension [Sentence] {
  /// All elements joined by commas, such as "a, b, c".
  var withCommas: Sentence { joined { "\($0), \($1)" } }
  /// All elements as whole sentences, one after the other.
  var inTurn: Sentence { joined { "\($0) \($1)" } }
  func joined(_ pair: (Sentence, Sentence) -> Sentence) -> Sentence { dropFirst().reduce(first ?? "", pair) }
}

extension EscrowProviderFacts {
  /// The provider's host, which distinguishes it from other providers.
  var host: String { ProviderAddress(url)?.host ?? url }
  var isUsable: Bool { trouble == nil }
  func offers(_ kind: EscrowKind) -> Bool { isUsable && offers.contains { $0.kind == kind } }
  /// Returns `true` if the provider takes nothing for a check of this kind.
  func isFree(_ kind: EscrowKind) -> Bool { offers.contains { $0.kind == kind && Amount($0.cost)?.isZero == true } }

  /// The provider's status, with its methods and prices (C-30).
  var fact: Fact {
    let title = name.isEmpty ? host : "\(name), \(host)"
    return Fact(title.marked(asPractice: isPractice), trouble?.inBrief ?? offer)
  }
  private var offer: Copy {
    let kinds = offers.map { cost -> Sentence in
      let isFree = Amount(cost.cost)?.isZero == true
      return isFree ? cost.kind.inside.sentence : "\(cost.kind.inside) (\(Copy.price(cost.cost)))"
    }.withCommas
    guard let fee = Amount(annualFee) else { return Copy("C-30.offer", "Reachable. Checks by \(kinds).") }
    return fee.isZero
      ? Copy("C-30.offer.free", "Reachable. Checks by \(kinds). Free.")
      : Copy("C-30.offer.yearly", "Reachable. Checks by \(kinds). \(fee.price) a year.")
  }
}

extension String {
  /// Returns a provider's name, marked as practice unless the name itself says so (G-34).
  func marked(asPractice isPractice: Bool) -> Sentence {
    isPractice && !lowercased().contains("practice") ? "\(self) (practice)" : Sentence(verbatim: self)
  }
}

extension [EscrowProviderFacts] {
  /// Returns the provider's name if it is unique, or else its host.
  func label(of url: String) -> Sentence {
    guard let provider = first(where: { $0.url == url }) else {
      return Sentence(verbatim: ProviderAddress(url)?.host ?? url)
    }
    let isAlone = !contains { $0.url != url && $0.name == provider.name }
    let name = provider.name.isEmpty || !isAlone ? provider.host : provider.name
    return name.marked(asPractice: provider.isPractice)
  }
}

extension Block {
  /// Describes a provider's payment request.
  ///
  /// - Parameter place: The payment's number and the total number of payments, if there are several.
  static func payment(_ payment: EscrowPayment, to provider: Sentence, place: (number: Int, of: Int)? = nil) -> Block {
    .payment(payment, amount: .price(payment.amount), .payProvider(provider, payment.amount, place: place))
  }
}
