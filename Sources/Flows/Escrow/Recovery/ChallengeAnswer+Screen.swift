import Vocabulary
import HandsProtocol

extension ChallengeAnswer {
  public static func screen(_ state: State) -> Screen<Action> {
    let challenge = state.challenge
    func screen(
      _ heading: Copy, _ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>] = [],
      aside: Aside = .challenge(state.kind)
    ) -> Screen<Action> {
      Screen(
        title: .escrowTitle, heading: heading, .plain, says, state.notice.blocks + blocks,
        choices: choices + [.back, .cancel],
        announcement: state.notice?.copy ?? says.first, aside: aside)
    }
    let asks = Block.told([Told(challenge.kind?.copy ?? .unknownKind, EscrowText.challenge(challenge.number))])
    switch state.stage {
    case .beginning:
      return screen(.enterResponse, [.asking(challenge.provider)], [.progress(.asking(challenge.provider))])
    case .checking:
      return screen(.enterResponse, [.asking(challenge.provider)], [asks, .progress(.asking(challenge.provider))])
    case .paying(let payment), .checkingPayment(let payment, _):
      let waits: [Need] = if case .checkingPayment(_, isAsked: true) = state.stage { [.news] } else { [] }
      return screen(
        .payThese(1), [.providerWaits, .paymentIsNoticed],
        [.payment(payment, to: "\(challenge.provider)")] + (waits.isEmpty ? [] : [.progress(.lookingForPayment)]),
        [.havePaid([payment], .paid, needs: waits)])
    case .answering(let due):
      switch state.kind {
      case .question:
        return screen(.enterResponse, [.answerExactly], [asks, .answerField] + due.blocks(challenge), [due.button])
      case .totp:
        return screen(
          .enterResponse, [.typeClockCode], [asks, .clockField], [Choice(.proceed, .answer, needs: [.ready(clockCode)])]
        )
      default:
        return screen(
          .enterResponse, [.codeIsOnItsWay(challenge.kind)],
          [
            .told([Told(.sentTo, EscrowText.sentTo(challenge.number))]),
            .field(code, label: .code, hint: .codeHint, .secret(.sentCode)),
          ],
          [Choice(.proceed, .answer, needs: [.ready(code)]), Choice(.sendAgain, .resend, .quiet)])
      }
    case .transferring, .polling:
      let waits: [Need] = if case .polling(isAsked: true) = state.stage { [.news] } else { [] }
      guard state.kind != .video else {
        return screen(
          .meetThem, [.meetExaminer],
          [
            .told([
              Told(.examiner, EscrowText.reviewExaminer), Told(.meeting, EscrowText.reviewMeeting),
              Told(.sayNumber, EscrowText.reviewNumber),
              Told(.photoWaitsUntil, EscrowText.reviewUntil),
            ])
          ], [Choice(.seeHowItWent, .ask, needs: waits)], aside: .photoWaits)
      }
      return screen(
        .sendTransfer, [.makeTransfer],
        [
          .told([
            Told(.transferAmount, EscrowText.transferAmount), Told(.transferAccount, EscrowText.transferAccount),
            Told(.transferName, EscrowText.transferName), Told(.transferSubject, EscrowText.transferSubject),
          ])
        ], [Choice(.haveSent, .ask, needs: waits)], aside: .transfer)
    case .turnedDown(let isToldWhy):
      return screen(
        .saidNo, [.turnedDown], isToldWhy ? [.told([Told(.whatTheySay, EscrowText.reviewReason)])] : [],
        [Choice(.askOnceMore, .resend, .outline)], aside: .photoIsErased)
    case .unsent(let refund, let isCovered):
      return screen(
        .couldNotBegin, [.notSent(state.kind), isCovered ? .coversNextTry : .tryOrTakeAnother],
        refund.map { [.refund($0, amount: .price($0.amount), .givesBack(challenge.provider, $0))] } ?? [],
        [Choice(.cardTryAgain, .resend, .outline)], aside: .halted)
    case .blocked:
      return screen(.cannotGoOn, [.goBackForAnother], [], [Choice(.cardTryAgain, .resend, .outline)], aside: .halted)
    }
  }
}

extension Block {
  fileprivate static let answerField = Block.field(
    ChallengeAnswer.answer, label: Copy("C-62.answer", "Your answer"), .secret(.line(example: "", isRequired: true)))
  fileprivate static let clockField = Block.field(
    ChallengeAnswer.clockCode, label: Copy("C-63.clock", "Code that your program shows"), .secret(.code))
}

extension ChallengeAnswer.Due {
  fileprivate func blocks(_ challenge: EscrowPuzzle.Challenge) -> [Block] {
    switch self {
    case .nothing, .paid: []
    case .announced: [.cost([Fact("Amount due", .price(challenge.cost ?? ""))])]
    case .asked(let payment): [.payment(payment, to: "\(challenge.provider)")]
    }
  }
  /// C-62: the button, which shows no price if the check is free.
  fileprivate var button: Choice<ChallengeAnswer.Action> {
    let label: Copy =
      switch self {
      case .nothing, .paid: .giveAnswer
      case .announced: .pay
      case .asked: .havePaid
      }
    return Choice(label, .answer, needs: [.ready(ChallengeAnswer.answer)])
  }
}

