import Escrow
import HandsProtocol
import Vocabulary

/// Tries the addresses of a set-up's methods, once their parts are stored: the provider sends the code that it would send
/// at a recovery, and the person types it. It is never required, and costs nothing. C-27.
public enum EscrowTrial: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.choosing
    var notice: Notice?
    var candidates: [Candidate]
    var providers: [EscrowProviderFacts]
    /// The numbers of the methods whose code has come.
    var passed: Set<Int> = []
    init(_ candidates: [Candidate], _ providers: [EscrowProviderFacts]) {
      self.candidates = candidates; self.providers = providers
    }
  }
  /// A method that can be tried, and the provider that sends its code.
  struct Candidate: Codable, Hashable, Sendable {
    var method: EscrowMethodFacts
    var url: String
  }
  enum Stage: Codable, Hashable, Sendable { case choosing, sending(Int), answering(Int), checking(Int) }
  public enum Action: CancellableAction, ReversibleAction {
    case choose(Int), answer, resend, change, proceed, back, cancel

    public var actionName: ActionName {
      switch self {
      case .choose(let number): "choose.\(number)"
      case .answer: "answer"
      case .resend: "resend"
      case .change: "change"
      case .proceed: "proceed"
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case done
    /// The person wants to change a method.
    case change
    /// The hands have lost their work.
    case lost
    case cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return Transition(orders: [forgetting], output: .cancelled)
    case (.choosing, .action(.choose(let number))): state.go(.sending(number))
    case (.choosing, .action(.proceed)), (.choosing, .action(.back)): return .done(.done)
    case (.choosing, .action(.change)): return .done(.change)
    case (_, .action(.back)):
      state.go(.choosing)
      return .order(forgetting)
    case (.answering(let number), .action(.resend)):
      state.go(.sending(number))
      return .order(forgetting)
    case (.answering(let number), .action(.answer)): state.go(.checking(number))
    case (.checking(let number), .secretsLost): state.go(.answering(number), .escrow(.lost))
    case (_, .reply(.hands(.escrow(.lost)))): return Transition(orders: [forgetting], output: .lost)
    case (.sending(let number), .reply(.hands(.escrow(.sent)))): state.go(.answering(number))
    case (.sending, .reply(.hands(.escrow(let news)))): state.go(.choosing, news.trialProblem.map(Notice.escrow))
    case (.checking(let number), .reply(.hands(.escrow(let news)))): return hear(news, of: number, &state)
    default: break
    }
    return .stay
  }

  private static func hear(_ news: EscrowReply, of number: Int, _ state: inout State) -> Transition<Output> {
    switch news {
    case .solved:
      state.passed.insert(number)
      state.go(.choosing)
    case .wrong: state.go(.answering(number), .escrow(.wrongCode))
    case .expired: state.go(.answering(number), .escrow(.expired))
    default: state.go(.choosing, news.trialProblem.map(Notice.escrow))
    }
    return .order(forgetting)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .choosing, .answering: []
    case .sending(let number): [.hands(.escrow(.tryMethod(number)))]
    case .checking(let number): [.hands(.escrow(.answerMethod(number, ChallengeAnswer.code)))]
    }
  }

  private static var forgetting: Order { .hands(.forget(ChallengeAnswer.code)) }
}

extension EscrowTrial.State: Staged {}

extension EscrowReply {
  fileprivate var trialProblem: EscrowProblem? {
    switch self {
    case .limited: .trialLimited
    case .notSent: .trialNotSent
    case .unknownChallenge: .trialNotOffered
    default: HandsReply.escrow(self).escrowProblem
    }
  }
}

extension EscrowPlan {
  /// Returns the methods whose address can be tried at once and for nothing: those that get a code in a message, each at
  /// the first provider that sends it free of charge. Letters and transfers take days.
  func trials(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> [EscrowTrial.Candidate] {
    methods.filter { [.email, .sms].contains($0.kind) }.compactMap { method in
      let free = policies.flatMap(\.parts).first { part in
        part.method == method.number && providers.contains { $0.url == part.url && $0.isFree(method.kind) }
      }
      return free.map { EscrowTrial.Candidate(method: method, url: $0.url) }
    }
  }
}
