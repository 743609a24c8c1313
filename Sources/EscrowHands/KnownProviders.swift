import Escrow
import HandsProtocol

/// The providers of one conversation, and what they said of themselves when they were last asked.
struct KnownProviders: Codable, Sendable {
  /// Their addresses, in the order in which they came.
  private(set) var addresses: [ProviderAddress]
  private(set) var configurations: [ProviderAddress: ProviderConfiguration] = [:]
  /// The reasons why some could not be asked.
  private(set) var troubles: [ProviderAddress: EscrowTrouble] = [:]

  /// The most providers that can be added: every one of them is asked each time.
  static let most = 40

  init(_ addresses: [ProviderAddress]) { self.addresses = addresses }

  /// Adds providers behind those that are known already.
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
      // An address that does not answer as a provider is not added; one that once did may do so again.
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
  /// The name of the provider, as one line: it is somebody else's text.
  var shownName: String { String(businessName.filter { !$0.isNewline }.prefix(100)) }
  /// Its own words on meeting, as one line; `nil` if there is nothing to read in them.
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

/// Turns what happened with a provider into the flows' word for it. There is no other such table.
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
  /// - Parameter amount: `nil` if the provider did not say what it costs.
  init(_ request: PaymentRequest, to provider: ProviderAddress, amount: Amount?) {
    self.init(url: provider.text, amount: amount?.text ?? "", uri: request.uri)
  }
}
