import Encoding
import FlowKit
import HandsProtocol

/// Signs a message, a hash or a file with the card's wallet key, after the PIN. D-35.
public enum CardSigning: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable, AtCard {
    var stage = Stage.choosing
    var notice: Notice?
    var card: CardFacts?
    var kind = Kind.message
    var path = defaultPath
    public init() {}
    var policy: CardAccess.Policy { .account }
    static func reaching(_ access: CardAccess.State) -> Stage { .access(access) }
  }
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable { case message, hash, file }
  enum Stage: Codable, Hashable, Sendable { case choosing, entering, reviewing, access(CardAccess.State), signing, signed(CardSignature) }
  public enum Action: FlowAction {
    case choose(Kind), review, sign, access(CardAccess.Action), another, back, leave, cancel

    public var name: String {
      switch self {
      case .choose(let kind): "choose.\(kind.rawValue)"
      case .review: "review"
      case .sign: "sign"
      case .access(let action): "access.\(action.name)"
      case .another: "another"
      case .back: "back"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public typealias Output = CardOutput

  /// The first address of an Ethereum wallet.
  static let defaultPath = "m/44'/60'/0'/0/0"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.signed, .action(.leave)), (.signed, .action(.cancel)): return .done(.done, .hands(.forget(state.kind.field)))
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(state.kind.field)))
    case (.choosing, .action(.choose(let kind))):
      state.kind = kind
      state.go(.entering)
    case (.entering, .fill("path", .text(let path))): state.path = path
    case (.entering, .action(.review)):
      if WalletPath.judge(state.path) == .wallet { state.go(.reviewing) } else { state.go(.entering, .pathMalformed) }
    case (.entering, .action(.back)), (.signed, .action(.another)): state.go(.choosing)
    case (.reviewing, .action(.back)): state.go(.entering)
    case (.reviewing, .action(.sign)): state.go(.access(CardAccess.State(.account)))
    case (.reviewing, .secretsLost), (.signing, .secretsLost), (.access, .secretsLost), (.signing, .reply(.hands(.card(.lost)))):
      state.go(.entering, .card(.lost))
    case (.access(let child), _): return state.reach(child, signal, { if case .access(let action) = $0 { action } else { nil } }) { $0.go(.signing) }
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
    case .choosing, .entering, .reviewing, .signed: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel), back = Choice<Action>(.back, .back, .back), title = Copy.signingTitle
    switch state.stage {
    case .choosing:
      return Screen(
        title: title, .working, [.whatToSign],
        choices: [
          Choice(.signMessage, .choose(.message)), Choice(.signFile, .choose(.file), .outline), Choice(.signHash, .choose(.hash), .outline), cancel,
        ], aside: .signing)
    case .entering:
      return Screen(
        title: title, .working, [state.kind.says],
        state.notice.blocks + [
          .field(state.kind.field, label: state.kind.label, .secret(state.kind.shape)),
          .field("path", label: .walletPath, hint: .walletPathHint, .text(state.path)),
        ], choices: [Choice(.proceed, .review, needs: [.ready(state.kind.field), .filled("path")]), back, cancel],
        announcement: state.notice?.copy ?? state.kind.says, aside: .signing)
    case .reviewing:
      return Screen(
        title: title, .plain, [.reviewSignature],
        [.toSign(state.kind.field), .facts([Fact(Copy.walletPath.text, Copy("D-35.path.is", state.path))])],
        choices: [Choice(.signIt, .sign), back, cancel], announcement: .reviewSignature, aside: .signing)
    case .access(let child): return CardAccess.screen(child).embedded(Action.access).titled(title)
    case .signing: return .atCard(.signingNow, state.card, in: title, choices: [cancel])
    case .signed(let made):
      return Screen(
        title: title, .working, [.signedNow], [.signature(made)],
        choices: [Choice(.closeCard, .leave, .close), Choice(.signAnother, .another, .quiet)],
        announcement: .signedNow, aside: .signing)
    }
  }

  public static var world: World<CardSigning> {
    let made = CardSignature(address: "0x1", hash: "2", signature: "3")
    return World(
      start: State(),
      forms: CardAccess.cardForms
        + Kind.allCases.flatMap { kind in
          ["m", "n"].map { [kind.field: .ready, "path": .text($0)] }
        },
      hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard) + [.signature(made), .lost, .declined].map(HandsReply.card))
  }
}

extension CardSigning.Kind {
  var field: FieldID { FieldID(rawValue: rawValue) }
  var shape: SecretShape {
    switch self {
    case .message: .message
    case .hash: .hash
    case .file: .file
    }
  }
  var says: Copy {
    switch self {
    case .message: Copy("D-35.message", "Type the message to sign.")
    case .hash: Copy("D-35.hash", "Type the hash to sign. A hash says nothing of what it stands for: sign only one that you made yourself.")
    case .file: Copy("D-35.file", "Choose the file to sign. It stays on this computer; only its hash goes to the card.")
    }
  }
  var label: Copy {
    switch self {
    case .message: Copy("D-35.message.field", "Message")
    case .hash: Copy("D-35.hash.field", "Hash, 64 hexadecimal digits")
    case .file: Copy("D-35.file.field", "File")
    }
  }
}

extension Copy {
  static let signingTitle = Copy("D-35", "Sign with your card")
  static let whatToSign = Copy("D-35.what", "What do you want to sign?")
  static let signMessage = Copy("D-35.message.pick", "A message"), signFile = Copy("D-35.file.pick", "A file")
  static let signHash = Copy("D-35.hash.pick", "A hash")
  static let walletPath = Copy("D-35.path.field", "Wallet path")
  static let walletPathHint = Copy("D-35.path.hint", "Which of the card's keys signs. The first wallet address is m/44'/60'/0'/0/0.")
  static let reviewSignature = Copy("D-35.review", "This is what your card signs.")
  static let signIt = Copy("D-35.sign", "Sign it")
  static let signingNow = Copy("D-35.now", "Your card is signing…")
  static let signedNow = Copy("D-35.done", "Signed. Anybody can check it with the address.")
  static let signAnother = Copy("D-35.another", "Sign something else")
  static let closeCard = Copy("card.close", "Close")
}

extension Aside {
  static let signing = Aside(
    whatStepMeans,
    [
      (Copy("D-35.1", "What a signature says"), Copy("D-35.1t", "That the holder of this card agreed to exactly these bytes.")),
      (Copy("D-35.2", "Which key"), Copy("D-35.2t", "A wallet key of the card. The key that signs you in here is another, and signs nothing else.")),
    ])
}
