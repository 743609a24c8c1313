import Encoding
import Vocabulary
import HandsProtocol

/// Signs a message, a hash or a file with the card's wallet key, after the PIN has been entered. D-35.
public enum CardSigning: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable, AtCard {
    var stage = Stage.choosing
    var notice: Notice?
    var card: CardFacts?
    var kind = Kind.message
    var path = defaultPath
    /// The path as last typed. It can be changed to sign with a different key.
    var typedPath = defaultPath
    public init() {}
    var policy: CardAccess.Policy { .account }
    static func reaching(_ access: CardAccess.State) -> Stage { .access(access) }
  }
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable { case message, hash, file }
  enum Stage: Codable, Hashable, Sendable {
    case choosing, entering, reviewing, access(CardAccess.State), signing, signed(CardSignature)
    /// The person chooses a key other than the usual one.
    case choosingPath
  }
  public enum Action: CancellableAction, ReversibleAction {
    case choose(Kind), review, choosePath, usePath, sign, access(CardAccess.Action), another, back, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .choose(let kind): "choose.\(kind.rawValue)"
      case .review: "review"
      case .choosePath: "choosePath"
      case .usePath: "usePath"
      case .sign: "sign"
      case .access(let action): .child("access", action)
      case .another: "another"
      case .back: "back"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public typealias Output = CardOutput

  /// The path of an Ethereum wallet's first address.
  static let defaultPath = "m/44'/60'/0'/0/0"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.signed, .action(.leave)), (.signed, .action(.cancel)): return .done(.done, .hands(.forget(state.kind.field)))
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(state.kind.field)))
    case (.choosing, .action(.choose(let kind))):
      state.kind = kind
      state.go(.entering)
    case (.entering, .action(.review)): state.go(.reviewing)
    case (.reviewing, .action(.choosePath)):
      state.typedPath = state.path
      state.go(.choosingPath)
    case (.choosingPath, .fill("path", .text(let path))): state.typedPath = path
    case (.choosingPath, .action(.usePath)):
      guard WalletPath.judge(state.typedPath) == .wallet else {
        state.go(.choosingPath, .pathMalformed)
        break
      }
      state.path = state.typedPath
      state.go(.reviewing)
    case (.choosingPath, .action(.back)):
      state.typedPath = state.path
      state.go(.reviewing)
    case (.entering, .action(.back)), (.signed, .action(.another)): state.go(.choosing)
    case (.reviewing, .action(.back)): state.go(.entering)
    case (.reviewing, .action(.sign)): state.go(.access(CardAccess.State(.account)))
    case (.reviewing, .secretsLost), (.choosingPath, .secretsLost), (.signing, .secretsLost), (.access, .secretsLost),
      (.signing, .reply(.hands(.card(.lost)))):
      state.typedPath = state.path
      state.go(.entering, .card(.lost))
    case (.access(let child), _): return state.reach(child, signal) { $0.go(.signing) }
    case (.signing, .reply(.hands(.card(.signature(let made))))): state.go(.signed(made))
    case (.signing, .reply(.hands(let news))): if let trouble = news.trouble { state.interrupt(trouble) }
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .access(let child): CardAccess.awaited(child)
    case .signing:
      switch state.kind {
      case .message: [.hands(.card(.signMessage(state.kind.field, path: state.path)))]
      case .hash: [.hands(.card(.signHash(state.kind.field, path: state.path)))]
      case .file: [.hands(.card(.signFile(state.kind.field, path: state.path)))]
      }
    case .choosing, .entering, .reviewing, .choosingPath, .signed: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.signingTitle
    switch state.stage {
    case .choosing:
      return Screen(
        title: title, .working, [.whatToSign],
        choices: [
          Choice(.signMessage, .choose(.message)), Choice(.signFile, .choose(.file), .outline),
          Choice(.signHash, .choose(.hash), .outline), .cancel,
        ], aside: .signing)
    case .entering:
      return Screen(
        title: title, .working, [state.kind.says],
        state.notice.blocks + [.field(state.kind.field, label: state.kind.label, .secret(state.kind.shape))],
        choices: [Choice(.proceed, .review, needs: [.ready(state.kind.field)]), .back, .cancel],
        announcement: state.notice?.copy ?? state.kind.says, aside: .signing)
    case .reviewing:
      return Screen(
        title: title, .plain, [.reviewSignature],
        [
          .toSign(state.kind.field),
          .facts([Fact(.signsWith, state.path == defaultPath ? .firstAddress : .path(state.path))]),
        ],
        choices: [Choice(.signIt, .sign), Choice(.otherPath, .choosePath, .quiet), .back, .cancel],
        announcement: .reviewSignature, aside: .signing)
    case .choosingPath:
      return Screen(
        title: title, .working, [.whichPath],
        state.notice.blocks + [.field("path", label: .walletPath, hint: .walletPathHint, .text(state.typedPath))],
        choices: [Choice(.proceed, .usePath, needs: [.filled("path")]), .back, .cancel],
        announcement: state.notice?.copy ?? .whichPath,
        aside: .signing)
    case .access(let child): return CardAccess.screen(child).embedded(Action.access).titled(title)
    case .signing: return .atCard(.signingNow, state.card, in: title, choices: [.cancel])
    case .signed(let made):
      return Screen(
        title: title, .working, [.signedNow], [.signature(made)],
        choices: [Choice(.closeCard, .leave, .close), Choice(.signAnother, .another, .quiet)],
        announcement: .signedNow, aside: .signing)
    }
  }
}
