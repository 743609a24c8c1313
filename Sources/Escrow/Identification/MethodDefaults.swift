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
