import Vocabulary
import HandsProtocol

/// Finds the backups for a person's attributes and opens one of them. The newest is opened automatically, a different
/// one on demand. C-55, C-57, C-58, C-67.
public enum DocumentFinding: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var providers: [EscrowProviderFacts]
    var documents: [EscrowDocumentFacts]
    var gaps: [EscrowGap] = []
    /// `true` once the providers have answered, so that the documents and gaps are known.
    var isAnswered = false
    /// The number of searches left before a provider asks the person to wait; `nil` if no provider sets a limit.
    var lookUpsLeft: Int?
    /// Creates a state. If documents are given, the person chooses among them. Otherwise, documents are searched for.
    init(_ providers: [EscrowProviderFacts] = [], _ documents: [EscrowDocumentFacts] = []) {
      self.providers = providers; self.documents = documents
      stage = !documents.isEmpty ? .choosing : providers.isEmpty ? .contacting : .discovering
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case contacting, discovering, choosing, opening(EscrowDocumentFacts.Place), providers(EscrowProviders.State)
  }
  public enum Action: CancellableAction, ReversibleAction {
    case open(EscrowDocumentFacts.Place), lookAgain, showProviders, providers(EscrowProviders.Action), back, cancel

    public var actionName: ActionName {
      switch self {
      case .open(let place): "open.\(place.url).\(place.version)"
      case .lookAgain: "lookAgain"
      case .showProviders: "showProviders"
      case .providers(let action): .child("providers", action)
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case opened(EscrowPuzzle)
    /// The hands have lost the facts about the person.
    case lost
    case back, cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.providers(let child), _): return look(child, signal, &state)
    case (.opening, .action(.back)): state.go(.choosing)
    case (_, .action(.back)): return .done(.back)
    case (_, .action(.lookAgain)):
      state.isAnswered = false
      state.go(state.providers.isEmpty ? .contacting : .discovering)
    case (_, .action(.open(let place))): state.go(.opening(place))
    case (_, .action(.showProviders)): state.go(.providers(EscrowProviders.State(.recovery, state.providers)))
    case (_, .reply(.hands(.escrow(.lost)))): return .done(.lost)
    case (.contacting, .reply(.hands(.escrow(.providers(let providers))))):
      state.providers = providers
      state.go(providers.isEmpty ? .choosing : .discovering)
    case (.discovering, .reply(.hands(.escrow(.documents(let documents, let gaps, let lookUpsLeft))))):
      let isFirst = state.documents.isEmpty  // else the person is choosing
      (state.documents, state.gaps, state.lookUpsLeft, state.isAnswered) = (documents, gaps, lookUpsLeft, true)
      state.go(isFirst ? state.documents.first?.places.first.map(Stage.opening) ?? .choosing : .choosing)  // C-55
    case (.opening, .reply(.hands(.escrow(.opened(let puzzle))))): return .done(.opened(puzzle))
    case (_, .reply(.hands(let news))): state.go(.choosing, news.escrowProblem.map(Notice.escrow))
    default: break
    }
    return .stay
  }

  private static func look(
    _ child: EscrowProviders.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: EscrowProviders.self, child)
    switch step.output {
    case nil: state.stage = .providers(child)
    case .back(let providers), .proceed(let providers):
      let isSame = providers == state.providers && !state.documents.isEmpty
      state.providers = providers
      state.go(isSame ? .choosing : providers.isEmpty ? .contacting : .discovering)
    case .cancelled: return .done(.cancelled)
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .contacting: [.hands(.escrow(.contact(.recovery, [])))]
    case .discovering: [.hands(.escrow(.discover(state.providers.map(\.url))))]
    case .opening(let place): [.hands(.escrow(.openDocument(url: place.url, version: place.version)))]
    case .providers(let child): EscrowProviders.awaited(child)
    case .choosing: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    func screen(_ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>] = []) -> Screen<Action> {
      Screen(
        title: .escrowTitle, heading: .selectBackup, .plain, says, state.notice.blocks + blocks,
        choices: choices + [.back, .cancel],
        announcement: state.notice?.copy ?? says.first, aside: .documents)
    }
    let more = [
      Choice<Action>(.lookAgain, .lookAgain, .outline), Choice<Action>(.useOtherProviders, .showProviders, .quiet),
    ]
    switch state.stage {
    case .providers(let child): return EscrowProviders.screen(child).embedded(Action.providers)
    case .contacting, .discovering: return screen([.lookingForBackup], [.progress(.lookingForBackup)])
    case .opening: return screen([.openingBackup], [.progress(.openingBackup)])
    case .choosing where state.knowsNobody:  // to look again finds none
      return screen(state.nothing, state.missing, [Choice(.addAProvider, .showProviders)])
    case .choosing where state.documents.isEmpty: return screen(state.nothing, state.missing, more)
    case .choosing:
      let rows = state.documents.flatMap { document in
        document.places.map {
          Choice<Action>(
            Copy("C-57.provider", "\(state.providers.label(of: $0.url))"), .open($0), .row,
            detail: .document(document, version: $0.version))
        }
      }
      return screen([.whichBackup], state.missing, rows + more)
    }
  }
}

