import Escrow
import HandsProtocol
import Model
import Vocabulary
import Sentences

extension EscrowSetUp {
  public static func screen(_ state: State) -> Screen<Action> {
    var screen = drawn(state)
    screen.step = screen.step ?? state.step
    if state.subject == .file, state.isAtStart { screen.blocks = [.escrowStart(.backup)] + screen.blocks }
    return screen
  }

  private static func drawn(_ state: State) -> Screen<Action> {
    if let away = state.away { return EscrowConnection.screen(away).embedded(Action.hands) }
    func screen(_ register: Register, _ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>]) -> Screen<
      Action
    > {
      Screen(
        title: .escrowTitle, register, says, state.notice.blocks + blocks, choices: choices,
        announcement: state.notice?.copy ?? says.first, aside: .escrowSetUp)
    }
    switch state.stage {
    case .takingStock, .resuming, .discarding:
      return screen(.working, [.lookingHere], [.progress(.lookingHere)], [.cancel])
    case .tooEarly:
      let toKeys = state.notice == nil ? [Choice<Action>(.addKeyFirst, .addKey)] : []
      return screen(.plain, [state.notice == nil ? .keysFirst : .cannotLookNow], [], toKeys + [.cancel])
    case .deciding:
      return screen(
        .hearth, [.backupSetUp, state.standing.hasEscrow ? .replacesEscrow : .whatEscrowIs], [.escrowStart(.backup)],
        [Choice(.yesSetUp, .setUp), Choice(.noSetUp, .cancel, .cancel)])
    case .offering(let checkpoint):
      return screen(
        .working, [.begunBefore] + (checkpoint.takesMoney ? [.paidStays] : []), checkpoint.facts,
        [Choice(.goOn, .goOn), Choice(.beginAnew, .beginAnew, .outline), .cancel])
    case .identifying(let child): return Identification.screen(child).embedded(Action.identifying)
    case .methods(let child): return EscrowMethods.screen(child).embedded(Action.methods)
    case .reviewing(let child): return PolicyReview.screen(child).embedded(Action.reviewing)
    case .uploading(let child): return EscrowUpload.screen(child).embedded(Action.uploading)
    case .trying(let child): return EscrowTrial.screen(child).embedded(Action.trying)
    case .opening(let child):
      var screen = Opening.screen(child).embedded(Action.opening)
      if child.isOffering, !state.trials.isEmpty { screen.offer([Choice(.tryAddresses, .tryFirst, .quiet)]) }
      return screen
    case .sealing, .committing: return screen(.working, [.makingWayIn], [.progress(.makingWayIn)], [.cancel])
    case .closed: return screen(.plain, [.keyCannotOpen], [], [Choice(.useAnotherKey, .tryAgain), .cancel])
    case .finishing, .finished:
      let waits: [Need] = state.stage == .finishing ? [.news] : []
      let isFile = state.subject == .file, lines = state.lines
      let isOne = lines.count == 1
      return screen(
        .hearth,
        state.isPractice ? [.practiceIsDone] : [isFile ? .fileIsBackedUp(isOne) : .escrowIsSetUp(isOne), .tellNobody],
        state.addresses + [.receipt(state.receipt(lines))],
        [Choice(isFile ? .closeCard : .backToSettings, .leave, .close, needs: waits)] + (waits.isEmpty ? [] : [.cancel])
      )
    }
  }
}

extension EscrowSetUp.State {
  /// The step that the person is at. The decision, an offer to go on and the receipt are not counted. A file belongs to
  /// no account, so its set-up ends without a touch.
  fileprivate var step: StepLabel? {
    let all = subject == .file ? 4 : 5
    return switch stage {
    case .takingStock, .tooEarly, .deciding, .offering, .discarding, .finishing, .finished: nil
    case .resuming: away == nil ? nil : StepLabel(1, of: all, .stepIdentity)
    case .identifying: StepLabel(1, of: all, .stepIdentity)
    case .methods: StepLabel(2, of: all, .stepMethods)
    case .reviewing: StepLabel(3, of: all, .stepWays)
    case .uploading: StepLabel(4, of: all, .stepUpload)
    case .trying, .opening, .sealing, .committing, .closed: StepLabel(5, of: all, .stepConfirm)
    }
  }
  fileprivate var isAtStart: Bool { if case .identifying(let child) = stage { child.isAtStart } else { false } }
  fileprivate var lines: [PolicyLine] { plan?.lines(methods, providers) ?? [] }
  /// The addresses that a person keeps. Practice providers go with this computer, so theirs are of no use elsewhere.
  fileprivate var addresses: [Block] {
    let urls = isPractice ? [] : Set(plan?.policies.flatMap(\.parts).map(\.url) ?? []).sorted()
    return urls.isEmpty
      ? [] : [.addresses(urls.map { Fact(providers.label(of: $0), Copy("C-39.address", "\($0)")) })]
  }
  /// The result of the set-up, line by line.
  fileprivate func receipt(_ lines: [PolicyLine]) -> [Fact] {
    let plan = plan ?? EscrowPlan([], years: 1)
    let ways = lines.map { line in
      Fact(line.name, Copy("C-66.way", "\(line.parts.map(\.text.sentence).joined { "\($0); \($1)" })"))
    }
    let costs = plan.costs(methods, providers)
    // Free providers are asked to keep their part for as long as possible.
    let years = costs.signUp.isFree ? PolicyReview.years.upperBound : plan.years
    return ways + [Fact("Kept for", years == 1 ? Copy("C-36.kept.one", "One year") : .years(years))]
      + (costs.signUp.isFree ? [Fact("Cost", .noCost)] : [])
      + (isPractice ? [Fact("Counts as a way back in", .practiceDoesNot, isLacking: true)] : [])
  }
}

extension EscrowCheckpoint {
  fileprivate var facts: [Block] {
    guard case .backup(let country, let methods, let providers, _, let begun) = self else { return [] }
    let chosen =
      methods.isEmpty ? [] : [Fact("Methods", Copy("C-53.methods", "\(methods.map(\.kind.copy.sentence).withCommas)"))]
    let due = (begun?.due ?? []).known, asked = due.isEmpty ? [] : [Fact("Asked for", .asked(due, providers))]
    return [.facts([.country(country)] + chosen)] + (begun?.paid ?? []).blocks(providers)
      + (asked.isEmpty ? [] : [.facts(asked)])
  }
  /// `true` if a sum has been paid, or may have been paid in the meantime.
  fileprivate var takesMoney: Bool {
    if case .backup(_, _, _, _, let begun?) = self { !(begun.paid + begun.due).isEmpty } else { false }
  }
}
