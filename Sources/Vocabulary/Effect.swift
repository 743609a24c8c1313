import FlowKit
import HandsProtocol
import Model

/// Work performed where the person is: by `hands.js`, the terminal or this computer's hands (`CardHands`,
/// `EscrowHands`). Secrets exist only there.
public enum HandsEffect: Codable, Hashable, Sendable {
  case key(Key), card(Card), way(Way), escrow(Escrow), wait(TimerID, seconds: Int)
}
/// A claim by the hands. It must not contain any secret, and nothing in it is trusted without a verdict on its
/// `Evidence`.
public enum HandsReply: Codable, Hashable, Sendable {
  case key(Key), card(Card), way(Way), escrow(Escrow), elapsed(TimerID)
}

extension HandsEffect {
  public typealias Card = CardEffect
  public typealias Escrow = EscrowEffect
}
extension HandsReply {
  public typealias Card = CardReply
  public typealias Escrow = EscrowReply
}

/// Work performed by the runner, keyed by its ticket, in the transaction that stores the state.
public enum ServerEffect: Codable, Hashable, Sendable {
  case key(Key), card(Card), way(Way), account(Account), run(Run), service(Service)
}
public enum ServerReply: Codable, Hashable, Sendable {
  case key(Key), card(Card), way(Way), account(Account), run(Run), service(Service), unavailable
}

/// An order that needs no reply because it cannot fail by itself. The server carries it out within its transaction.
public enum ServerOrder: Codable, Hashable, Sendable {
  case rollBackWraps
  /// The hands report that this key returns a different secret than the one its wrap was made for (G-20). The report
  /// counts only for a key that signed in this very run.
  case markForRewrap(KeyID)
  /// The hands report that this key or card opened the Master Key. The report counts only for a way that signed in this
  /// very run.
  case noteOpening(KeyID)
  /// The hands report that this way did not pass its drill. The report counts only for a way that was shown in this very
  /// run, or for a code or an escrow way of an account whose holder was.
  case failDrill(DrilledWay)
  /// Records whether an unfinished set-up of account recovery is kept by the person's hands, so that Settings can show
  /// it.
  case noteEscrow(isBegun: Bool)
}

extension AccountWords {
  public static func answers(_ reply: Reply, to effect: Effect) -> Bool {
    switch (effect, reply) {
    case (.hands(.key(let asked)), .hands(.key(let news))): news.answers(asked)
    case (.hands(.card(let asked)), .hands(.card(let news))): news.answers(asked)
    case (.hands(.way(let asked)), .hands(.way(let news))): news.answers(asked)
    case (.hands(.escrow(let asked)), .hands(.escrow(let news))): news.answers(asked)
    // The escrow way's secret is kept by this computer's hands, which may be absent or have lost it.
    case (.hands(.way(let asked)), .hands(.escrow(.absent))), (.hands(.way(let asked)), .hands(.escrow(.lost))):
      asked.isEscrow
    case (.hands(.wait(let asked, _)), .hands(.elapsed(let timer))): asked == timer
    case (.server, .server(.unavailable)): true
    case (.server(.key(let asked)), .server(.key(let news))): news.answers(asked)
    case (.server(.card(let asked)), .server(.card(let news))): news.answers(asked)
    case (.server(.way(let asked)), .server(.way(let news))): news.answers(asked)
    case (.server(.account(let asked)), .server(.account(let news))): news.answers(asked)
    case (.server(.service(let asked)), .server(.service(let news))): news.answers(asked)
    case (.server(.run(.keep)), .server(.run(.kept))): true
    default: false
    }
  }

  public static func passingField(of effect: ServerEffect) -> FieldID? { effect.uses }
}

extension ServerEffect {
  /// The `.passing` field whose value is passed only to this effect.
  public var uses: FieldID? {
    switch self {
    case .account(.verifyPassword(_, let field)), .account(.setPassword(let field)): field
    default: nil
    }
  }
}

extension ServerReply {
  /// `true` for a verdict on evidence, which is the only permitted basis for a grant.
  public var vouches: Bool {
    switch self {
    // A card that signs for enrollment proves that it is present, but not whose account it belongs to.
    case .card(.signatureVerified(_, let purpose)): purpose != .enroll
    case .key(.verified), .card(.registered), .account(.passwordVerified), .account(.registered), .way(.proofVerified):
      true
    default: false
    }
  }
}
