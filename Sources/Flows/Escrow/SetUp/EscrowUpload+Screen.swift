import Vocabulary
import HandsProtocol
import Sentences

extension EscrowUpload {
  public static func screen(_ state: State) -> Screen<Action> {
    let cost = Block.cost(
      state.plan.costs(state.methods, state.providers).facts(years: state.plan.years, isPaidInPart: state.paid != nil))
    func screen(_ heading: Copy, _ says: [Copy], _ blocks: [Block], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: .escrowTitle, heading: heading, .working, says, state.notice.blocks + blocks,
        choices: choices + [.cancel],
        announcement: state.notice?.copy ?? says.first, aside: .upload)
    }
    switch state.stage {
    case .confirming:
      let bills = state.plan.bills(state.providers)
      if let paid = state.paid {
        let blocks = paid.blocks(state.providers) + bills.blocks + [cost]
        guard state.paidPlan == state.plan else {
          let confirm = Choice<Action>(.confirmPayment(of: bills), .proceed)
          return screen(.confirmPayment, [.paidForOthers], blocks, [confirm, .back])
        }
        return screen(.paidBefore, [.paidBefore, .paidCounts], blocks, [Choice(.proceed, .proceed), .back])
      }
      return screen(
        .confirmPayment, [.whatItCosts, .ifUnpaid], bills.blocks + [cost],
        [Choice(.confirmPayment(of: bills), .proceed), .back])
    case .uploading: return screen(.bringingParts, [.bringingParts], [cost, .progress(.bringingParts)], [.back])
    case .paying, .checking, .looking:
      let waits: [Need] = state.stage == .checking ? [.news] : [], count = state.due?.payments.count ?? 0
      return screen(
        .payThese(count), count == 1 ? [.providerWaits, .paymentIsNoticed] : [.providersWait, .paymentsAreNoticed],
        (state.due?.blocks(state.providers) ?? []) + (waits.isEmpty ? [] : [.progress(.lookingForPayment)]),
        [.havePaid(state.due?.payments ?? [], .paid, needs: waits), .back])
    case .short(let gaps):
      let isThere = gaps.areUnchecked
      return screen(
        isThere ? .notAllChecked : .notAllThere, isThere ? [.notAllChecked, .checkAgain] : [.notAllThere],
        state.blocks(of: gaps),
        [Choice(.cardTryAgain, .tryAgain), Choice(.changeWays, .change, .outline), Choice(.waitForIt, .wait, .quiet)])
    case .waiting(let gaps), .retrying(let gaps):
      return screen(
        gaps.areUnchecked ? .notAllChecked : .notAllThere, [.waitingForIt], state.blocks(of: gaps),
        [Choice(.cardTryAgain, .tryAgain), Choice(.changeWays, .change, .outline)])
    case .almost(let gaps, _):
      return screen(
        .notAllThere, [.waysWork], state.facts(of: gaps, broken: []),
        [
          Choice(.cardTryAgain, .tryAgain), Choice(.finishWithout, .finish, .outline),
          Choice(.changeWays, .change, .outline),
        ])
    case .stopped: return screen(.notAllThere, [.uploadStopped], [], [Choice(.cardTryAgain, .tryAgain), .back])
    }
  }
}

extension EscrowUpload.State {
  /// Returns the missing providers, each with the reason, and the ways that would not work without them.
  fileprivate func blocks(of gaps: [EscrowGap]) -> [Block] {
    func ways(with gaps: [EscrowGap]) -> [Int] {
      let urls = Set(gaps.map(\.url))
      return plan.policies.indices.filter { place in plan.policies[place].parts.contains { urls.contains($0.url) } }
    }
    return facts(
      of: gaps, broken: ways(with: gaps.filter { !$0.isUnchecked }), unchecked: ways(with: gaps.filter(\.isUnchecked)))
  }
  fileprivate func facts(of gaps: [EscrowGap], broken: [Int], unchecked: [Int] = []) -> [Block] {
    let unsure = Set(unchecked).subtracting(broken).sorted(),
      whole = Set(plan.policies.indices).subtracting(broken + unchecked).sorted()
    return [
      .facts(gaps.map { Fact(providers.label(of: $0.url), $0.trouble.copy) }),
      .facts(
        [Fact("Would not work", .ways(broken))] + (unsure.isEmpty ? [] : [Fact("Not checked", .ways(unsure))]) + [
          Fact("Would work", .ways(whole))
        ]),
    ]
  }
}

extension Choice {
  /// Returns the button for a person who has paid. The way to pay leads, if this screen has one.
  static func havePaid(_ payments: [EscrowPayment], _ action: Action, needs: [Need]) -> Self {
    let leads = payments.contains { $0.till != nil || $0.walletLink != nil }
    return Choice(.havePaid, action, leads ? .outline : .primary, needs: needs)
  }
}