extension DocumentFinding.State: Staged {
  /// `true` if this computer reported that it knows no provider. If the computer could not report anything, the notice
  /// says what is wrong.
  fileprivate var knowsNobody: Bool { providers.isEmpty && notice == nil }
  /// The text for a search that found nothing. It makes no claim about what no provider could answer.
  fileprivate var nothing: [Copy] {
    let silent = Set(gaps.map(\.url)), answered = providers.contains { !silent.contains($0.url) }
    let known: [Copy] =
      if knowsNobody {
        [.noProviderKnown]
      } else if !isAnswered {
        [.nobodyAnswered, .notAskedHelp]
      } else if gaps.isEmpty {
        [.nothingFound, .nothingFoundHelp]
      } else if answered {
        [.notEverywhere, .notEverywhereHelp]
      } else { [.nobodyAnswered, .nobodyAnsweredHelp] }
    return known + (lookUpsLeft.map { [.lookUps(left: $0)] } ?? [])
  }
  /// The providers that could not be queried and may have the backup, and the providers that have an older version of
  /// it.
  fileprivate var missing: [Block] {
    gaps.isEmpty ? [] : [.facts(gaps.map { Fact(providers.label(of: $0.url), $0.trouble.copy) })]
  }
}

extension Copy {
  static let selectBackup = Copy("C-57.title", "Select a backup")
  static let lookingForBackup = Copy("C-55.looking", "Looking for your backup at every provider…")
  static let openingBackup = Copy("C-55.opening", "Opening your backup…")
  static let whichBackup = Copy("C-58.which", "Which one do you want to open?")
  static let nothingFound = Copy("C-67", "No provider has a backup for these facts.")
  static let nothingFoundHelp = Copy(
    "C-67.help",
    "Go back and check each of them, the memorable word too, or look at other providers. Nobody can look it up for you."
  )
  static let notEverywhere = Copy("C-67.some", "Your backup may be at a provider that could not be asked.")
  static let notEverywhereHelp = Copy(
    "C-67.some.help",
    """
    The others have none for these facts. Look again later; or go back and check each of the facts, the memorable word \
    too.
    """)
  static let nobodyAnswered = Copy(
    "C-67.unknown", "Whether there is a backup is not known yet: no provider could be asked.")
  static let nobodyAnsweredHelp = Copy(
    "C-67.unknown.help", "What is wrong stands below. Your facts may be right: keep them, and look again later.")
  static let notAskedHelp = Copy("C-67.stopped", "Your facts may be right: keep them, and look again.")
  static let noProviderKnown = Copy(
    "C-67.nobody",
    "This computer doesn't know any provider yet. Add the address of one that you chose when you set this up.")
  static let addAProvider = Copy("C-67.add", "Add a provider")
  static func lookUps(left: Int) -> Copy {
    switch left {
    case 0:
      Copy("C-67.left.none", "To look again, wait a few minutes: a provider allows only so many tries in an hour.")
    case 1: Copy("C-67.left.one", "You can look once more before a provider asks you to wait.")
    default: Copy("C-67.left", "You can look \(left) more times before a provider asks you to wait.")
    }
  }
  static let useOtherProviders = Copy("C-67.providers", "Look at other providers")
  static func document(_ document: EscrowDocumentFacts, version: Int) -> Copy {
    switch (document.uploadedAt.map { Day(unixTime: $0).copy }, document.name) {
    case (nil, nil): .version(version)
    case (let day?, nil): Copy("C-57.document.dated", "Version \(version), \(day)")
    case (nil, let name?): Copy("C-57.document.named", "Version \(version), “\(name)”")
    case (let day?, let name?): Copy("C-57.document", "Version \(version), \(day), “\(name)”")
    }
  }
}

extension Aside {
  static let documents = Aside(
    whatStepMeans,
    [
      (
        Copy("C-55.2", "How it is found"),
        Copy(
          "C-55.2t",
          "This computer asks every provider for a number that it works out from your facts. Only you can work it out.")
      ),
      (
        Copy("C-57.1", "Versions"),
        Copy("C-57.1t", "Each time that account recovery is set up makes a new one. The newest is opened first.")
      ),
      (
        Copy("C-67.1", "Nothing found"),
        Copy(
          "C-67.1t", "Whether a backup is there is told only to whoever knows all of the facts. We don't know either.")
      ),
    ])
}
