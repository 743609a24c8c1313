import Escrow
import HandsProtocol
import Model
import Vocabulary
import Sentences

/// Shows whether account recovery would work today: the state of each provider and each way, and when parts were
/// last joined. C-40.
public enum EscrowStatus: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.takingStock
    var notice: Notice?
    var away: EscrowConnection.State?
    /// The account's keys and ways back; `nil` for somebody who is not signed in.
    var standing: AccountState?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case takingStock, asking, showing([EscrowStanding], policies: [[EscrowPartFacts]]), nothing, stopped
  }
  public enum Action: CancellableAction {
    case askAgain, setUp, hands(EscrowConnection.Action), leave, cancel

    public var actionName: ActionName {
      switch self {
      case .askAgain: "askAgain"
      case .setUp: "setUp"
      case .hands(let action): .child("hands", action)
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case renew, seen, cancelled
    public var leadsTo: Destination { self == .renew ? .escrowSetUp : .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    if let step: Transition<Output> = state.waitForHands(signal) { return step }
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (_, .action(.leave)): return .done(.seen)
    case (_, .action(.setUp)): return .done(.renew)
    case (_, .action(.askAgain)): state.go(.takingStock)
    case (.takingStock, .reply(.server(.account(.state(let standing))))):
      state.standing = standing
      state.go(.asking)
    case (.takingStock, .reply(.server)): state.go(.asking)  // the providers can be asked all the same
    case (.asking, .reply(.hands(.escrow(.status(let providers, let policies))))):
      state.go(.showing(providers, policies: policies))
    case (.asking, .reply(.hands(.escrow(.nothingLeft)))): state.go(.nothing)
    case (.asking, .reply(.hands(let news))): state.go(.stopped, news.escrowProblem.map(Notice.escrow))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    if let away = state.away { return EscrowConnection.awaited(away) }
    return switch state.stage {
    case .takingStock: [.server(.account(.readAccount))]
    case .asking: [.hands(.escrow(.status))]
    case .showing, .nothing, .stopped: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    if let away = state.away { return EscrowConnection.screen(away).embedded(Action.hands).titled(.escrowStatusTitle) }
    let again = Choice<Action>(.askProvidersAgain, .askAgain, .outline)
    func screen(_ says: [Copy], _ blocks: [Block], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: .escrowStatusTitle, .working, says, state.notice.blocks + blocks, choices: choices + [.cancel],
        announcement: state.notice?.copy ?? says.first, aside: .escrowStatus)
    }
    switch state.stage {
    case .takingStock, .asking: return screen([.askingProviders], [.progress(.askingProviders)], [])
    case .stopped: return screen([.statusStopped], [], [again])
    case .nothing: return screen([.nothingToAsk], state.proof, [Choice(.setUpAnew, .setUp, .outline)])
    case .showing(let providers, let policies):
      let working = policies.working(with: providers)
      let ways = policies.health(with: providers, working: Set(working))
      let mayWork = !working.isEmpty || !policies.working(with: providers.map(\.asIfAnswering)).isEmpty
      let works = working.isEmpty && mayWork ? Copy.cannotTell : .standing(working.count, of: policies.count)
      return screen(
        state.headline(works, providers), [.facts(providers.map(\.fact)), .facts(ways)] + state.proof,
        [Choice(.closeCard, .leave, .close), again, Choice(.setUpAnew, .setUp, mayWork ? .quiet : .outline)])
    }
  }
}

extension EscrowStatus.State: AwaitingHands {
  /// The day on which parts were last joined, in a recovery or a drill, and opened the account.
  fileprivate var proof: [Block] {
    let copy =
      standing?.escrowProvedAt.map { Copy("C-40.proved", "\(Day(unixTime: $0).copy)") } ?? Copy("C-40.never", "Not yet")
    return standing?.hasEscrow == true ? [.facts([Fact("Last used or tried", copy)])] : []
  }
  /// Returns the headline. Recovery is reported to work only for the account's own way back (G-34).
  fileprivate func headline(_ works: Copy, _ providers: [EscrowStanding]) -> [Copy] {
    let isPractice = providers.contains { $0.isPractice == true }
    guard let standing, !standing.hasEscrow else { return [isPractice ? .isPractice : works] }
    return isPractice || standing.practicesEscrow == true
      ? [.countsForNothing, .isPracticeAlone] : [.doesNotCount, .wasNotFinished]
  }
}

extension EscrowStanding {
  fileprivate var label: Sentence {
    (name.isEmpty ? ProviderAddress(url)?.host ?? url : name).marked(asPractice: isPractice == true)
  }
  /// The same provider, assumed to still have what it had. The fact that it does not answer is no proof of the
  /// contrary.
  fileprivate var asIfAnswering: Self {
    var standing = self
    if trouble == .unreachable || trouble == .limited { (standing.trouble, standing.isCurrent) = (nil, true) }
    return standing
  }
  fileprivate var hasDocument: Bool { trouble == nil && isCurrent }
  /// `true` if the provider has its parts of the ways, even if its document never arrived. A provider with a different
  /// document is not relied on.
  fileprivate var hasParts: Bool { trouble == nil && (isCurrent || version == nil) }
  fileprivate var fact: Fact { Fact(label, trouble.map(says) ?? answering) }
  private var answering: Copy {
    let version = version.map { Copy("C-40.version", "Version \($0).") }
    let paid = paidUntil.map { Day(unixTime: $0).copy }.map {
      isFree == true ? Copy("C-40.keptUntil", "Kept until \($0).") : Copy("C-40.paidUntil", "Paid until \($0).")
    }
    let copies: [Copy?] =
      hasDocument ? [.reachable, version, paid] : hasParts ? [.hasPartAlone, paid] : [.hasOtherVersion, version]
    return Copy("C-40.provider", "\(copies.compactMap { $0?.sentence }.inTurn)")
  }
  /// Describes the provider's trouble. A provider that does not answer has not necessarily lost anything.
  private func says(_ trouble: EscrowTrouble) -> Copy {
    guard trouble == .unreachable else { return trouble.copy }
    return isPractice == true ? .practiceIsSilent : .providerIsSilent
  }
}

extension [[EscrowPartFacts]] {
  /// Returns the indices of the ways that still suffice.
  fileprivate func working(with providers: [EscrowStanding]) -> [Int] {
    let known = Set(providers.filter(\.hasParts).map(\.url)), gone = Set(joined().map(\.url)).subtracting(known)
    // The document lists the ways, and any provider of the set-up may supply it.
    guard providers.contains(where: \.hasDocument) else { return [] }
    return map { parts in PlannedPolicy(parts.enumerated().map { PlannedChallenge(method: $0, provider: $1.url) }) }
      .loss(ofProviders: gone).remaining
  }
  /// Returns the health of every way. Ways that are alike, and that work or wait for the same providers, are one line.
  fileprivate func health(with providers: [EscrowStanding], working: Set<Int>) -> [Fact] {
    let having = Set(providers.filter(\.hasParts).map(\.url))
    let places = Dictionary(grouping: indices) { place in
      working.contains(place) ? nil : self[place].awaited(providers, having)
    }
    let lines = places.flatMap { awaited, places in
      AlikeWays.sets(of: places.map { self[$0] }).map { set in
        let ways = set.ways.map { places[$0] }, kinds = set.parts.map(\.kind.inside.sentence).listed
        let what: Sentence = set.isAlone ? kinds : "any \(set.needed) of these \(set.parts.count): \(kinds)"
        let health =
          awaited.map {
            Copy("C-40.way.waits", "Waits for \($0.labels(among: providers).listed): \(what).")
          } ?? Copy("C-40.way.works", "Works: \(what).")
        return (ways[0], Fact(Copy.ways(ways), health))
      }
    }
    return lines.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension [EscrowPartFacts] {
  /// Returns the addresses of the providers that this way waits for.
  ///
  /// - Parameter having: The addresses of the providers that have their parts.
  fileprivate func awaited(_ providers: [EscrowStanding], _ having: Set<String>) -> [String] {
    // If all providers of this way are available, it is the document that is missing.
    let gone = Set(map(\.url)).subtracting(having)
    let awaited = gone.isEmpty ? Set(providers.filter { $0.trouble != nil || $0.version != nil }.map(\.url)) : gone
    return awaited.sorted()
  }
}

extension [String] {
  /// The labels of the providers with these addresses.
  fileprivate func labels(among providers: [EscrowStanding]) -> [Sentence] {
    map { url in providers.first { $0.url == url }?.label ?? Sentence(verbatim: ProviderAddress(url)?.host ?? url) }
  }
}

extension Copy {
  static let escrowStatusTitle = Copy("C-40", "Service status")
  static func standing(_ working: Int, of all: Int) -> Copy {
    switch working {
    case 0: Copy("C-40.none", "You could not come back this way today. Set it up anew while you still have a key.")
    case all where all == 1: Copy("C-40.one", "You could come back today.")
    case all: Copy("C-40.all", "You could come back today, in every one of \(all) ways.")
    default: Copy("C-40.some", "You could come back today, in \(working) of \(all) ways.")
    }
  }
  static let cannotTell = Copy(
    "C-40.unknown",
    """
    We can't tell right now whether you could come back this way: too few providers could tell us. Check that this \
    computer is online, and ask again later. If they stay silent for days, set it up anew.
    """)
  static let reachable = Copy("C-40.reachable", "Reachable.")
  static let hasPartAlone = Copy(
    "C-40.partAlone",
    "Reachable. It has its part, but not the list of your ways back: another provider must give you that.")
  static let hasOtherVersion = Copy("C-40.otherVersion", "Reachable. It has another version than you put there.")
  static let providerIsSilent = Copy(
    "C-40.silent", "It doesn't answer now. What it keeps is not lost by that: ask it again later.")
  static let practiceIsSilent = Copy(
    "C-40.silent.practice",
    "It doesn't answer now. Practice providers do while Latchstring is open on this computer.")
  static let statusStopped = Copy("C-40.stopped", "We can't see right now how it stands.")
  static let nothingToAsk = Copy(
    "C-40.nothing",
    """
    This computer doesn't know of any provider to ask. Account recovery was set up on another computer, or not at all.
    """,
    inTerminal: """
      This computer doesn't know of any provider to ask. Account recovery was set up on another computer, or not at \
      all. Practice providers can be asked while latchstring home is open, and with its port in LATCHSTRING_PORT where \
      that is not the usual one.
      """)
  static let setUpAnew = Copy("C-40.anew", "Set it up anew")
  static let doesNotCount = Copy("G-34.status", "This is no way back into your account.")
  static let countsForNothing = Copy("G-34.status.counts", "Don't count on this: it is practice.")
  static let isPracticeAlone = Copy(
    "G-34.status.practice",
    """
    It goes when this computer goes. Until then, whoever uses this computer and knows your facts can come in with it. \
    Set it up anew with real providers.
    """)
  static let wasNotFinished = Copy(
    "G-34.status.other",
    "It was never finished, or it was revoked. Below is how it stands; to have a way back, set it up anew.")
}

extension Aside {
  static let escrowStatus = Aside(
    whatStepMeans,
    [
      (
        Copy("C-40.1", "When a provider is gone"),
        Copy("C-40.1t", "Ways that need it wait. Set it up anew with others while you still have a key.")
      ),
      (
        Copy("C-40.2", "Paid until, kept until"),
        Copy("C-40.2t", "The provider keeps its part until then, paid or free. Setting it up anew extends that.")
      ),
      (
        Copy("C-40.3", "How we know"),
        Copy("C-40.3t", "This computer asked each provider just now, without saying who you are.")
      ),
    ])
}
