import Encoding
import Escrow
import Foundation
import Testing

@Suite struct CountryTests {
  @Test("C-18 C-19: every country is on one continent and asks for its own number")
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

  @Test("C-20: a stateless person is asked for documents that they have, and gets an identifier")
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
    "C-22: the example of every field is accepted, and is already in its canonical form", arguments: Country.all
  )
  func examples(country: Country) {
    for attribute in country.attributes + [.memorableWord] {
      #expect(attribute.verdict(attribute.example) == .fine, "\(country.code) \(attribute.name)")
      #expect(attribute.normalized(attribute.example) == attribute.example, "\(country.code) \(attribute.name)")
    }
  }

  @Test(
    "C-22: missing, overlong and malformed values are refused in every country",
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

  @Test("C-22: values that only a foreign client accepts can be entered, unchanged, with a warning")
  func foreignForms() throws {
    for (code, name, value) in [
      ("cz", "birth_number", "7103/2745"), ("sk", "birth_number", "7103/274"), ("al", "nid_number", "I051019I"),
    ] {
      let attribute = try #require(Country.of(code: code)?.attribute(name))
      #expect(attribute.verdict(value) == .unusual(.form))
      #expect(attribute.normalized(value) == value)
    }
  }

  @Test("C-22: an impossible date is rejected; one before any living person's birth is unusual")
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

  @Test("C-17: a Swiss person from another client yields the same identifiers as in that client")
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
  public var testDescription: String { name.english }
}

@Suite struct CountryHintTests {
  @Test(
    "M-16 C-24: the country comes from the languages that a browser names",
    arguments: [
      ("de-CH,de;q=0.9,en;q=0.8", "ch"), ("de", "de"), ("en-US,en;q=0.5", "us"), ("en-US,de-CH;q=0.8", "ch"),
      ("en-GB,en", nil),
      ("de-AT,de;q=0.9", nil),
      ("fr;q=0.3, nl-BE;q=0.9", "be"), ("fr;q=0, it", "it"), ("ja", "jp"), ("gsw-CH", "ch"), ("rm", "ch"),
      ("zh-Hant-TW", nil), ("*", nil), ("", nil),
      ("de-Latn-CH-1996", "ch"), (";;;,,,q=1", nil), ("en", nil), ("sk-SK;q=abc,cs", "cz"),
    ] as [(String, String?)])
  func acceptLanguage(header: String, code: String?) {
    #expect(CountryHint.country(acceptLanguage: header)?.code == code)
  }

  @Test(
    "M-16 C-24: in a terminal the country comes from the locale, or from a chosen time zone",
    arguments: [
      ("de_CH.UTF-8", nil, "ch"), ("C", "Europe/Zurich", "ch"), ("en_US.UTF-8", "Europe/Prague", "cz"),
      ("en_US.UTF-8", nil, "us"),
      ("C.UTF-8", nil, nil), (nil, nil, nil), ("nl_BE@euro", "Europe/Amsterdam", "be"),
      ("POSIX", ":/usr/share/zoneinfo/Asia/Kolkata", "in"),
      (nil, "UTC", nil), ("de", "Europe/Vienna", "de"), ("de", "Europe/Zurich", "ch"),
    ] as [(String?, String?, String?)])
  func terminal(locale: String?, zone: String?, code: String?) {
    #expect(CountryHint.country(locale: locale, timeZone: zone)?.code == code)
  }

  @Test("C-24: a header of any length yields a country or nothing")
  func long() {
    for part in ["a,", "é-", ";q=", "de-CH,"] {
      let found = CountryHint.country(acceptLanguage: String(repeating: part, count: 100_000))
      #expect(found?.code == (part == "de-CH," ? "ch" : nil))
    }
  }
}

@Suite struct MethodDefaultsTests {
  @Test("C-28: fields are prefilled with the country's calling code, name and IBAN prefix")
  func fields() throws {
    let spain = try #require(Country.of(code: "es"))
    #expect(MethodField.allCases.map { MethodDefaults.start(of: $0, in: spain) } == ["+34", "Spain", "ES"])
  }

  @Test("C-28: nothing is prefilled if nothing is known")
  func nothing() throws {
    #expect(MethodField.allCases.allSatisfy { MethodDefaults.start(of: $0, in: .stateless) == nil })
    #expect(MethodDefaults.start(of: .iban, in: try #require(Country.of(code: "us"))) == nil)
  }
}
