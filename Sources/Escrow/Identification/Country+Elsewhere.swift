extension Country {
  static let elsewhere: [Country] = [
    Country(
      code: "in", name: "India", continent: .asia, continentInAnastasis: "India", callCode: "+91",
      attributes: [
        .fullName, .birthdate, .birthplace,
        .number(
          "aadhar_number", "Aadhaar number", "55afe97a-98bc-48d1-bb37-a9658be3fdc9", pattern: "[2-9][0-9]{3} [0-9]{4} [0-9]{4}",
          mask: "???? ???? ????", check: .indianAadhaar, example: "2341 2341 2346", hint: "Twelve digits, as on the Aadhaar card.",
          guessing: .init(36, "Eleven of its digits are random.", knownBy: [.family, .employer, .authority, .bank])),
      ]),
    Country(
      code: "jp", name: "Japan", continent: .asia, continentInAnastasis: "Asia", callCode: "+81",
      attributes: [
        .fullName, .birthdate, .birthplace,
        .number(
          "my_number", "My Number", "90848f42-a83e-4226-8186-329696c14152", pattern: "[0-9]{12}", check: .japaneseMyNumber,
          example: "123456789018", hint: "Twelve digits, as on the back of the My Number card.",
          guessing: .init(36, "Eleven of its digits are random.", knownBy: [.family, .employer, .authority])),
      ]),
    Country(
      code: "us", name: "United States", continent: .northAmerica, continentInAnastasis: "North America", callCode: "+1",
      attributes: [
        .fullName, .birthdate, .birthplace,
        .number(
          "social_security_number", "Social security number", "310a138c-b0b7-4985-b8b8-d00e765e9f9b", pattern: "[0-9]{3}-[0-9]{2}-[0-9]{4}",
          mask: "???-??-????", check: .americanInsurance, example: "123-45-6789", hint: "Nine digits.",
          guessing: .init(
            14, "Before 2011 the first five digits followed from birthplace and birthdate, and many have been leaked.",
            knownBy: [.family, .employer, .authority, .insurer, .bank])),
      ]),
  ]

  /// A person of no state, or of one that is not in the list (C-20).
  ///
  /// Name, birthdate and birthplace are the same attributes as anywhere. In place of a national number stands the number of a document that the
  /// person keeps: a travel document under the 1954 or 1951 convention, or a registration with UNHCR or an authority. Anastasis has no such
  /// country; its clients find such a backup only where they let a person enter these four attributes.
  public static let stateless = Country(
    code: "xxa", name: "Stateless, or another country", continent: nil, continentInAnastasis: nil, callCode: nil,
    attributes: [
      .fullName, .birthdate, .birthplace,
      .number(
        "document_number", "Number of a travel document or registration", "5b0f7b16-9f0c-4a53-a2cf-7e0f4b8b7a11", pattern: "[0-9A-Z]{4,24}",
        example: "12312C34567",
        hint: "Letters and digits. Take a number that stays the same for life: a registration rather than a passport that is renewed.",
        guessing: .init(20, "Numbers of documents are often given out in turn.", knownBy: [.family, .employer, .authority])),
    ],
    note: "For a person of no state, and for a country that is not in this list.")
}
