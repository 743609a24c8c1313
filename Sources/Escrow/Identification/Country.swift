/// A country of residence, and which facts about a person it has that last a lifetime (C-18). Facts as GNU Anastasis' country files had
/// them in April 2022, so that a person's identifier is the same in its clients.
public struct Country: Hashable, Sendable, Identifiable {
  /// ISO 3166-1, two small letters, as Anastasis writes it; `xxa` for a stateless person, as travel documents write it.
  public var code: String
  /// In English.
  public var name: String
  /// `nil` for a stateless person, who is offered beside the continents.
  public var continent: Continent?
  /// The continent's name in Anastasis' states: it has India as a continent of its own. `nil` where Anastasis has no such country.
  public var continentInAnastasis: String?
  /// `+41`; `nil` where there is none.
  public var callCode: String?
  /// What the person is asked, in this order.
  public var attributes: [IdentityAttribute]
  /// What the person should know before choosing it.
  public var note: String?

  public var id: String { code }

  public init(
    code: String, name: String, continent: Continent?, continentInAnastasis: String?, callCode: String?,
    attributes: [IdentityAttribute],
    note: String? = nil
  ) {
    self.code = code; self.name = name; self.continent = continent; self.continentInAnastasis = continentInAnastasis
    self.callCode = callCode; self.attributes = attributes; self.note = note
  }

  /// All that can be chosen, by name; the stateless person last.
  public static let all: [Country] = (european + elsewhere).sorted { $0.name < $1.name } + [.stateless]

  /// - Parameter code: In any case; `nil` where we do not have that country.
  public static func of(code: some StringProtocol) -> Country? {
    let wanted = code.lowercased()
    return all.first { $0.code == wanted }
  }

  /// Those of one continent, by name.
  public static func of(_ continent: Continent) -> [Country] { all.filter { $0.continent == continent } }

  /// The attribute of this name, the memorable word too.
  public func attribute(_ name: String) -> IdentityAttribute? {
    name == IdentityAttribute.memorableWord.name ? .memorableWord : attributes.first { $0.name == name }
  }
}

/// Where the first question about a person's residence begins (C-19).
public enum Continent: String, Hashable, Sendable, Codable, CaseIterable {
  case europe, asia
  case northAmerica = "north-america"

  /// As a person reads it.
  public var name: String {
    switch self {
    case .europe: "Europe"
    case .asia: "Asia"
    case .northAmerica: "North America"
    }
  }
}
