import Escrow
import Testing

@Suite struct IdentityStrengthTests {
  private static let swiss: IdentityAttributes = [
    "full_name": "Max Muster", "birthdate": "2000-01-01", "birthplace": "Bern", "ahv_number": "756.9217.0769.85",
  ]

  @Test("G-14: a stranger must guess the number, an employer nothing; a memorable word stops both")
  func memorableWord() throws {
    let country = try #require(Country.of(code: "ch"))
    let without = country.strength(of: Self.swiss)
    #expect(without.stranger == 51 && without.level == .strong)
    #expect(
      Knower.allCases.filter { without.bits(for: $0) == 0 } == [.family, .employer, .authority]
        && without.closest.bits == 0)
    #expect(without.bits(for: .bank) == 37)
    var typed = Self.swiss
    typed["memorable_word"] = "kettle"
    let one = country.strength(of: typed)
    #expect(one.stranger == 61 && one.closest.bits == 10)
    typed["memorable_word"] = "seven green kettles sing quietly"
    #expect(country.strength(of: typed).closest.bits == 50)
    typed["memorable_word"] = "kettle kettle KETTLE"
    #expect(country.strength(of: typed).closest.bits == 10)
  }

  @Test("G-14: attributes derivable from each other are rated weak; the optional attribute helps")
  func weak() throws {
    let italy = try #require(Country.of(code: "it"))
    let person: IdentityAttributes = [
      "full_name": "Maria Rossi", "birthplace": "Roma", "fiscal_code": "RSSMRA85T10A562S",
    ]
    #expect(italy.strength(of: person).level == .weak)
    let belgium = try #require(Country.of(code: "be"))
    #expect(
      belgium.strength(of: [
        "full_name": "A", "birthdate": "1985-07-30", "birthplace": "Gent", "nrn_number": "85073003328",
      ]).level == .fair)
    let germany = try #require(Country.of(code: "de"))
    var german: IdentityAttributes = ["full_name": "A", "birthdate": "2000-01-01"]
    let without = germany.strength(of: german)
    german["social_security_number"] = germany.attribute("social_security_number")?.example
    #expect(without.level < .strong && germany.strength(of: german).stranger > without.stranger)
  }

  @Test(
    "G-14: every attribute states how hard it is to guess, why, and who knows it", arguments: Country.all
  )
  func documented(country: Country) {
    for attribute in country.attributes {
      #expect(attribute.guessing.bits >= 0 && !attribute.guessing.reason.isEmpty && !attribute.guessing.knownBy.isEmpty)
    }
    let all = IdentityAttributes(Dictionary(uniqueKeysWithValues: country.attributes.map { ($0.name, $0.example) }))
    #expect(country.strength(of: all).parts.count == country.attributes.count)
    #expect(country.strength(of: [:]).stranger == 0)
  }
}
