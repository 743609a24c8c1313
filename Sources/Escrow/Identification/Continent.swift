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