extension EscrowGap {
  /// `true` if the provider claims to have the part, but the claim could not be verified.
  fileprivate var isUnchecked: Bool { trouble == .unchecked }
}
extension [EscrowGap] {
  fileprivate var areUnchecked: Bool { !isEmpty && allSatisfy(\.isUnchecked) }
}

extension Copy {
  static let whatItCosts = Copy("C-15.says", "This is what it costs. The providers take it, not we.")
  static let ifUnpaid = Copy(
    "C-15.unpaid",
    """
    You pay each provider once, for the time that stands here; nothing is taken later by itself. If you don't pay, \
    nothing of yours changes: go back and choose other providers, or stop here.
    """)
  static let paidBefore = Copy("C-15.before", "You paid for this before, and that counts.")
  static let paidCounts = Copy(
    "C-15.counts", "Nothing is paid twice. Each provider says what it still asks for, if anything, before you pay it.")
  static let paidForOthers = Copy(
    "C-15.others",
    """
    What you paid for parts that stay as they are counts. This plan has others: each provider says what it asks for, \
    before you pay.
    """)
  static let bringingParts = Copy("C-39.upload", "Bringing every part to its provider…")
  /// Returns the text that asks for confirmation. It includes the total if all bills are in one currency.
  static func confirmPayment(of bills: [EscrowBill]) -> Copy {
    let amounts = bills.flatMap { bill in [bill.document, bill.part?.times(bill.parts)].compactMap(\.self) }
    let sum = amounts.dropFirst().reduce(amounts.first) { $0?.adding($1) }
    return sum.map { Copy("C-15.sum", "Confirm payment of \($0.inWords)") } ?? .confirmPayment
  }
  static func payThese(_ count: Int) -> Copy {
    count == 1 ? Copy("C-61.title", "Pay this provider") : Copy("C-61.title.many", "Pay these providers")
  }
  static let paymentIsNoticed = Copy("C-61.noticed", "When it arrives, this goes on by itself.")
  static let paymentsAreNoticed = Copy("C-61.noticed.many", "When they arrive, this goes on by itself.")
  static let providerWaits = Copy("C-39", "A provider waits for its payment.")
  static let providersWait = Copy("C-39.many", "These providers wait for their payments.")
  static func payProvider(_ provider: Sentence, _ amount: String, place: (number: Int, of: Int)? = nil) -> Copy {
    guard let place else { return Copy("C-61", "\(provider) asks for \(Copy.price(amount)).") }
    return Copy("C-61.place", "Payment \(place.number) of \(place.of): \(provider) asks for \(Copy.price(amount)).")
  }
  static let havePaid = Copy("C-61.paid", "I have paid")
  static let lookingForPayment = Copy("C-61.looking", "Looking whether it has arrived…")
  static let notAllThere = Copy("C-39.short", "Not every part is in its place yet.")
  static let notAllChecked = Copy("C-39.unchecked", "Every part was taken, and not every one could be checked yet.")
  static let checkAgain = Copy(
    "C-39.unchecked.says",
    """
    We ask each provider for what it took before we say that it is backed up. Nothing is paid twice when you try \
    again.
    """)
  static let waysWork = Copy(
    "C-39.almost",
    """
    Every way works already. These providers keep their parts, but may not have the list of your ways back yet: one of \
    the others must give it.
    """)
  static let finishWithout = Copy("C-39.without", "Finish without them")
  static let changeWays = Copy("C-39.change", "Change the ways")
  static let waitForIt = Copy("C-39.wait", "Wait for it")
  static let waitingForIt = Copy(
    "C-39.waiting",
    "Every minute we look whether it answers. You may also stop here and come back: everything stays on this computer.")
  static let uploadStopped = Copy(
    "C-39.stopped", "That stopped half-way. Nothing is lost, and what is there already is not brought twice.")
  static func ways(_ places: [Int]) -> Copy {
    places.isEmpty
      ? Copy("C-39.noWay", "None") : Copy("C-39.ways", "\(places.map { Copy.way($0).sentence }.listed)")
  }
}

extension Aside {
  static let upload = Aside(
    whatStepMeans,
    [
      (
        Copy("C-39.1", "What goes to a provider"),
        Copy("C-39.1t", "A sealed part, which it can't open, and what it needs to check that it's you.")
      ),
      (
        Copy("C-39.2", "Who takes the money"),
        Copy(
          "C-39.2t",
          """
          Each provider for itself: through your wallet, or at its till where it is one to practice with. No money and \
          no wallet goes through us.
          """)
      ),
      (
        Copy("C-39.3", "If you stop here"),
        Copy("C-39.3t", "It is not finished, and nothing of yours changes. You can go on later.")
      ),
    ])
}
