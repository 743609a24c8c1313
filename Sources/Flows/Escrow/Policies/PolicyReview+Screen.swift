import Escrow
import Vocabulary
import HandsProtocol
import Sentences

extension PolicyReview {
  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .reviewing: review(state)
    case .editing(let place): edit(place, state)
    case .choosingMethod(let place):
      screen(
        .addPolicyMethod, [.whichMethod],
        rows: state.methods.filter { method in !state.plan.policies[place].parts.contains { $0.method == method.number }
        }.map {
          Choice($0.kind.copy, .choose($0.number), .row, told: EscrowText.method($0.number))
        }, choices: [.back])
    case .choosingProvider(let place, let method): chooseProvider(place, method, state)
    }
  }

  private static func screen(
    _ heading: Copy, _ says: [Copy], _ blocks: [Block] = [], rows: [Choice<Action>] = [], choices: [Choice<Action>],
    announcement: Copy? = nil
  ) -> Screen<Action> {
    Screen(
      title: .escrowTitle, heading: heading, .working, says, blocks, choices: rows + choices + [.cancel],
      announcement: announcement ?? says.first, aside: .policies)
  }

  private static func review(_ state: State) -> Screen<Action> {
    let plan = state.plan, costs = plan.costs(state.methods, state.providers)
    let findings = plan.findings(state.methods, state.providers), mayGoOn = !findings.contains(where: \.forbids)
    let obstacle = plan.policies.isEmpty ? EscrowPlan.obstacle(state.methods, state.providers) : nil
    let isSuggested = mayGoOn && plan.policies == EscrowPlan.suggested(state.methods, state.providers)
    let openers = plan.collusions(state.methods, state.providers)
    let indispensable = mayGoOn ? plan.indispensableProviders(state.methods).map { state.providers.label(of: $0) } : []
    let lines = plan.lines(state.methods, state.providers), areTold = lines.count == plan.policies.count
    let rows = plan.policies.enumerated().map { place, policy in
      Choice<Action>(.editWay(place), .edit(place), .row, detail: areTold ? nil : .kinds(of: policy, state.methods))
    }
    let more = plan.policies.count < EscrowBounds.planned ? [Choice<Action>(.addWay, .addWay, .row)] : []
    let years =
      (plan.years < years.upperBound ? [Choice<Action>(.keepLonger, .longer, .quiet)] : [])
      + (plan.years > years.lowerBound ? [Choice<Action>(.keepShorter, .shorter, .quiet)] : [])
    let proceed = mayGoOn ? [Choice<Action>(.proceed, .proceed)] : []
    return screen(
      .reviewPolicy,
      [plan.policies.isEmpty ? .noneYet : lines.count == 1 ? .thisGetsYouIn : .anyOfThese]
        + (isSuggested ? [.suggested] : []),
      state.notice.blocks
        + (obstacle.map { [.banner(Copy("C-33", "\($0.sentence)"), .error)] }
          ?? findings.map { .banner($0.copy(plan, state.providers), $0.forbids ? .error : .warning) })
        + (indispensable.isEmpty ? [] : [.banner(.vanishing(indispensable), .warning)]) + state.practice
        + (plan.policies.isEmpty ? [] : [.policies(lines)])
        + (openers.isEmpty
          ? [] : [.facts([Fact("Who could open it together", .openers(openers.map(\.providers), state.providers))])])
        + [.cost(costs.facts(years: plan.years))],
      rows: rows + more, choices: proceed + years + [Choice(.changeMethods, .changeMethods, .quiet), .back],
      announcement: state.notice?.copy)
  }

  private static func edit(_ place: Int, _ state: State) -> Screen<Action> {
    let policy = state.plan.policies[place], costs = state.plan.costs(state.methods, state.providers)
    let rows = policy.parts.compactMap { part in
      state.methods.first { $0.number == part.method }.map {
        Choice<Action>(
          $0.kind.copy, .choose($0.number), .row, detail: .isAt(state.providers.label(of: part.url)),
          told: EscrowText.method($0.number))
      }
    }
    let more = policy.parts.count < state.methods.count ? [Choice<Action>(.addPolicyMethod, .addMethod, .row)] : []
    var screen = screen(
      .editPolicy, policy.parts.isEmpty ? [.emptyWay] : [.allOfThese], [.cost(costs.facts(years: state.plan.years))],
      rows: rows + more,
      choices: [Choice(.doneEditing, .done), Choice(.deleteWay, .delete, .danger), .back])
    guard state.asksToDelete else { return screen }
    screen.choices = [Choice(.deleteWay, .reallyDelete, .danger), Choice(.keepWay, .keep, .back), .cancel]
    screen.sheet = Sheet(.plain, .reallyDelete(place))
    return screen
  }

  private static func chooseProvider(_ place: Int, _ method: Int, _ state: State) -> Screen<Action> {
    let kind = state.methods.first { $0.number == method }?.kind,
      held = state.plan.policies[place].parts.first { $0.method == method }
    let able = state.providers.filter { provider in kind.map(provider.offers) ?? false }
    let rows = able.map { provider in
      let price = Copy.price(provider.offers.first { $0.kind == kind }?.cost ?? "")
      return Choice<Action>(
        Copy("C-35.provider", "\(state.providers.label(of: provider.url))"), .put(provider.url), .row,
        detail: held?.url == provider.url
          ? Copy("C-36.use.here", "\(price) to use. It is here now.") : Copy("C-36.use", "\(price) to use"))
    }
    return screen(
      .selectProvider, [.whereToKeep(kind)], rows: rows,
      choices: (held == nil ? [] : [Choice(.takeOut, .takeOut, .outline)]) + [.back])
  }
}

extension PolicyReview.State {
  /// A warning if the plan uses practice providers (G-34).
  fileprivate var practice: [Block] {
    Set(plan.policies.flatMap(\.parts).map(\.url)).isDisjoint(with: providers.filter(\.isPractice).map(\.url))
      ? [] : [.banner(.isPractice, .warning)]
  }
}

extension EscrowPlan {
  /// The ways with the methods that they combine; ways that are alike are one line.
  func lines(_ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts]) -> [PolicyLine] {
    let parts = Set(policies.flatMap(\.parts)).map { part in
      let kind = methods.first { $0.number == part.method }?.kind
      let cost = providers.first { $0.url == part.url }?.offers.first { $0.kind == kind }?.cost
      let name = kind?.copy.sentence ?? "", provider = providers.label(of: part.url)
      guard let cost, Amount(cost)?.isZero != true else {
        return (part, PolicyLine.Part(Copy("C-32.part", "\(name) at \(provider)")))
      }
      return (part, PolicyLine.Part(Copy("C-32.part.priced", "\(name) at \(provider), \(Copy.price(cost))")))
    }
    let lines = Dictionary(uniqueKeysWithValues: parts)
    return PolicyLine.lines(of: policies.map(\.parts)) { lines[$0] }
  }
}
