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
  /// In the order in which they are asked.
  public var parts: [Part]

  /// For a stranger who knows the person's name.
  public var stranger: Double { parts.reduce(0) { $0 + $1.bits } }
  /// For one who knows what such people know.
  public func bits(for knower: Knower) -> Double {
    parts.filter { !$0.attribute.guessing.knownBy.contains(knower) }.reduce(0) { $0 + $1.bits }
  }
  /// For whoever has the least to guess.
  public var closest: (knower: Knower, bits: Double) {
    let others = Knower.allCases.map { ($0, bits(for: $0)) }
    return others.dropFirst().reduce(others[0]) { $1.1 < $0.1 ? $1 : $0 }
  }
  public static func level(_ bits: Double) -> Level { bits < 30 ? .weak : bits < 45 ? .fair : .strong }
  public var level: Level { Self.level(stranger) }

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
    return IdentityStrength(parts: parts)
  }
}

/// A field of a method's recovery data of which a country tells something.
public enum MethodField: String, Hashable, Sendable, CaseIterable { case phone, country, iban }

/// What stands in a method's fields before the person types (C-28), from the country of residence. Nothing is invented.
public enum MethodDefaults {
  public static func start(of field: MethodField, in country: Country) -> String? {
    switch field {
    case .phone: country.callCode
    case .country: country.continent == nil ? nil : country.name
    case .iban: hasIBAN.contains(country.code) ? country.code.uppercased() : nil
    }
  }

  /// Countries of ours whose accounts have one (SWIFT's IBAN registry).
  private static let hasIBAN: Set<String> = ["al", "be", "ch", "cz", "de", "dk", "es", "fr", "it", "nl", "sk"]
}
