import Access
import Sentences

/// What the page says at its top. It is about the journal: who can open it where it is can also sign in.
///
/// A *strength* is the number of things in the smallest loss: 0 if nothing opens now, and `many` if a loss of three
/// things is not enough, because beyond that nobody counts. Strengths count only what was tried.
public struct Verdict: Hashable, Sendable {
  /// The strength of the journal while the host stands.
  public var strength: Int
  /// The smallest losses that close the journal, by the things' names inside a sentence.
  public var losses: [[Sentence]]
  /// Those of the losses after which a tried way still signs in.
  public var closing: [[Sentence]]
  /// Those of the losses after which something that nobody tried would open the journal and sign in, if it works.
  public var hopeful: [[Sentence]]
  /// The strength if everything lies as badly as it may, as far as nobody said where, and PINs are shared. No more may
  /// be claimed.
  public var sure: Int
  /// `sure` if the host counts as a thing to lose.
  public var withoutHost: Int
  /// The strength of the account, which is lower than the journal's if only a copy would be left.
  public var account: Int
  /// The smallest losses that end the account.
  public var accountLosses: [[Sentence]]
  public var sureAccount: Int
  /// The strength if everything works that nobody tried.
  public var hoped: Int
  /// The names of things that count for nothing until they are tried.
  public var untried: [Sentence]
  /// `true` if something opens the journal after the host went away.
  public var survivesHost: Bool
  public var host: Sentence?
  /// The strength if everything unplaced lies together, and no PIN is shared.
  public var ifTogether: Int
  /// The strength if PINs are shared as far as nobody said that they differ, and no two unplaced things lie together.
  public var ifOnePIN: Int
  /// `true` if something that can open the journal was ever tried, even if it does not count any more.
  public var wasTried: Bool
  /// `true` if there is a journal, whether or not anything opens it now.
  public var hasJournal: Bool

  /// The strength of what a loss of three things does not close.
  public static let many = 4

  public init(_ picture: Picture) {
    let open = picture.standing(.open, .proved), signIn = picture.standing(.signIn, .proved)
    let smallest = open.smallestLosses(), smallestOfAccount = signIn.smallestLosses()
    strength = smallest.first?.count ?? Self.many
    losses = strength == 0 ? [] : smallest.map(picture.namesInSentence)
    closing = strength == 0 ? [] : smallest.filter(signIn.survives).map(picture.namesInSentence)
    hopeful = strength == 0 ? [] : smallest.filter { picture.left(after: $0) == .hopedIn }.map(picture.namesInSentence)
    sure = picture.worst(open)
    sureAccount = picture.worst(signIn)
    withoutHost = picture.worst(picture.structure(.open, .proved))
    ifTogether = picture.worst(open, pins: false)
    ifOnePIN = picture.worst(open, places: false)
    account = min(strength, signIn.strength)
    accountLosses = account < strength ? smallestOfAccount.map(picture.namesInSentence) : losses
    hoped = picture.standing(.open, .hoped).strength
    untried = picture.holdings.untried
    survivesHost = picture.host.isEmpty || picture.structure(.open, .proved).survives(losing: picture.host)
    host = picture.namesInSentence(picture.host).first
    // A key that needs a re-wrap opened once.
    wasTried = picture.holdings.hasTriedEscrow || picture.holdings.keys.contains { $0.power == .needsRewrap }
    hasJournal = picture.holdings.hasJournal
  }
}

extension AccessStructure {
  /// The number of things in the smallest loss, or `Verdict.many`.
  var strength: Int { smallestLosses().first?.count ?? Verdict.many }
}

extension Picture {
  /// Returns the strength if all unplaced things lie together, at each known place in turn or at one of their own, and
  /// if all PINs that may be the same are, likewise. No other arrangement is weaker, because lying somewhere only adds
  /// to what a thing needs.
  func worst(_ structure: AccessStructure, places: Bool = true, pins: Bool = true) -> Int {
    guard things.count <= 62 else { return min(1, structure.strength) }
    func numbers(_ kind: Thing.Kind, orNew new: Int) -> [Int] {
      things.indices.filter { things[$0].kind == kind } + [new]
    }
    var arrangements = [structure]
    if places, !unplaced.isEmpty {
      arrangements = numbers(.place, orNew: things.count).map { structure.together(unplaced, with: $0) }
    }
    if pins, !unsaidPINs.isEmpty {
      let shared = numbers(.pin, orNew: things.count + 1).filter { !unsaidPINs.contains($0) }
      arrangements = arrangements.flatMap { one in shared.map { one.together(unsaidPINs, with: $0) } }
    }
    return arrangements.map(\.strength).min() ?? structure.strength
  }
}

extension Holdings {
  /// The names of things that count for nothing until they are tried.
  var untried: [Sentence] {
    var names = keys.filter { $0.provedOn == nil && $0.power == .opens }.map(\.nameInSentence)
    names += cards.filter { $0.provedOn == nil }.map(\.nameInSentence)
    if let code {
      let papers = code.papers.indices.filter { code.papers[$0].provedOn == nil }
      names += papers.map { nameOfPaper($0, of: code).inSentence }
    }
    return names + (hasUntriedEscrow ? [ThingName.escrow.inSentence] : [])
  }
}
