import Encoding
import Escrow
import Foundation
import Testing

@Suite struct CountryTests {
  @Test(
    "C-18 C-19: every country is found on one continent, and each asks for a number of its own beside name and birthplace"
  )
  func countries() {
    let codes = Country.all.map(\.code)
    #expect(codes.count == 15 && Set(codes).count == 15)
    #expect(Set(Continent.allCases.flatMap { Country.of($0) }.map(\.code)) == Set(codes).subtracting(["xxa"]))
    for country in Country.all {
      #expect(Set(["full_name", "birthplace"]).isSubset(of: country.attributes.map(\.name)))
      #expect(country.attributes.contains { $0.kind == .number && !$0.isOptional })
      #expect(Set(country.attributes.map(\.name)).count == country.attributes.count)
      #expect(Set(country.attributes.map(\.uuid)).count == country.attributes.count)
    }
    #expect(Country.of(code: "IN")?.continent == .asia)
    #expect(Country.of(code: "in")?.continentInAnastasis == "India")
    #expect(Country.of(code: "zz") == nil)
  }

  @Test("C-20: a stateless person is asked for what a stateless person has, and gets an identifier")
  func stateless() throws {
    let person: IdentityAttributes = [
      "full_name": "Alex Muster", "birthdate": "1990-02-28", "birthplace": "Damascus",
      "document_number": "123-12C34567",
    ]
    #expect(Country.stateless.continent == nil)
    #expect(Country.stateless.verdicts(person).allSatisfy { $0.verdict.isUsable })
    #expect(Country.stateless.normalized(person)["document_number"] == "12312C34567")
    _ = try UserIdentifier(Country.stateless.normalized(person).values, providerSalt: [UInt8](repeating: 1, count: 16))
  }

  @Test(
    "C-22: the example beside every field is itself taken, and stands as the value that is used", arguments: Country.all
  )
  func examples(country: Country) {
    for attribute in country.attributes + [.memorableWord] {
      #expect(attribute.verdict(attribute.example) == .fine, "\(country.code) \(attribute.name)")
      #expect(attribute.normalized(attribute.example) == attribute.example, "\(country.code) \(attribute.name)")
    }
  }

  @Test(
    "C-22: what is missing, too long or of another form is refused in every country, whatever was typed",
    arguments: Country.all)
  func refused(country: Country) {
    for attribute in country.attributes {
      #expect(attribute.verdict(" \u{200B}\t") == (attribute.isOptional ? .fine : .refused(.missing)))
      #expect(attribute.verdict(String(repeating: "1", count: 501)) == .refused(.tooLong))
      #expect(attribute.verdict(String(repeating: "\u{FDFA}", count: 160)) == .refused(.tooLong))
      if attribute.kind == .number {
        for typed in ["1", "abc", "١٢٣", "12345678901234567890123456", "🙂", "5\u{301}"] {
          #expect(attribute.verdict(typed) == .refused(.form))
        }
      }
      for fault in AttributeFault.allCases { #expect(!attribute.sentence(for: fault).isEmpty) }
    }
  }

  @Test(
    "C-22: forms that only a foreign client's pattern takes can be entered, with a word of warning, and stay as they are"
  )
  func foreignForms() throws {
    for (code, name, value) in [
      ("cz", "birth_number", "7103/2745"), ("sk", "birth_number", "7103/274"), ("al", "nid_number", "I051019I"),
    ] {
      let attribute = try #require(Country.of(code: code)?.attribute(name))
      #expect(attribute.verdict(value) == .unusual(.form))
      #expect(attribute.normalized(value) == value)
    }
  }

  @Test("C-22: a date that is in no calendar is refused, and one that nobody alive was born on is unusual")
  func dates() {
    let birthdate = IdentityAttribute.birthdate
    for day in ["2000-02-29", "1999-12-31", "29.2.2000", "2000-2-29"] { #expect(birthdate.verdict(day) == .fine) }
    for day in [
      "1900-02-29", "2001-02-29", "2000-04-31", "2000-13-01", "2000-00-10", "1/2/2000", "00-01-01", "2000-01", "-1-1-1",
      "20000-01-01",
    ] {
      #expect(birthdate.verdict(day) == .refused(.date))
    }
    #expect(birthdate.verdict("1889-12-31") == .unusual(.date))
    #expect(birthdate.normalized("1.2.2000") == "2000-02-01")
    #expect(birthdate.normalized("２０００-02-01") == "2000-02-01")
  }

  @Test("C-17: attributes print none of their values")
  func description() {
    let person: IdentityAttributes = ["full_name": "Alex Muster"]
    #expect(!String(describing: person).contains("Muster") && !String(reflecting: person).contains("Muster"))
    var text = ""
    dump(person, to: &text)
    #expect(!text.contains("Muster"))
  }

  @Test("C-17: a Swiss person of a foreign client's backup is taken as they stand, and gives that client's identifiers")
  func golden() throws {
    guard let scenario = try Vectors.read("golden/scenario.json"), let dump = try Vectors.read("golden/dump-18086.json")
    else {
      print("LATCHSTRING_VECTORS is not set: the person of the foreign backup is not tried")
      return
    }
    let person = IdentityAttributes(try JSONDecoder().decode(Scenario.self, from: scenario).identity_attributes)
    let country = try #require(Country.of(code: "ch"))
    #expect(country.verdicts(person).allSatisfy { $0.verdict == .fine })
    #expect(country.normalized(person) == person)
    let text = String(decoding: dump, as: UTF8.self)
    let salt = try #require(text.firstMatch(of: /"provider_salt":\s*"([0-9A-Z]+)"/)?.1)
    let account = try UserIdentifier(
      country.normalized(person).values, providerSalt: try #require(Base32Bytes(text: salt)).bytes
    ).accountKey
    #expect(text.contains(CrockfordBase32.encode(account.publicKey)))
  }
  private struct Scenario: Decodable { var identity_attributes: [String: String] }
}

extension Country: CustomTestStringConvertible {
  public var testDescription: String { name }
}
