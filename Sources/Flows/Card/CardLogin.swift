import FlowKit
import Model

/// Login with a Keycard: the PIN subflow stands where the password would. D-33, D-34, D-56.
///
/// "The PIN was right" is a claim of the hands. The session opens on the card's signature, and the server verifies that.
public enum CardLogin: Flow {
  public static let lifetime = Lifetime.session
  public enum State: Codable, Hashable, Sendable { case pin(PINEntry.State), signing, verifying(Evidence), refused, outage, emptied }
  public enum Action: Codable, Hashable, Sendable { case pin(PINEntry.Action), tryAgain, restoreFromBackup, cancel }
  public enum Output: Outcome { case loggedIn, startBackup, cancelled; public var grants: Bool { self == .loggedIn } }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.pin(var child), _):
      guard let step = signal.passed(to: PINEntry.self, &child, { if case .pin(let action) = $0 { action } else { nil } }) else { return .stay }
      switch step.output {
      case nil: state = .pin(child)
      case .verified: state = .signing
      case .factoryReset: state = .emptied
      case .cancelled: return Transition(orders: step.orders, output: .cancelled)
      }
      return Transition(orders: step.orders)
    case (.signing, .reply(.hands(.card(.signed(let evidence))))): state = .verifying(evidence)
    case (.signing, .reply(.hands(.card(.removed)))), (.refused, .action(.tryAgain)), (.outage, .action(.tryAgain)): state = .pin(.reading)
    case (.verifying, .reply(.server(.card(.signatureVerified)))): return .done(.loggedIn)
    case (.verifying, .reply(.server(.card(.signatureRejected)))): state = .refused
    case (.verifying, .reply(.server(.unavailable))): state = .outage
    case (.emptied, .action(.restoreFromBackup)), (.refused, .action(.restoreFromBackup)): return .done(.startBackup)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state {
    case .pin(let child): PINEntry.awaited(child)
    case .signing: [.hands(.card(.sign(.login)))]
    case .verifying(let evidence): [.server(.card(.verifySignature(evidence, .login)))]
    case .refused, .outage, .emptied: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel), again = Choice<Action>(.tryAgain, .tryAgain)
    let restore = Choice<Action>(.restoreFromBackup, .restoreFromBackup)
    switch state {
    case .pin(let child): return PINEntry.screen(child).embedded(Action.pin)
    case .signing, .verifying: return Screen(.working, [.signingIn], choices: [cancel])
    case .refused: return Screen(.plain, [.cardUnknown], choices: [again, restore, cancel])
    case .outage: return Screen(.plain, [.serverOut], choices: [again, cancel])
    case .emptied: return Screen(.plain, [.cardEmptied], choices: [restore, cancel])
    }
  }

  public static var world: World<CardLogin> {
    World(
      start: .pin(.reading), forms: PINEntry.cardForms, hands: PINEntry.cardNews + [.card(.signed(Evidence(rawValue: "signature")))],
      server: [.card(.signatureVerified(Opening.someKey, .login)), .card(.signatureRejected(.invalid)), .unavailable])
  }
}

extension Copy {
  static let cardUnknown = Copy("D-33.refused", "This card doesn't open an account here.")
  static let serverOut = Copy("D-33.outage", "Can't sign in right now. Try again in a few minutes.")
  static let tryAgain = Copy("D-33.again", "Try again")
  static let cardEmptied = Copy("D-56", "The card is empty now. Put your account back from its words.")
  static let restoreFromBackup = Copy("D-34", "Restore from backup")
}
