import Access
import Sentences

extension NumberedActs {
  /// Returns what it takes to be given the shares of account recovery, or `nil` if there is none.
  mutating func escrowNeed() -> Need? {
    switch holdings.escrow {
    case .none: return nil
    case .somewhere:
      let enough = act(.providers, "account recovery", "Enough of your recovery providers")
      return .all([enough, act(.facts, "facts")])
    case .known(let plan):
      let policies = plan.policies.filter { !$0.isEmpty }
      return .any(
        policies.map { policy in
          .all([act(.facts, "facts"), document(of: plan)] + policy.map { part(plan.parts[$0], of: plan) })
        })
    }
  }

  /// Whoever knows the facts is given the document by any provider that stands. One that is gone may still have kept
  /// what it had, and then has to act itself.
  private mutating func document(of plan: Holdings.Plan) -> Need {
    let holders = plan.providers.filter(\.hasDocument)
    return .any(holders.map { $0.trouble == .gone ? acts(itself: $0) : .nothing })
  }

  /// A provider needs no code to open what it keeps, but for a question, which only its answer opens. Anybody else
  /// needs the provider, and what it sends or asks.
  private mutating func part(_ part: Holdings.Plan.Part, of plan: Holdings.Plan) -> Need {
    let provider = plan.providers[part.provider], isGone = provider.trouble == .gone
    if part.method == .question {
      let answers = act(.answers, "answers")
      return isGone ? .all([answers, acts(itself: provider)]) : answers
    }
    let itself = acts(itself: provider)
    return isGone ? itself : .any([itself, reach(part.method, of: plan)])
  }
  private mutating func acts(itself provider: Holdings.Plan.Provider) -> Need {
    act(.provider, provider.name, Sentence(verbatim: provider.name))
  }
  private mutating func reach(_ method: Holdings.Plan.Method, of plan: Holdings.Plan) -> Need {
    act(.reach, method.rawValue, method.reaching, at: method.liesSomewhere ? plan.places[method] : nil)
  }
}

extension Holdings.Plan.Method {
  /// What somebody does who gets what a provider sends, after "whoever".
  fileprivate var reaching: Sentence {
    switch self {
    case .question: ""
    case .email: "reads your e-mail"
    case .sms: "gets your text messages"
    case .post: "gets your letters"
    case .iban: "can pay from your bank account"
    case .totp: "has your code program"
    case .video: "passes for you in a photo"
    }
  }
}
