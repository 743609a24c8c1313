import Escrow
import Vocabulary
import HandsProtocol

/// Shows the providers with their status, and a field to add others. This is a side action, never a step. C-12, C-13,
/// C-30, C-31.
public enum EscrowProviders: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var purpose: EscrowPurpose
    var providers: [EscrowProviderFacts]
    /// `true` if a button leads on to the next step.
    var leadsOn: Bool
    var typed = ""
    init(_ purpose: EscrowPurpose, _ providers: [EscrowProviderFacts] = [], leadsOn: Bool = false) {
      self.purpose = purpose; self.providers = providers; self.leadsOn = leadsOn
      stage = providers.isEmpty ? .contacting([]) : .listing
    }
  }
  /// `contacting` queries the known providers and these new ones.
  enum Stage: Codable, Hashable, Sendable { case listing, contacting([String]) }
  public enum Action: String, CancellableAction, ReversibleAction { case add, askAgain, proceed, back, cancel }
  public enum Output: Outcome {
    case back([EscrowProviderFacts]), proceed([EscrowProviderFacts]), cancelled
  }

  static let url: FieldID = "provider"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (_, .action(.back)): return .done(.back(state.providers))
    case (.listing, .action(.proceed)): return .done(.proceed(state.providers))
    case (.listing, .fill(url, .text(let typed))): state.typed = typed
    case (.listing, .action(.askAgain)): state.go(.contacting([]))
    case (.listing, .action(.add)):
      guard let address = address(state.typed) else {
        state.go(.listing, .escrow(.notAnAddress))
        break
      }
      let isKnown = state.providers.contains { $0.url == address }
      if isKnown { state.go(.listing, .escrow(.knownProvider)) } else { state.go(.contacting([address])) }
    case (.contacting(let new), .reply(.hands(.escrow(.providers(let providers))))):
      state.providers = providers
      let trouble = providers.first { new.contains($0.url) }?.trouble
      if trouble == nil { state.typed = "" }
      state.go(.listing, trouble.map { .escrow(.trouble($0)) })
    case (.contacting, .reply(.hands(let news))): state.go(.listing, news.escrowProblem.map(Notice.escrow))
    default: break
    }
    return .stay
  }

  /// Returns the address with a scheme, which people leave out when they write an address.
  private static func address(_ typed: String) -> String? {
    // A word without a dot is not an address that a friend would pass on. It is more likely the number of a choice, or
    // a value meant for another field.
    guard typed.contains("://") || typed.contains(".") else { return nil }
    return ProviderAddress(typed.contains("://") ? typed : "https://\(typed)")?.text
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .listing: []
    case .contacting(let new): [.hands(.escrow(.contact(state.purpose, new)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    func screen(_ blocks: [Block], _ choices: [Choice<Action>], _ announcement: Copy?) -> Screen<Action> {
      Screen(
        title: .escrowTitle, heading: .providersAndStatus, .working, [.theseKeepParts], blocks,
        choices: choices + [.back, .cancel],
        announcement: announcement, aside: .providers)
    }
    let facts: [Block] = state.providers.isEmpty ? [] : [.facts(state.providers.map(\.fact))]
    switch state.stage {
    case .contacting: return screen(facts + [.progress(.askingProviders)], [], .askingProviders)
    case .listing:
      let on = state.leadsOn ? [Choice<Action>(.reviewPolicy, .proceed)] : []
      return screen(
        state.notice.blocks + facts + [
          .field(url, label: .providerAddress, hint: .providerAddressHint, .text(state.typed))
        ],
        on + [
          Choice(.addProvider, .add, .outline, needs: [.filled(url)]), Choice(.askProvidersAgain, .askAgain, .quiet),
        ], state.notice?.copy)
    }
  }
}

extension EscrowProviders.State: Staged {}

extension Copy {
  static let providersAndStatus = Copy("C-30", "Providers and their status")
  static let theseKeepParts = Copy(
    "C-30.says", "Each of these can keep a part of your way back in. None of them can open anything alone.")
  static let askingProviders = Copy("C-30.asking", "Asking the providers…")
  static let providerAddress = Copy("C-31", "Another provider's address")
  static let providerAddressHint = Copy(
    "C-31.hint", "For example https://recovery.example.org/, from a friend who runs one.")
  static let addProvider = Copy("C-31.add", "Add this provider")
  static let askProvidersAgain = Copy("C-30.again", "Ask them again")
  static let reviewPolicy = Copy("C-13", "Review recovery policy")
}

extension Aside {
  static let providers = Aside(
    whatStepMeans,
    [
      (
        Copy("C-30.1", "What a provider does"),
        Copy("C-30.1t", "It keeps a sealed part, and gives it back to whoever passes its check.")
      ),
      (
        Copy("C-30.2", "Spread them out"),
        Copy("C-30.2t", "Take providers that different people run. Two of one operator are as good as one.")
      ),
      (
        Copy("C-30.3", "What they learn"),
        Copy("C-30.3t", "A hash of an answer. An address only when they have to write to it.")
      ),
    ])
}
