/// How hard a person's identifier is to guess (G-14). Anyone who guesses it can fetch the sealed recovery document and
/// see which provider keeps which challenge. The challenges still protect the secret. A provider can test guesses
/// offline, without sending any requests.
///
/// The figures are estimates, documented with each attribute, and rounded down. If two attributes carry the same
/// information, the later one counts only for what it adds.
public struct IdentityStrength: Hashable, Sendable {
  public enum Level: String, Hashable, Sendable, Comparable {
    /// Less than 30 bits: a provider can try every value within days, at three milliseconds per try on each core.
    case weak
    /// Less than 45 bits: trying every value takes years on one core, days on many.
    case fair
    case strong
    public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }
    private var rank: Int { self == .weak ? 0 : self == .fair ? 1 : 2 }
  }
  public struct Part: Hashable, Sendable {
    public var attribute: IdentityAttribute
    /// The attribute's strength against a stranger who knows the person's name.
    public var bits: Double
  }
  /// The strength of each attribute, in the order of the questions.
  public var parts: [Part]

  /// The total strength against a stranger who knows the person's name.
  public var stranger: Double { parts.reduce(0) { $0 + $1.bits } }
  /// Returns the total strength against somebody who knows what people in this group typically know.
  public func bits(for knower: Knower) -> Double {
    parts.filter { !$0.attribute.guessing.knownBy.contains(knower) }.reduce(0) { $0 + $1.bits }
  }
  /// The group that has the least to guess, and the identifier's strength against that group.
  public var closest: (knower: Knower, bits: Double) {
    let others = Knower.allCases.map { ($0, bits(for: $0)) }
    return others.dropFirst().reduce(others[0]) { $1.1 < $0.1 ? $1 : $0 }
  }
  public static func level(_ bits: Double) -> Level { bits < 30 ? .weak : bits < 45 ? .fair : .strong }
  public var level: Level { Self.level(stranger) }

  /// The number of words that count. Further words are not credited.
  static let countedWords = 6
}

extension Country {
  /// Returns the estimated strength of the typed attributes.
  ///
  /// - Parameter typed: The attributes as typed. Every attribute that was filled in counts, whether correct or not.
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

/// A field of a method's recovery data that a country of residence can prefill.
public enum MethodField: String, Hashable, Sendable, CaseIterable { case phone, country, iban }

/// The initial contents of a method's fields (C-28), derived only from the country of residence.
public enum MethodDefaults {
  public static func start(of field: MethodField, in country: Country) -> String? {
    switch field {
    case .phone: country.callCode
    case .country: country.continent == nil ? nil : country.name.english
    case .iban: hasIBAN.contains(country.code) ? country.code.uppercased() : nil
    }
  }

  /// The countries in our list whose accounts have an IBAN (SWIFT's IBAN registry).
  private static let hasIBAN: Set<String> = ["al", "be", "ch", "cz", "de", "dk", "es", "fr", "it", "nl", "sk"]
}
