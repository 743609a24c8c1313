import Access
import Sentences

extension NumberedThings {
  /// Returns what account recovery takes, or `nil` if there is none.
  mutating func escrowNeed(_ counting: Counting) -> Need? {
    switch holdings.escrow {
    case .none: return nil
    case .somewhere(let joinedOn):
      let own = thing(.provider, Thing.escrow, .escrow, at: nil)
      let isProved = joinedOn.map { holdings.today - $0 <= Holdings.joinedLasts } ?? false
      return counting == .hoped || isProved ? own : nil
    case .known(let plan): return need(of: plan, counting)
    }
  }

  /// The facts, any provider with the document, and for each part of a policy its provider and what answers it.
  private mutating func need(of plan: Holdings.Plan, _ counting: Counting) -> Need {
    let providers = plan.providers.map { provider in
      Need.thing(insert(.provider, provider.name, ThingName(Sentence(verbatim: provider.name))))
    }
    let isThere = plan.providers.map { $0.trouble == nil || ($0.trouble == .silent && counting == .hoped) }
    let facts = Need.thing(insert(.known, Thing.facts, .facts))
    let withDocument = plan.providers.indices.filter { plan.providers[$0].hasDocument && isThere[$0] }
    var ways: [Need] = []
    for policy in plan.policies {
      let parts = policy.map { plan.parts[$0] }
      let answers = parts.map { answer($0.method, plan) }
      guard !parts.isEmpty, parts.allSatisfy({ isThere[$0.provider] }), counting == .hoped || plan.isTried(policy)
      else { continue }
      let document = Need.any(withDocument.map { providers[$0] })
      ways.append(.all([facts, document] + answers + parts.map { providers[$0.provider] }))
    }
    return .any(ways)
  }

  private mutating func answer(_ method: Holdings.Plan.Method, _ plan: Holdings.Plan) -> Need {
    if method.liesSomewhere { return thing(.method, method.rawValue, .method(method), at: plan.places[method]) }
    return .thing(insert(method == .question ? .known : .method, method.rawValue, .method(method)))
  }
}
