/// A field of a method's recovery data.
public enum MethodField: String, Hashable, Sendable, CaseIterable {
  case email, phone, iban
  case fullName = "full_name", street, postcode, city, country
}

/// What stands in a method's fields before the person types (C-28), from what is known by then. Nothing is invented.
public enum MethodDefaults {
  /// - Parameters:
  ///   - country: Of residence.
  ///   - attributes: As used for the identifier.
  ///   - email: The account's own, where it has one.
  public static func fields(
    for type: MethodType, in country: Country, attributes: IdentityAttributes, email: String? = nil, phone: String? = nil
  ) -> [MethodField: String] {
    switch type {
    case .email: email.map { [.email: $0] } ?? [:]
    case .sms:
      if let phone { [.phone: phone] } else { country.callCode.map { [.phone: $0] } ?? [:] }
    case .post:
      [.fullName: attributes[IdentityAttribute.fullName.name] ?? "", .country: country.continent == nil ? "" : country.name].filter {
        !$0.value.isEmpty
      }
    case .iban: hasIBAN.contains(country.code) ? [.iban: country.code.uppercased()] : [:]
    default: [:]
    }
  }

  /// Countries of ours whose accounts have one (SWIFT's IBAN registry).
  private static let hasIBAN: Set<String> = ["al", "be", "ch", "cz", "de", "dk", "es", "fr", "it", "nl", "sk"]
}
