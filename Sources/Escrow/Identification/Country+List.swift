import Sentences

extension Country {
  private static func european(
    _ code: String, _ name: Sentence, _ callCode: String, _ attributes: [IdentityAttribute]
  ) -> Country {
    Country(
      code: code, name: name, continent: .europe, continentInAnastasis: "Europe", callCode: callCode,
      attributes: attributes)
  }

  static let european: [Country] = [
    // Anastasis' patterns for Albania, Czechia, Slovakia and Italy are too narrow. The first three exclude some months,
    // and the last excludes letters that distinguish two people. Our patterns accept every number that is issued, and
    // everything that Anastasis' patterns accept.
    european(
      "al", "Albania", "+355",
      [
        .fullName, .birthplace,
        .number(
          "nid_number", "Identity number", "256e5d30-d65e-481b-9ac4-55f5ac03b24a",
          pattern: "[0-9A-T][0-9](?:[0358][0-9]|[1469][0-2])(?:[0-9]{3}|[0-9]{5})[A-W]", check: .albanianIdentity,
          example: "I05101999I",
          hint: "Ten characters, as on the identity card.",
          guessing: .init(
            24, "It holds the birthdate and a serial number of three digits.",
            knownBy: [.family, .employer, .authority, .bank])),
      ]),
    european(
      "be", "Belgium", "+32",
      [
        .fullName, .birthdate, .birthplace,
        .number(
          "nrn_number", "National register number", "0452f99a-06f7-48bd-8ac0-2e4ed9a24560", pattern: "[0-9]{11}",
          check: .belgianRegister,
          example: "85073003328", hint: "Eleven digits, as on the back of the identity card.",
          guessing: .init(
            10, "Beside the birthdate it is a serial number of three digits.",
            knownBy: [.family, .employer, .authority, .insurer])),
      ]),
    european(
      "ch", "Switzerland", "+41",
      [
        .fullName, .birthdate, .birthplace,
        .number(
          "ahv_number", "AHV number", "1da87570-ba16-4f62-8a7e-cbda92f51591",
          pattern: "756\\.[0-9]{4}\\.[0-9]{4}\\.[0-9]{2}|756[0-9]{10}", mask: "???.????.????.??",
          check: .swissInsurance,
          example: "756.1234.5678.97", hint: "Thirteen digits that begin with 756, as on the health insurance card.",
          guessing: .init(29, "Nine of its digits are random.", knownBy: [.family, .employer, .authority, .insurer])),
      ]),
    european(
      "cz", "Czech Republic", "+420",
      [.fullName, .birthplace, .birthNumber(uuid: "03e3a05b-1192-44f1-ac36-7425512eee1a")]),
    european(
      "de", "Germany", "+49",
      [
        .fullName, .birthdate, .birthplace,
        .number(
          "social_security_number", "Social security number", "d5e2aa79-1c88-4cf4-a4d2-252508b38e05",
          pattern: "[0-9]{8}[A-Z][0-9]{3}",
          check: .germanInsurance, isOptional: true, example: "65170839J003",
          hint: "Twelve characters, as on letters of the pension insurance.",
          guessing: .init(
            9, "Beside the birthdate and an initial it is a region and two digits.",
            knownBy: [.family, .employer, .authority, .insurer])),
        .number(
          "tax_number", "Taxpayer identification number", "dae48f85-e3ff-47a4-a4a3-ed981ed8c3c6", pattern: "[0-9]{11}",
          check: .germanTax,
          example: "86095742719", hint: "Eleven digits, as on the tax assessment.",
          guessing: .init(
            28, "Ten of its digits are random, one of which comes twice or three times.",
            knownBy: [.family, .employer, .authority, .bank])),
      ]),
    european(
      "dk", "Denmark", "+45",
      [
        .fullName, .birthplace,
        .number(
          "cpr_number", "CPR number", "38f13a4d-4302-4ada-ada1-c3ff4a8ff689",
          pattern: "(?:0[1-9]|[12][0-9]|3[01])(?:0[1-9]|1[0-2])[0-9]{2}-[0-9A-Z]{4}", mask: "??????-????",
          check: .danishRegister,
          example: "211062-5629", hint: "Ten digits that begin with the birthdate, as on the health card.",
          guessing: .init(
            26, "It holds the birthdate and four digits, of which the first follows from the century.",
            knownBy: [.family, .employer, .authority, .insurer, .bank])),
      ]),
    european(
      "es", "Spain", "+34",
      [
        .fullName, .birthdate, .birthplace,
        .number(
          "tax_number", "Tax number (DNI or NIE)", "ac8bd865-6be8-445c-b650-6a18eef16a49",
          pattern: "[0-9MXYZ][0-9]{7}[TRWAGMYFPDXBNJZSQVHLCKE]", check: .spanishIdentity, example: "12345678Z",
          hint: "Eight digits and a letter; X, Y or Z, seven digits and a letter for a foreigner.",
          guessing: .init(
            25, "Eight digits, given out in turn; often public.", knownBy: [.family, .employer, .authority, .bank])),
        .number(
          "ssn_number", "Social security number", "22396a19-f3bb-497e-b63a-961fd639140e", pattern: "[0-9]{11}",
          check: .spanishInsurance,
          example: "28123456742",
          hint: "Eleven digits. Leave out the zero after the first two digits where there are twelve.",
          guessing: .init(23, "Seven digits beside the province.", knownBy: [.family, .employer, .authority])),
      ]),
    european(
      "fr", "France", "+33",
      [
        .fullName, .birthdate, .birthplace,
        .number(
          "social_security_number", "Social security number (INSEE)", "2f36a81c-3f6d-41f3-97ee-9c885bc41873",
          pattern: "[0-9]{15}",
          check: .frenchRegister, example: "255081416802538",
          hint: """
            Fifteen digits with the two of the key, as on the health card. For Corsica 19 stands for 2A, and 18 for 2B.
            """,
          guessing: .init(
            10, "Beside the birthdate and birthplace it is a serial number of three digits.",
            knownBy: [.family, .employer, .authority, .insurer])),
      ]),
    european(
      "it", "Italy", "+39",
      [
        .fullName, .birthplace,
        .number(
          "fiscal_code", "Fiscal code", "88f53c51-52ad-4d63-a163-ec042589f925",
          pattern: "[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPRST][0-9LMNP-V]{2}[A-MZ][0-9LMNP-V]{3}[A-Z]", check: .italianFiscal,
          example: "RSSMRA85T10A562S", hint: "Sixteen characters, as on the health card.",
          guessing: .init(
            15, "It is made of the name, the birthdate and the birthplace; nothing else is in it.",
            knownBy: [.family, .employer, .authority, .insurer, .bank])),
      ]),
    european(
      "nl", "Netherlands", "+31",
      [
        .fullName, .birthdate, .birthplace,
        .number(
          "social_security_number", "Citizen service number (BSN)", "b6bf1f14-1f85-4afb-af21-f54b88490bdc",
          pattern: "[1-9][0-9]{8}",
          check: .dutchService, example: "111222333", hint: "Nine digits, as in the passport.",
          guessing: .init(
            26, "Nine digits with one check among them.", knownBy: [.family, .employer, .authority, .insurer, .bank])),
      ]),
    european(
      "sk", "Slovakia", "+421", [.fullName, .birthplace, .birthNumber(uuid: "1cd372fe-2cea-4928-9f29-66f2bdd8555c")]),
  ]
}

