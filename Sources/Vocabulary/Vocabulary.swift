import FlowKit
import HandsProtocol

/// The subjects of this product's flows: keys, cards, the ways into an account, account recovery and the account
/// itself.
public enum AccountWords: FlowVocabulary {
  public typealias HandsEffect = Vocabulary.HandsEffect
  public typealias HandsReply = Vocabulary.HandsReply
  public typealias HandsOrder = HandsProtocol.HandsOrder
  public typealias ServerEffect = Vocabulary.ServerEffect
  public typealias ServerReply = Vocabulary.ServerReply
  public typealias ServerOrder = Vocabulary.ServerOrder
  public typealias Block = Vocabulary.Block
  public typealias Register = Vocabulary.Register
}

/// The tone of a screen: hearth on welcome, working during operation, plain where something is lost.
public enum Register: String, Codable, Hashable, Sendable { case hearth, working, plain }

extension Copy.Meaning {
  /// The passkey that was just presented belongs to no account, so the browser may be instructed to stop offering it
  /// (B-27).
  public static let unknownPasskey = Copy.Meaning(rawValue: "unknownPasskey")
  /// The card's own count of remaining tries, which belongs to the field that uses up a try (D-57).
  public static let triesLeft = Copy.Meaning(rawValue: "triesLeft")
}

// The engine's names, as this product's flows, runner and surfaces use them.

public typealias Effect = FlowKit.Effect<AccountWords>
public typealias Reply = FlowKit.Reply<AccountWords>
public typealias Order = FlowKit.Order<AccountWords>
public typealias Signal<Action: Codable & Hashable & Sendable> = FlowKit.Signal<AccountWords, Action>
public typealias Transition<Output: Hashable & Sendable> = FlowKit.Transition<AccountWords, Output>
public typealias Screen<Action: Codable & Hashable & Sendable> = FlowKit.Screen<AccountWords, Action>
public typealias Sheet = FlowKit.Sheet<Register>
public typealias FieldKind = FlowKit.FieldKind<SecretShape>
public typealias Aside = FlowKit.Aside
public typealias Choice = FlowKit.Choice
public typealias ChoiceStyle = FlowKit.ChoiceStyle
public typealias Conversation = FlowKit.Conversation
public typealias Copy = FlowKit.Copy
public typealias Entry = FlowKit.Entry
public typealias FieldID = FlowKit.FieldID
public typealias Filled = FlowKit.Filled
public typealias FlowAction = FlowKit.FlowAction
public typealias CancellableAction = FlowKit.CancellableAction
public typealias ReversibleAction = FlowKit.ReversibleAction
public typealias ActionName = FlowKit.ActionName
public typealias Form = FlowKit.Form
public typealias Lifetime = FlowKit.Lifetime
public typealias Need = FlowKit.Need
public typealias Passing = FlowKit.Passing
public typealias Refusal = FlowKit.Refusal
public typealias Step = FlowKit.Step
public typealias StepLabel = FlowKit.StepLabel
public typealias Ticket = FlowKit.Ticket
public typealias Ticketed = FlowKit.Ticketed
public typealias Walk = FlowKit.Walk

/// A flow of this product.
public protocol Flow: FlowKit.Flow where Words == AccountWords, Output: Outcome {}

public protocol Outcome: FlowKit.Outcome {
  /// The place where the person continues.
  var leadsTo: Destination { get }
}
extension Outcome {
  public var leadsTo: Destination { self == .cancelled ? .origin : .account }
}
/// The pages and flows that the end of a flow can lead to.
public enum Destination: String, Codable, Hashable, Sendable {
  case origin, account, enrollment, recovery, recoveryCode, codeTest
  /// The room in which somebody says where their things lie. The journal stays open there.
  case things
  /// The screen for somebody who came back after a loss, with what is new and what is to be looked through.
  case comingBack
  /// The room of Settings in which cards are added.
  case cardRoom
  /// Restores a card's account to a card from its phrase, and returns the person to where this was needed (D-34, D-56).
  case cardBackup
  /// An account on a card, either a new one or the one that this card already has (D-18).
  case cardOnboarding
  /// A sign-in with a card.
  case cardLogin
  /// Account recovery, set up with escrow providers (C-04, C-40).
  case escrowSetUp
  /// The sign-in, followed by the page that was originally requested (D-39).
  case signIn
  /// Back to the service that asked who somebody is: with an answer, or told that the person said no.
  case service, refusedService
  /// The sign-in, with another account, for the service that asked. This browser is signed out first.
  case anotherAccount
}
