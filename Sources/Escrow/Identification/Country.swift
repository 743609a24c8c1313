import Sentences

/// A country of residence, and the facts that it records about a person for life (C-18). They match GNU Anastasis'
/// country files of April 2022, so that a person's identifier is the same in its clients.
public struct Country: Hashable, Sendable, Identifiable {
  /// The country's code: ISO 3166-1, two lowercase letters, as Anastasis writes it; `xxa` for a stateless person, as in
  /// travel documents.
  public var code: String
  public var name: Sentence
  /// The continent; `nil` for a stateless person, which is a choice offered alongside the continents.
  public var continent: Continent?
  /// The continent's name in Anastasis' states, where India is a continent of its own. `nil` if Anastasis has no such
  /// country.
  public var continentInAnastasis: String?
  /// The calling code, such as `+41`; `nil` if there is none.
  public var callCode: String?
  /// The attributes that the person is asked for, in this order.
  public var attributes: [IdentityAttribute]
  /// A note that the person sees before choosing the country.
  public var note: Sentence?

  public var id: String { code }

  public init(
    code: String, name: Sentence, continent: Continent?, continentInAnastasis: String?, callCode: String?,
    attributes: [IdentityAttribute],
    note: Sentence? = nil
  ) {
    self.code = code; self.name = name; self.continent = continent; self.continentInAnastasis = continentInAnastasis
    self.callCode = callCode; self.attributes = attributes; self.note = note
  }

  /// All choices, sorted by English name, with the stateless person last.
  public static let all: [Country] = (european + elsewhere).sorted { $0.name.english < $1.name.english } + [.stateless]

  /// Returns the country with a code.
  /// - Parameter code: The code, in upper or lower case.
  /// - Returns: The country, or `nil` if it is not in our list.
  public static func of(code: some StringProtocol) -> Country? {
    let wanted = code.lowercased()
    return all.first { $0.code == wanted }
  }

  /// Returns the countries of one continent, sorted by English name.
  public static func of(_ continent: Continent) -> [Country] { all.filter { $0.continent == continent } }

  /// Returns the attribute with this name, including the memorable word.
  public func attribute(_ name: String) -> IdentityAttribute? {
    name == IdentityAttribute.memorableWord.name ? .memorableWord : attributes.first { $0.name == name }
  }
}

/// The continents, the choice of which is the first step of the question about residence (C-19).
public enum Continent: String, Hashable, Sendable, Codable, CaseIterable {
  case europe, asia
  case northAmerica = "north-america"

  /// The name that the person reads.
  public var name: Sentence {
    switch self {
    case .europe: "Europe"
    case .asia: "Asia"
    case .northAmerica: "North America"
    }
  }
}
