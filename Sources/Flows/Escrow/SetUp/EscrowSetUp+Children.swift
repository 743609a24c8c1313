import Vocabulary

extension EscrowSetUp {
  /// Returns the child flow's response to the signal, or `nil` if no child flow is running.
  static func inChild(_ signal: Signal<Action>, _ state: inout State) -> Transition<Output>? {
    switch state.stage {
    case .identifying(let child): identify(child, signal, &state)
    case .methods(let child): chooseMethods(child, signal, &state)
    case .reviewing(let child): review(child, signal, &state)
    case .uploading(let child): upload(child, signal, &state)
    case .trying(let child): test(child, signal, &state)
    case .opening(let child): open(child, signal, &state)
    default: nil
    }
  }

  private static func identify(
    _ child: Identification.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Identification.self, child)
    switch step.output {
    case nil: state.stage = .identifying(child)
    case .identified(let country):
      state.country = country
      state.forgetPayments()
      state.chooseMethods()
      return Transition(orders: step.orders + state.noting(isBegun: true))
    case .back where state.subject == .file: return Transition(orders: step.orders, output: .cancelled)
    case .back: state.go(.deciding)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func chooseMethods(
    _ child: EscrowMethods.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: EscrowMethods.self, child)
    (state.methods, state.providers) = (child.methods, child.providers)
    switch step.output {
    case nil: state.stage = .methods(child)
    case .chosen(let methods, let providers):
      (state.methods, state.providers) = (methods, providers)
      state.review()
      return Transition(orders: step.orders + Identification.forgetting())
    case .lost: state.startOver()
    case .back: state.identify()
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func review(_ child: PolicyReview.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: PolicyReview.self, child)
    switch step.output {
    case nil: state.stage = .reviewing(child)
    case .planned(let plan):
      state.plan = plan
      state.go(
        .uploading(EscrowUpload.State(plan, state.methods, state.providers, paid: state.paid, for: state.paidPlan)))
    case .back:
      state.plan = child.plan
      state.chooseMethods()
    case .cancelled: return .done(.cancelled)
    }
    return .stay
  }

  private static func upload(_ child: EscrowUpload.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: EscrowUpload.self, child)
    (state.paid, state.paidPlan) = (child.paid, child.paidPlan)
    switch step.output {
    case nil: state.stage = .uploading(child)
    case .uploaded(let isPractice):
      state.isPractice = isPractice
      if state.subject == .file { state.go(.finishing) } else { state.touch() }
    case .change: state.review()
    case .lost: state.startOver()
    case .cancelled: return .done(.cancelled)
    }
    return .stay
  }

  private static func test(_ child: EscrowTrial.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    if signal == .secretsLost {
      state.bringAgain()
      return .stay
    }
    let (child, step) = signal.passed(to: EscrowTrial.self, child)
    switch step.output {
    case nil: state.stage = .trying(child)
    case .done: state.touch()
    case .change: state.chooseMethods()
    case .lost: state.startOver()
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func open(
    _ child: Opening.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    if signal == .secretsLost {
      state.bringAgain()
      return .stay
    }
    if signal == .action(.tryFirst), !state.trials.isEmpty {
      state.go(.trying(EscrowTrial.State(state.trials, state.providers)))
      state.isRetelling = true  // a page that was loaded anew does not know the addresses
      return .stay
    }
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .opening(child)
    case .ready(_, let opened): state.go(opened ? .sealing : .closed)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders, renew: step.renew)
  }
}
