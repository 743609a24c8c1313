import Escrow
import HandsProtocol
import HandsTools

extension ConfirmationRequest {
  /// - Returns: `nil` where nothing is derived of who somebody is, and nothing is handed out or got back.
  init?(_ work: EscrowWork, origin: String) {
    guard let purpose = work.effect.purposeToConfirm else { return nil }
    self.init(origin: origin, purpose: purpose, content: work.effect.contentToConfirm)
  }
}

extension EscrowEffect {
  fileprivate var purposeToConfirm: String? {
    switch self {
    case .identify: "compute who you are to recovery providers"
    case .upload: "give recovery providers their parts of a new way into an account"
    case .recover: "get back the way into an account that your recovery providers hold parts of"
    case .resume, .discard, .showIdentity, .contact, .drawClock, .addMethod, .removeMethod, .checkPayments, .finish, .discover, .openDocument, .begin,
      .answer, .poll, .status:
      nil
    }
  }

  /// Of what a page chose only what is known here is told: a country of the list, hosts of addresses that are some.
  fileprivate var contentToConfirm: String? {
    switch self {
    case .identify(_, let country, _): Country.of(code: country).map { "The country: \($0.name)." }
    case .upload(let plan):
      "The providers: " + TerminalLine.plain(plan.hosts.isEmpty ? "none" : plan.hosts.joined(separator: ", "), most: 300) + "."
    default: nil
    }
  }
}

extension EscrowPlan {
  /// Each once, in the order in which the plan names them.
  fileprivate var hosts: [String] {
    policies.flatMap(\.parts).reduce(into: []) { hosts, part in
      let host = ProviderAddress(part.url)?.host ?? "an address that is none"
      if !hosts.contains(host) { hosts.append(host) }
    }
  }
}