extension Country {
  static let elsewhere: [Country] = [
    Country(
      code: "in", name: "India", continent: .asia, continentInAnastasis: "India", callCode: "+91",
      attributes: [
        .fullName, .birthdate, .birthplace,
        .number(
          "aadhar_number", "Aadhaar number", "55afe97a-98bc-48d1-bb37-a9658be3fdc9",
          pattern: "[2-9][0-9]{3} [0-9]{4} [0-9]{4}",
          mask: "???? ???? ????", check: .indianAadhaar, example: "2341 2341 2346",
          hint: "Twelve digits, as on the Aadhaar card.",
          guessing: .init(36, "Eleven of its digits are random.", knownBy: [.family, .employer, .authority, .bank])),
      ]),
    Country(
      code: "jp", name: "Japan", continent: .asia, continentInAnastasis: "Asia", callCode: "+81",
      attributes: [
        .fullName, .birthdate, .birthplace,
        .number(
          "my_number", "My Number", "90848f42-a83e-4226-8186-329696c14152", pattern: "[0-9]{12}",
          check: .japaneseMyNumber,
          example: "123456789018", hint: "Twelve digits, as on the back of the My Number card.",
          guessing: .init(36, "Eleven of its digits are random.", knownBy: [.family, .employer, .authority])),
      ]),
    Country(
      code: "us", name: "United States", continent: .northAmerica, continentInAnastasis: "North America",
      callCode: "+1",
      attributes: [
        .fullName, .birthdate, .birthplace,
        .number(
          "social_security_number", "Social security number", "310a138c-b0b7-4985-b8b8-d00e765e9f9b",
          pattern: "[0-9]{3}-[0-9]{2}-[0-9]{4}",
          mask: "???-??-????", check: .americanInsurance, example: "123-45-6789", hint: "Nine digits.",
          guessing: .init(
            14, "Before 2011 the first five digits followed from birthplace and birthdate, and many have been leaked.",
            knownBy: [.family, .employer, .authority, .insurer, .bank])),
      ]),
  ]

  /// A stateless person, or a resident of a country that is not in the list (C-20).
  ///
  /// Name, birthdate and birthplace are the same attributes as for all countries. Instead of a national number, the
  /// person enters the number of a document in their possession: a travel document under the 1954 or 1951 convention,
  /// or a registration with UNHCR or an authority. Anastasis has no such country. Its clients find such a backup only
  /// if they let a person enter these four attributes.
  public static let stateless = Country(
    code: "xxa", name: "Stateless, or another country", continent: nil, continentInAnastasis: nil, callCode: nil,
    attributes: [
      .fullName, .birthdate, .birthplace,
      .number(
        "document_number", "Number of a travel document or registration", "5b0f7b16-9f0c-4a53-a2cf-7e0f4b8b7a11",
        pattern: "[0-9A-Z]{4,24}",
        example: "12312C34567",
        hint: """
          Letters and digits. Take a number that stays the same for life: a registration rather than a passport that \
          is renewed.
          """,
        guessing: .init(
          20, "Numbers of documents are often given out in turn.", knownBy: [.family, .employer, .authority])),
    ],
    note: "For a person of no state, and for a country that is not in this list.")
}
