/// How hard it is to find somebody's identifier by guessing (G-14). Whoever has it can fetch the sealed recovery document and see who keeps
/// which challenge; the secret is still behind the challenges. A provider that guesses needs to ask nobody.
///
/// The figures are estimates, documented with each attribute, and rounded down. Where two attributes tell the same, only the later one's rest counts.
public struct IdentityStrength: Hashable, Sendable {
  public enum Level: String, Hashable, Sendable, Comparable {
    /// Less than 30 bits: a provider that tries all of it is done within days, at three milliseconds a try on each core.
    case weak
    /// Less than 45 bits: years on one core, days on many.
    case fair
    case strong
    public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }
    private var rank: Int { self == .weak ? 0 : self == .fair ? 1 : 2 }
  }
  public struct Part: Hashable, Sendable {
    public var attribute: IdentityAttribute
    /// For a stranger who knows the person's name.
    public var bits: Double
  }
  /// What would help.
  public enum Advice: Hashable, Sendable {
    case addMemorableWord
    /// More words: so many of them would be enough.
    case lengthenMemorableWord(words: Int)
    /// This country's optional attribute is not given.
    case giveOptional(IdentityAttribute)
  }
  /// In the order in which they are asked.
  public var parts: [Part]
  public var advice: [Advice]

  /// For a stranger who knows the person's name.
  public var stranger: Double { parts.reduce(0) { $0 + $1.bits } }
  /// For one who knows what such people know.
  public func bits(for knower: Knower) -> Double { parts.filter { !$0.attribute.guessing.knownBy.contains(knower) }.reduce(0) { $0 + $1.bits } }
  /// For whoever has the least to guess.
  public var closest: (knower: Knower, bits: Double) {
    let others = Knower.allCases.map { ($0, bits(for: $0)) }
    return others.dropFirst().reduce(others[0]) { $1.1 < $0.1 ? $1 : $0 }
  }
  public static func level(_ bits: Double) -> Level { bits < 30 ? .weak : bits < 45 ? .fair : .strong }
  public var level: Level { Self.level(stranger) }
  /// Those who know every attribute, so that for them there is nothing to guess.
  public var insiders: [Knower] { Knower.allCases.filter { knower in knower != .everybody && bits(for: knower) == 0 } }

  static let bitsOfWord = 10.0
  /// More of them add nothing that counts.
  static let countedWords = 6
}

extension Country {
  /// - Parameter typed: What of it is given counts; whether it is right does not.
  public func strength(of typed: IdentityAttributes) -> IdentityStrength {
    let used = normalized(typed)
    let words = Set((used[IdentityAttribute.memorableWord.name] ?? "").split(separator: " ")).count
    let parts = asked(typed).filter { used[$0.name] != nil }.map { attribute in
      let counted = attribute.kind == .words ? Double(min(words, IdentityStrength.countedWords)) : 1
      return IdentityStrength.Part(attribute: attribute, bits: attribute.guessing.bits * counted)
    }
    var strength = IdentityStrength(parts: parts, advice: [])
    let missing = 45 - strength.closest.bits
    if missing > 0 {
      let enough = min(words + Int((missing / IdentityStrength.bitsOfWord).rounded(.up)), IdentityStrength.countedWords)
      if words == 0 {
        strength.advice.append(.addMemorableWord)
      } else if enough > words {
        strength.advice.append(.lengthenMemorableWord(words: enough))
      }
    }
    if strength.level < .strong {
      strength.advice += attributes.filter { $0.isOptional && used[$0.name] == nil }.map { .giveOptional($0) }
    }
    return strength
  }
}
