import Escrow
import FlowKit

extension PolicyReview {
  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .reviewing: review(state)
    case .editing(let place): edit(place, state)
    case .choosingMethod(let place):
      screen(
        .addPolicyMethod, [.whichMethod],
        rows: state.methods.filter { method in !state.plan.policies[place].parts.contains { $0.method == method.number } }.map {
          Choice($0.kind.copy, .choose($0.number), .row, told: EscrowText.method($0.number))
        }, choices: [back])
    case .choosingProvider(let place, let method): chooseProvider(place, method, state)
    }
  }

  private static let cancel = Choice<Action>(.cancel, .cancel, .cancel), back = Choice<Action>(.back, .back, .back)

  private static func screen(
    _ heading: Copy, _ says: [Copy], _ blocks: [Block] = [], rows: [Choice<Action>] = [], choices: [Choice<Action>], announcement: Copy? = nil
  ) -> Screen<Action> {
    Screen(
      title: .escrowTitle, heading: heading, .working, says, blocks, choices: rows + choices + [cancel],
      announcement: announcement ?? says.first, aside: .policies)
  }

  private static func review(_ state: State) -> Screen<Action> {
    let plan = state.plan, faults = plan.faults(state.methods, state.providers), cost = PlanCost(plan, state.methods, state.providers)
    let isSuggested = plan.policies == EscrowPlan.suggested(state.methods, state.providers)
    let openers: [Block] = plan.openers.isEmpty ? [] : [.facts([Fact("Who could open it together", .openers(plan.openers, state.providers))])]
    let rows = plan.policies.indices.map { Choice<Action>(.editWay($0), .edit($0), .row) }
    let years =
      (plan.years < years.upperBound ? [Choice<Action>(.keepLonger, .longer, .quiet)] : [])
      + (plan.years > years.lowerBound ? [Choice<Action>(.keepShorter, .shorter, .quiet)] : [])
    let proceed = faults.isEmpty ? [Choice<Action>(cost.isFree ? .proceed : .confirmPayment, .proceed)] : []
    return screen(
      .reviewPolicy, [.anyOfThese] + (isSuggested && faults.isEmpty ? [.suggested] : []),
      state.notice.blocks + faults.map { .banner($0.copy(state.providers), .error) } + state.practice + [.policies(state.lines)] + openers
        + [.cost(cost.facts(years: plan.years))],
      rows: rows + [Choice(.addWay, .addWay, .row)], choices: proceed + years + [back], announcement: state.notice?.copy)
  }

  private static func edit(_ place: Int, _ state: State) -> Screen<Action> {
    let policy = state.plan.policies[place], cost = PlanCost(state.plan, state.methods, state.providers)
    let rows = policy.parts.compactMap { part in
      state.methods.first { $0.number == part.method }.map {
        Choice<Action>(
          $0.kind.copy, .choose($0.number), .row, detail: Copy("C-35.at", "At \(state.providers.label(of: part.url)). Press to change it."),
          told: EscrowText.method($0.number))
      }
    }
    let more = policy.parts.count < state.methods.count ? [Choice<Action>(.addPolicyMethod, .addMethod, .row)] : []
    var screen = screen(
      .editPolicy, policy.parts.isEmpty ? [.emptyWay] : [.allOfThese], [.cost(cost.facts(years: state.plan.years))], rows: rows + more,
      choices: [Choice(.doneEditing, .done), Choice(.deleteWay, .delete, .danger), back])
    guard state.asksToDelete else { return screen }
    screen.choices = [Choice(.deleteWay, .reallyDelete, .danger), Choice(.keepWay, .keep, .back), cancel]
    screen.sheet = Sheet(.plain, .reallyDelete(place))
    return screen
  }

  private static func chooseProvider(_ place: Int, _ method: Int, _ state: State) -> Screen<Action> {
    let kind = state.methods.first { $0.number == method }?.kind, held = state.plan.policies[place].parts.first { $0.method == method }
    let able = state.providers.filter { provider in kind.map(provider.offers) ?? false }
    let rows = able.map { provider in
      let cost = provider.offers.first { $0.kind == kind }?.cost ?? ""
      return Choice<Action>(
        Copy("C-35.provider", state.providers.label(of: provider.url)), .put(provider.url), .row,
        detail: Copy("C-36.use", "\(Copy.price(cost).text) to use\(held?.url == provider.url ? ". It is here now." : "")"))
    }
    return screen(
      .selectProvider, [.whereToKeep(kind)], rows: rows,
      choices: (held == nil ? [] : [Choice(.takeOut, .takeOut, .outline)]) + [back])
  }
}

extension PolicyReview.State {
  /// Each policy as the things that it takes together.
  var lines: [PolicyLine] { plan.lines(methods, providers) }
  /// G-34.
  fileprivate var practice: [Block] {
    providers.filter { provider in plan.policies.contains { $0.parts.contains { $0.url == provider.url } } }.contains(where: \.isPractice)
      ? [.banner(.isPractice, .warning)] : []
  }
}

extension EscrowPlan {
  func lines(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> [PolicyLine] {
    policies.enumerated().map { place, policy in
      PolicyLine(
        .way(place),
        policy.parts.map { part in
          let kind = methods.first { $0.number == part.method }?.kind
          let cost = providers.first { $0.url == part.url }?.offers.first { $0.kind == kind }?.cost
          let price = cost.map { ", \(Copy.price($0).text)" } ?? ""
          return PolicyLine.Part(Copy("C-32.part", "\(kind?.name ?? "") at \(providers.label(of: part.url))\(price)"))
        })
    }
  }
}

extension PlanCost {
  /// Live: it changes with every action that it depends on (C-36, C-37).
  func facts(years: Int) -> [Fact] {
    guard !isFree || !recovery.isEmpty else { return [Fact("Cost", .noCost)] }
    let kept = years == 1 ? "Due now, for one year" : "Due now, for \(years) years"
    return [Fact("Every year", Self.copy(yearly)), Fact("To recover, at most", Self.copy(recovery)), Fact(kept, Self.copy(dueNow))]
  }
  private static func copy(_ amounts: [Amount]) -> Copy {
    Copy("C-36.sum", amounts.isEmpty ? "free" : amounts.map(\.price).joined(separator: " + "))
  }
}

extension PlanFault {
  func copy(_ providers: [EscrowProviderFacts]) -> Copy {
    switch self {
    case .empty: Copy("C-32.none", "There is no way back in yet. Add one.")
    case .questionsAlone(let place):
      Copy(
        "C-32.questions",
        "\(Copy.way(place).text) takes only questions, and whoever knows you well could answer them. Add another kind of method to it.")
    case .oneProvider(let place):
      Copy(
        "C-32.operator",
        "\(Copy.way(place).text) lies with one provider, which could open it alone. Add a method to it, or move one, so that there are two providers."
      )
    case .notOffered(let place, let url):
      Copy("C-32.missing", "\(Copy.way(place).text) needs \(providers.label(of: url)), which doesn't offer that now. Choose another provider for it.")
    }
  }
}
