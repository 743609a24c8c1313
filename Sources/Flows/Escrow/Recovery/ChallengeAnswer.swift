import Escrow
import Vocabulary
import HandsProtocol

/// Leads through one challenge from beginning to solution: a payment, an answer to type, or a wait. C-45…C-49,
/// C-60…C-65, C-68.
public enum ChallengeAnswer: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.beginning
    var notice: Notice?
    var challenge: EscrowPuzzle.Challenge
    init(_ challenge: EscrowPuzzle.Challenge) { self.challenge = challenge }
  }
  enum Stage: Codable, Hashable, Sendable {
    case beginning
    /// The payment is checked again when the person reports it as paid, or automatically after a while.
    case paying(EscrowPayment), checkingPayment(EscrowPayment, isAsked: Bool)
    case answering(Due), checking(Due)
    case transferring, polling(isAsked: Bool)
    /// The person who examined the photo rejected it. The reason is shown until the page is reloaded, because the hands
    /// report it only once.
    case turnedDown(isToldWhy: Bool)
    /// The provider could not send the code. It refunds the money, or counts it towards the next try.
    case unsent(EscrowRefund?, isCovered: Bool)
    case blocked
  }
  /// The price of a question, which is paid in the same dialog (C-62).
  enum Due: Codable, Hashable, Sendable { case nothing, announced, asked(EscrowPayment), paid }
  public enum Action: String, CancellableAction, ReversibleAction { case answer, paid, ask, resend, back, cancel }
  public enum Output: Outcome {
    case solved
    /// The person goes back. If something went wrong, the state describes it.
    case back
    /// The hands have lost the open document.
    case lost
    case cancelled
  }

  /// The number of seconds between two checks of a payment, and between two checks of a transfer or a decision.
  static let paymentPause = 20, transferPause = 60

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return Transition(orders: [state.forgetting], output: .cancelled)
    case (_, .action(.back)): return Transition(orders: [state.forgetting], output: .back)
    case (_, .action(.resend)): state.go(.beginning)
    case (.paying(let payment), .action(.paid)): state.go(.checkingPayment(payment, isAsked: true))
    case (.checkingPayment(let payment, isAsked: false), .action(.paid)):
      state.stage = .checkingPayment(payment, isAsked: true)
    case (.paying(let payment), .reply(.hands(.elapsed(.polling)))):
      state.stage = .checkingPayment(payment, isAsked: false)
    case (.answering(let due), .action(.answer)): state.go(.checking(due))
    case (.transferring, .action(.ask)): state.go(.polling(isAsked: true))
    case (.transferring, .reply(.hands(.elapsed(.polling)))): state.stage = .polling(isAsked: false)
    case (.checking(let due), .secretsLost): state.go(.answering(due), .escrow(.lost))
    case (.transferring, .secretsLost), (.polling, .secretsLost):
      state.go(.beginning)  // the hands tell once more what is to be sent
    case (.turnedDown, .secretsLost): state.go(.turnedDown(isToldWhy: false))
    case (_, .reply(.hands(.escrow(let news)))): return hear(news, &state)
    default: break
    }
    return .stay
  }

  private static func hear(_ news: EscrowReply, _ state: inout State) -> Transition<Output> {
    switch (news, state.stage) {
    case (.solved, _): return Transition(orders: [state.forgetting], output: .solved)
    case (.lost, _): return Transition(orders: [state.forgetting], output: .lost)
    case (.sent, _), (.ready, _): state.go(state.kind?.isWatched == true ? .transferring : .answering(state.announced))
    case (.notSent(let refund, let isCovered), _): state.go(.unsent(refund, isCovered: isCovered))
    case (.due(let payments, _, _), let stage): if let payment = payments.first { state.pay(payment, from: stage) }
    case (.wrong, .checking(let due)):  // C-68: in place
      state.go(.answering(due.afterTry), .escrow(state.kind == .question ? .wrongAnswer : .wrongCode))
      return .order(state.forgetting)
    case (.expired, .checking(let due)): state.go(.answering(due.afterTry), .escrow(.expired))
    case (.notYet, .polling(isAsked: false)): state.stage = .transferring
    case (.notYet, .polling): state.go(.transferring, .escrow(state.kind == .video ? .notExamined : .notYet))
    case (.wrong, .polling) where state.kind == .video: state.go(.turnedDown(isToldWhy: true))
    case (.notYet, .checking(let due)): state.go(.answering(due), .escrow(.notYet))
    case (.expired, _): state.go(.blocked, .escrow(state.kind == .video ? .reviewOver : .expired))
    case (.limited, _): state.go(.blocked, .escrow(.limited))
    case (.unknownChallenge, _): state.go(.blocked, .escrow(.unknownChallenge))
    case (let news, .checking(let due)):
      state.go(.answering(due), HandsReply.escrow(news).escrowProblem.map(Notice.escrow))
    case (let news, .polling): state.go(.transferring, HandsReply.escrow(news).escrowProblem.map(Notice.escrow))
    case (let news, .checkingPayment(let payment, _)):
      state.go(.paying(payment), HandsReply.escrow(news).escrowProblem.map(Notice.escrow))
    case (let news, _): state.go(.blocked, HandsReply.escrow(news).escrowProblem.map(Notice.escrow))
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    let number = state.challenge.number
    return switch state.stage {
    case .beginning, .checkingPayment: [.hands(.escrow(.begin(challenge: number)))]
    case .paying: [.hands(.wait(.polling, seconds: paymentPause))]
    case .checking: [.hands(.escrow(.answer(challenge: number, state.field)))]
    case .transferring: [.hands(.wait(.polling, seconds: transferPause))]
    case .polling: [.hands(.escrow(.poll(challenge: number)))]
    case .answering, .turnedDown, .unsent, .blocked: []
    }
  }

  static let answer: FieldID = "challengeAnswer", code: FieldID = "sentCode", clockCode: FieldID = "challengeClock"

  static func challenge(_ number: Int, _ kind: EscrowKind, cost: String = "EUR:0") -> EscrowPuzzle.Challenge {
    EscrowPuzzle.Challenge(number, kind, url: "https://a.example/", provider: "A", cost: cost)
  }
}

extension ChallengeAnswer.Due {
  /// The price due after an attempt. A provider that accepted an attempt requests no further payment for it.
  fileprivate var afterTry: Self { self == .nothing ? .nothing : .paid }
}

extension ChallengeAnswer.State: Staged {
  var kind: EscrowKind? { challenge.kind }
  var field: FieldID {
    switch kind {
    case .question: ChallengeAnswer.answer
    case .totp: ChallengeAnswer.clockCode
    default: ChallengeAnswer.code
    }
  }
  fileprivate var forgetting: Order { .hands(.forget(field)) }
  fileprivate var announced: ChallengeAnswer.Due {
    kind == .question && challenge.isFree == false ? .announced : .nothing
  }

  /// Requests a payment that is due before anything else (C-46), after an attempt (C-47), or again.
  fileprivate mutating func pay(_ payment: EscrowPayment, from stage: ChallengeAnswer.Stage) {
    switch stage {
    case .checkingPayment(_, isAsked: true): go(.paying(payment), .escrow(.stillDue))
    case .checkingPayment: self.stage = .paying(payment)
    case .checking(.asked) where kind == .question: go(.answering(.asked(payment)), .escrow(.stillDue))
    case .checking where kind == .question: go(.answering(.asked(payment)))
    default: go(.paying(payment))
    }
  }
}

extension EscrowPuzzle.Challenge {
  /// `true` if the challenge is free; `nil` if its price is unknown.
  var isFree: Bool? { cost.map { Amount($0)?.isZero == true } }
}
