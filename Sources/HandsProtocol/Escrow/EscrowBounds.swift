/// The maximum amounts of data that hands may report about account recovery in one reply. Every screen is built from
/// these reports while others wait for the store, and anybody can run hands. A larger reply is invalid.
public enum EscrowBounds {
  /// The maximum numbers of challenges, policies and their parts. From fourteen methods, the GNU Anastasis programs
  /// make 364 ways of eleven parts each; ours make 200 ways of four.
  public static let challenges = 64, policies = 512, parts = 4096
  /// The maximum number of ways in a plan. Each way is compared with every other.
  public static let planned = 256
  /// The maximum number of providers. Hands query forty, and report up to the same number of typed addresses that are
  /// not providers.
  public static let providers = 128
  /// The maximum number of offers by one provider. There are seven kinds.
  public static let offers = 16
  /// The maximum number of characters in the description of how to meet a provider's host.
  public static let meeting = 300
  /// The maximum numbers of documents and places. Hands report twenty documents, each with its places.
  public static let documents = 32, places = 2048
  public static let misfits = 64

  /// Returns `true` if hands may report this many ways, each given by its parts.
  public static func hold<Way: Collection>(_ ways: [Way]) -> Bool { first(of: ways).count == ways.count }
  /// Returns the ways, truncated to the number that hands may report.
  public static func first<Way: Collection>(of ways: [Way]) -> [Way] {
    var left = parts
    return Array(
      ways.prefix(policies).prefix { way in
        left -= way.count
        return left >= 0
      })
  }
}

extension EscrowReply {
  var isWithinBounds: Bool {
    switch self {
    case .resumed(.backup(_, let methods, let providers, let plan, let begun)):
      methods.count <= EscrowBounds.challenges && providers.areWithinBounds && plan?.isWithinBounds != false
        && [begun?.paid, begun?.due].allSatisfy { ($0?.count ?? 0) <= EscrowBounds.providers }
    case .resumed(.recovery(_, let providers, let documents, let puzzle)):
      providers.areWithinBounds && documents.areWithinBounds && puzzle?.isWithinBounds != false
    case .identified(_, let misfits), .misfit(let misfits): misfits.count <= EscrowBounds.misfits
    case .providers(let providers): providers.areWithinBounds
    case .uploaded(_, let gaps), .gaps(let gaps): gaps.count <= EscrowBounds.providers
    case .due(let payments, let paid, let coming):
      payments.count <= EscrowBounds.providers && [paid, coming].allSatisfy { (0...EscrowBounds.parts).contains($0) }
    case .documents(let documents, let gaps, _): documents.areWithinBounds && gaps.count <= EscrowBounds.providers
    case .opened(let puzzle): puzzle.isWithinBounds
    case .status(let standings, let policies): standings.count <= EscrowBounds.providers && EscrowBounds.hold(policies)
    case .absent, .nothingLeft, .discarded, .shown, .methodAdded, .methodRemoved, .finished, .sent, .notSent, .ready,
      .solved, .wrong, .limited, .expired, .notYet, .unknownChallenge, .trouble, .recovered, .otherSecret, .busy,
      .declined, .lost, .failed:
      true
    }
  }
}

extension EscrowPuzzle {
  fileprivate var isWithinBounds: Bool { challenges.count <= EscrowBounds.challenges && EscrowBounds.hold(policies) }

  /// The puzzle truncated to what hands may report: its first challenges, and the first ways that consist of them.
  public var cut: Self {
    var cut = self
    cut.challenges = Array(challenges.prefix(EscrowBounds.challenges))
    let numbers = Set(cut.challenges.map(\.number))
    cut.policies = EscrowBounds.first(of: policies.filter { $0.allSatisfy(numbers.contains) })
    if cut.challenges.count < challenges.count || cut.policies.count < policies.count { cut.isCut = true }
    return cut
  }
}

extension EscrowPlan {
  fileprivate var isWithinBounds: Bool {
    policies.count <= EscrowBounds.planned && EscrowBounds.hold(policies.map(\.parts))
  }
}

extension [EscrowProviderFacts] {
  fileprivate var areWithinBounds: Bool {
    count <= EscrowBounds.providers
      && allSatisfy { $0.offers.count <= EscrowBounds.offers && ($0.meeting?.count ?? 0) <= EscrowBounds.meeting }
  }
}

extension [EscrowDocumentFacts] {
  fileprivate var areWithinBounds: Bool {
    count <= EscrowBounds.documents && reduce(0) { $0 + $1.places.count } <= EscrowBounds.places
  }
}
