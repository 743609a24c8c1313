import SeededNumbers
import Testing

@testable import Escrow

@Suite struct NormalizationTests {
  @Test("C-21: Seestr., Seestrasse, Seestraße and seestrasse yield the same identifier")
  func street() throws {
    let country = try #require(Country.of(code: "ch"))
    let salt = [UInt8](repeating: 3, count: 16)
    let spellings = [
      "Seestr.", "Seestrasse", "Seestraße", "seestrasse", "  SEESTRASSE ", "See\u{AD}strasse", "Seestr", "SEESTRAẞE",
    ]
    let identifiers = try spellings.map { place in
      try UserIdentifier(country.normalized(["full_name": "A", "birthplace": place]).values, providerSalt: salt).secret
        .exposed
    }
    #expect(Set(identifiers).count == 1)
    #expect(spellings.allSatisfy { IdentityAttribute.birthplace.normalized($0) == "Seestrasse" })
  }

  @Test(
    "C-21: the spellings of one name are one value",
    arguments: [
      (
        ["Max Mustermann", "MAX MUSTERMANN", "max  mustermann\n", "Ｍａｘ Mustermann", "Max\u{A0}Mustermann"],
        "Max Mustermann"
      ),
      (["Zoë", "Zoe\u{308}", "ZOË"], "Zoë"), (["Seán O’Brien", "seán o'brien", "SEÁN O´BRIEN"], "Seán O'Brien"),
      (["Jean-Luc", "jean–luc", "JEAN‐LUC"], "Jean-Luc"), (["Großmann", "Grossmann", "GROSSMANN"], "Grossmann"),
      (["ΣΊΣΥΦΟΣ", "Σίσυφος", "σίσυφος"], "Σίσυφος"), (["山田　太郎", "山田 太郎"], "山田 太郎"), (["ﬁlip", "FILIP"], "Filip"),
    ])
  func names(spellings: [String], value: String) {
    for spelling in spellings { #expect(IdentityAttribute.fullName.normalized(spelling) == value, "\(spelling)") }
  }

  @Test("C-21: abbreviations are expanded in place names, but nowhere else")
  func places() {
    for (typed, value) in [
      ("St. Gallen", "St Gallen"), ("Sankt Gallen", "St Gallen"), ("Bahnhofpl. 3", "Bahnhofplatz 3"),
      ("5 abbey rd.", "5 Abbey Road"),
    ] {
      #expect(IdentityAttribute.birthplace.normalized(typed) == value)
    }
    #expect(IdentityAttribute.fullName.normalized("M. Palestr.") == "M. Palestr.")
  }

  @Test(
    "C-21: numbers are one value however they are grouped",
    arguments: [
      (
        "ch", "ahv_number", ["7569217076985", "756 9217 0769 85", "756.9217.0769.85", "756-9217-0769-85"],
        "756.9217.0769.85"
      ),
      ("in", "aadhar_number", ["234123412346", "2341-2341-2346"], "2341 2341 2346"),
      ("cz", "birth_number", ["7103192745", "710319 2745"], "710319/2745"),
      ("cz", "birth_number", ["491231123"], "491231/123"),
      ("us", "social_security_number", ["123456789", "123 45 6789"], "123-45-6789"),
      ("it", "fiscal_code", ["rcc mnl 83s18 d969h"], "RCCMNL83S18D969H"),
      ("es", "tax_number", ["54362315-k", "54.362.315 K"], "54362315K"),
      ("dk", "cpr_number", ["2110625629"], "211062-5629"),
    ])
  func numbers(code: String, name: String, spellings: [String], value: String) throws {
    let attribute = try #require(Country.of(code: code)?.attribute(name))
    for spelling in spellings {
      #expect(attribute.normalized(spelling) == value)
      #expect(attribute.verdict(spelling) == .fine)
    }
  }

  @Test("C-21: normalization is idempotent, whatever was typed")
  func fixedPoint() {
    var generator = SeededNumbers(seed: 20_260_101)
    let kinds: [IdentityAttribute] =
      [.fullName, .birthplace, .birthdate, .memorableWord]
      + Country.all.flatMap(\.attributes).filter { $0.kind == .number }
    let special = Array("ßẞΣςσİıǆŉﬁ ΐ.'’´`-–·\u{301}\u{308}\u{200D}\u{AD}strSTRplpPL.\t㎏½ǰᾳ".unicodeScalars)
    for _ in 0..<3_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        let scalar =
          Bool.random(using: &generator)
          ? special.randomElement(using: &generator) : Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &generator))
        if let scalar { text.append(scalar) }
      }
      for attribute in kinds.prefix(4) + [kinds[4 + Int.random(in: 0..<kinds.count - 4, using: &generator)]] {
        let once = attribute.normalized(String(text)), twice = attribute.normalized(once)
        #expect(Array(once.utf8) == Array(twice.utf8), "\(attribute.name): \(text.map { String($0.value, radix: 16) })")
        #expect((try? CanonicalJSON.object([attribute.name: once])) != nil)
      }
    }
  }
}
