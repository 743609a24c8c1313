import Escrow
import HandsProtocol

/// The providers of one conversation, and their descriptions of themselves when they were last asked.
struct KnownProviders: Codable, Sendable {
  /// The providers' addresses, in the order in which they were added.
  private(set) var addresses: [ProviderAddress]
  private(set) var configurations: [ProviderAddress: ProviderConfiguration] = [:]
  /// The reasons why some providers could not be asked.
  private(set) var troubles: [ProviderAddress: EscrowTrouble] = [:]

  /// The maximum number of providers that can be added. The number is limited because each provider is asked every
  /// time.
  static let most = 40

  init(_ addresses: [ProviderAddress]) { self.addresses = addresses }

  /// Adds providers after those that are already known.
  mutating func add(_ more: [ProviderAddress]) {
    addresses += more.filter { !addresses.contains($0) }.prefix(max(0, Self.most - addresses.count))
  }

  mutating func take(_ answer: Result<ProviderConfiguration, EscrowError>, of address: ProviderAddress) {
    switch answer {
    case .success(let configuration):
      if !addresses.contains(address) {
        guard addresses.count < Self.most else { return }
        addresses.append(address)
      }
      configurations[address] = configuration
      troubles[address] = nil
    case .failure(let error):
      // An address that does not answer as a provider is not added, but an existing one is kept, because it may answer
      // again.
      if addresses.contains(address) { troubles[address] = EscrowTrouble(error) }
    }
  }

  func isPractice(_ address: ProviderAddress, _ practice: Set<ProviderAddress>) -> Bool {
    practice.contains(address) || configurations[address]?.isPractice == true
  }

  func name(of address: ProviderAddress) -> String { configurations[address]?.shownName ?? "" }

  func facts(practice: Set<ProviderAddress>) -> [EscrowProviderFacts] {
    addresses.map { address in
      EscrowProviderFacts(
        address, configurations[address], isPractice: isPractice(address, practice), trouble: troubles[address])
    }
  }
}

extension ProviderConfiguration {
  /// The provider's name, reduced to one line because it is untrusted text.
  var shownName: String { String(businessName.filter { !$0.isNewline }.prefix(100)) }
  /// The provider's own words on meeting, reduced to one line; `nil` if they contain no readable text.
  var shownMeeting: String? {
    let line = String((meeting ?? "").map { $0.isNewline ? " " : $0 }.prefix(EscrowBounds.meeting))
    return line.allSatisfy(\.isWhitespace) ? nil : line
  }
  func cost(of type: MethodType) -> Amount? { methods.first { $0.type == type }?.cost }
}

extension EscrowProviderFacts {
  init(_ address: ProviderAddress, _ configuration: ProviderConfiguration?, isPractice: Bool, trouble: EscrowTrouble?) {
    var seen: Set<EscrowKind> = []  // each counts once, however often a provider lists it
    let offers = configuration?.methods.compactMap { method in
      EscrowKind(rawValue: method.type.rawValue).flatMap {
        seen.insert($0).inserted ? Offer($0, cost: method.cost.text) : nil
      }
    }
    self.init(
      url: address.text, name: configuration?.shownName ?? "", isPractice: isPractice, offers: offers ?? [],
      annualFee: configuration?.annualFee.text ?? "", truthUploadFee: configuration?.truthUploadFee.text ?? "",
      meeting: configuration?.shownMeeting, trouble: trouble)
  }
}

/// Translates a provider's failure into the term that flows use for it. No other code does this translation.
extension EscrowTrouble {
  init(_ error: EscrowError) {
    self =
      switch error.code {
      case .unreachable: .unreachable
      case .limited: .limited
      case .unexpected, .malformed: .notProvider
      case .inconsistent, .sealed: .lying
      case .tooLarge: .full
      case .invalid, .outOfMemory: .refused
      }
  }

  init(_ trouble: ProviderTrouble) {
    self =
      switch trouble {
      case .unreachable: .unreachable
      case .unexpected: .notProvider
      case .lied: .lying
      case .missing: .missing
      case .unchecked: .unchecked
      case .tooLarge: .full
      case .taken, .methodNotOffered, .ourselves: .refused
      case .refused(let refusal): EscrowTrouble(refusal)
      }
  }

  init(_ refusal: EscrowRefusal) {
    self =
      switch refusal.status {
      case 429: .limited
      case 413, 507: .full
      default: .refused
      }
  }
}

extension EscrowPayment {
  /// - Parameter amount: The price; `nil` if the provider did not state it.
  init(_ request: PaymentRequest, to provider: ProviderAddress, amount: Amount?) {
    self.init(url: provider.text, amount: amount?.text ?? "", uri: request.uri)
  }
}