extension Copy {
  static let enterResponse = Copy("C-45", "Enter challenge response")
  static let meetThem = Copy("C-45.photo", "Meet whoever has your photo"),
    sendTransfer = Copy("C-45.transfer", "Send a bank transfer")
  static let saidNo = Copy("C-45.no", "They said no"), couldNotBegin = Copy("C-45.unsent", "This check could not begin")
  static let unknownKind = Copy("C-45.kind", "A check that this program doesn't know")
  static func asking(_ provider: String) -> Copy { Copy("C-45.asking", "Asking \(provider)…") }
  static let answerExactly = Copy("C-62", "Answer as you did back then, with the same capitals and spaces.")
  static let giveAnswer = Copy("C-62.ok", "Give this answer"), pay = Copy("C-62.pay", "Pay")
  static let typeClockCode = Copy("C-63.totp", "Type the code that your program shows for this backup.")
  static func codeIsOnItsWay(_ kind: EscrowKind?) -> Copy {
    switch kind {
    case .post:
      Copy(
        "C-63.post", "A letter with a code is on its way. It takes some days: you may close this page and come back.",
        inTerminal: "A letter with a code is on its way. It takes some days: you may stop here and come back.")
    case .sms: Copy("C-63.sms", "A text message with a code is on its way.")
    default: Copy("C-63", "An e-mail with a code is on its way.")
    }
  }
  static let sentTo = Copy("C-63.to", "Sent to")
  static let code = Copy("C-64", "Code")
  static let codeHint = Copy("C-65", "The digits are enough. Whether you type the A- or not makes no difference.")
  static let sendAgain = Copy("C-68.again", "Send a new code")
  static let makeTransfer = Copy(
    "C-63.iban", "Send this from the bank account that you named back then. The provider looks for it.")
  static let transferAmount = Copy("C-63.amount", "Amount"), transferAccount = Copy("C-63.account", "To this account")
  static let transferName = Copy("C-63.name", "Which belongs to"),
    transferSubject = Copy("C-63.subject", "With this text")
  static let haveSent = Copy("C-63.sent", "I have sent it")
  static let meetExaminer = Copy(
    "C-63.video",
    "Somebody there compares you with the photo that you left. Meet them as it says here, and tell them the number.")
  static let examiner = Copy("C-63.examiner", "Who looks at it"), meeting = Copy("C-63.meeting", "How you meet them")
  static let sayNumber = Copy("C-63.number", "The number to say"),
    photoWaitsUntil = Copy("C-63.until", "The photo waits until")
  static let seeHowItWent = Copy("C-63.see", "See how it went")
  static let turnedDown = Copy(
    "C-68.video",
    "Whoever looked at the photo said no. Ask once more, or take another way. What you have done so far is kept.")
  static let whatTheySay = Copy("C-68.reason", "What they say"), askOnceMore = Copy("C-68.once", "Ask once more")
  static func notSent(_ kind: EscrowKind?) -> Copy {
    switch kind {
    case .email: Copy("C-63.unsent.email", "The e-mail with the code could not be sent.")
    case .sms: Copy("C-63.unsent.sms", "The text message with the code could not be sent.")
    case .post: Copy("C-63.unsent.post", "The letter with the code could not be sent.")
    default: Copy("C-63.unsent", "The provider could not begin this check.")
    }
  }
  static let tryOrTakeAnother = Copy(
    "C-63.unsent.next", "Try again in a while, or take another way. What you have done so far is kept.")
  static let coversNextTry = Copy(
    "C-63.unsent.covered",
    """
    What you paid counts for the next try. Try again in a while, or take another way. What you have done so far is \
    kept.
    """)
  /// Returns the text about a refund, which also says how the money is refunded, as far as that is known.
  static func givesBack(_ provider: String, _ refund: EscrowRefund) -> Copy {
    let amount = Copy.price(refund.amount)
    return if refund.isAtTill {
      Copy(
        "C-63.refund.practice",
        """
        \(provider) gives back the \(amount) that you paid for it. It was practice money, and is back already: you \
        need not do anything.
        """)
    } else if refund.walletLink == nil {
      Copy(
        "C-63.refund.comes",
        """
        \(provider) gives back the \(amount) that you paid for it. It is on its way: your wallet shows it with the \
        payment. If it has not come in some days, ask the provider.
        """)
    } else {
      Copy(
        "C-63.refund", "\(provider) gives back the \(amount) that you paid for it. Open it in your wallet to take it.")
    }
  }
  static let cannotGoOn = Copy("C-45.blocked", "This can't go on now")
  static let goBackForAnother = Copy(
    "C-45.blocked.next", "Go back to take another way, or try again. What you have done so far is kept.")
}
