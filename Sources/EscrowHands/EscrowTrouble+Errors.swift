import Escrow
import HandsProtocol

/// What happened with a provider as the flows' word for it. There is no other such table.
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
  /// - Parameter amount: `nil` where the provider did not say what it costs.
  init(_ request: PaymentRequest, to provider: ProviderAddress, amount: Amount?) {
    self.init(url: provider.text, amount: amount?.text ?? "", uri: request.uri)
  }
}
