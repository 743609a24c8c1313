import Sentences

/// What somebody can do next. The numbers are indices of the holdings' keys, cards and papers.
///
/// Account recovery is no step: setting it up proves nothing, and a rehearsal of one way, which may cost money, is asked
/// for by the round.
public enum NextStep: Hashable, Sendable {
  case tryKey(Int), rewrap(Int), tryCard(Int), tryPaper(Int), saveCode, addKey, copyAccounts

  /// Roughly how long it takes.
  public var minutes: Int {
    switch self {
    case .tryKey, .tryCard: 1
    case .tryPaper, .rewrap, .copyAccounts: 2
    case .saveCode: 7
    case .addKey: 10
    }
  }

  /// The name by which `Public/advice.js` knows the step: what it does, and to which thing.
  public func exported(_ holdings: Holdings) -> String {
    switch self {
    case .tryKey(let at): "tryKey \(holdings.keys[at].id)"
    case .rewrap(let at): "rewrap \(holdings.keys[at].id)"
    case .tryCard(let at): "tryCard \(holdings.cards[at].id)"
    case .tryPaper(let at): "tryPaper \(at)"
    case .saveCode: "saveCode"
    case .addKey: "addKey"
    case .copyAccounts: "copyAccounts"
    }
  }

  public func title(_ holdings: Holdings) -> Sentence {
    switch self {
    case .tryKey(let at): return "Try \(holdings.keys[at].nameInSentence)"
    case .rewrap(let at): return "Let \(holdings.keys[at].nameInSentence) open your journal again"
    case .tryCard(let at): return "Try \(holdings.cards[at].nameInSentence)"
    case .tryPaper(let at):
      guard let code = holdings.code else { return "Try your recovery code" }
      return "Try \(holdings.nameOfPaper(at, of: code).inSentence)"
    case .saveCode: return "Save a recovery code, then try its words"
    case .addKey: return "Add a key, kept elsewhere"
    case .copyAccounts: return "Copy the accounts of this computer"
    }
  }
}

extension Holdings {
  /// `true` if a key or card opens the journal, so that others can be given a wrap.
  public var canOpenByTouch: Bool { keys.contains { $0.power == .opens } || !cards.isEmpty }
  /// `true` if a key can be added. Before there is a journal, the first key begins one.
  var canAddKey: Bool {
    canOpenByTouch || (code == nil && escrow == .none && !keys.contains { $0.power == .needsRewrap })
  }

  /// `true` if there is a journal: something opens it, or once did.
  public var hasJournal: Bool {
    isJournalBegun || !cards.isEmpty || code != nil || escrow != .none || keys.contains { $0.power != .signsIn }
  }

  /// `true` if all there is is there to practice with.
  public var hasOnlyPractice: Bool {
    hasPractice && keys.isEmpty && cards.isEmpty && code == nil && escrow == .none && !isPasswordEnough
  }

  /// Everything that can be done.
  var steps: [NextStep] {
    var steps = keys.indices.compactMap { at -> NextStep? in
      guard keys[at].power == .needsRewrap else { return keys[at].provedOn == nil ? .tryKey(at) : nil }
      return canOpenByTouch ? .rewrap(at) : nil
    }
    steps += cards.indices.filter { cards[$0].provedOn == nil }.map(NextStep.tryCard)
    if let code {
      steps += code.papers.indices.filter { code.papers[$0].provedOn == nil }.map(NextStep.tryPaper)
    } else if canOpenByTouch {
      steps.append(.saveCode)
    }
    if canAddKey { steps.append(.addKey) }
    if case .here = site { steps.append(.copyAccounts) }
    return steps
  }

  /// The ids of the records that a copy of the accounts would hold now.
  var records: Set<String> {
    var records = Set(keys.filter { $0.power != .needsRewrap }.map(\.id) + cards.map(\.id))
    if let code { records.insert(code.record) }
    if escrow != .none { records.insert(escrowRecord) }
    if hasPassword { records.insert(Self.passwordRecord) }
    return records
  }

  /// Returns the holdings after a step that went well. A new key, code or copy is tried in the same step.
  func after(_ step: NextStep) -> Holdings {
    var then = self
    switch step {
    case .tryKey(let at): then.keys[at].provedOn = today
    case .rewrap(let at):
      then.keys[at].power = .opens
      then.keys[at].provedOn = today
    case .tryCard(let at): then.cards[at].provedOn = today
    case .tryPaper(let at): then.code?.papers[at].provedOn = today
    case .saveCode:
      let place = then.newPlace("another place")
      then.code = Code(kit: 1, record: "new code", [Code.Paper(at: place, provedOn: today)])
    case .addKey:
      let id = "new key \(keys.count)", pin = PIN(id: id, ThingName.pin(of: "a new key").inSentence)
      then.keys.append(Key(id: id, "a new key", provedOn: today, pin: pin, at: then.newPlace("another place")))
    case .copyAccounts:
      let id = "new copy \(copies.count)", place = then.newPlace("a place for copies")
      then.copies.append(.init(id: id, .accounts, holds: records, readOn: today, at: place))
    }
    return then
  }

  private mutating func newPlace(_ name: Sentence) -> String {
    let id = "new place \(places.count)"
    places[id] = Place(name)
    return id
  }
}
