import Escrow
import Testing

@Suite struct MethodDefaultsTests {
  @Test("C-28: fields begin with what is known: the country's prefix, the account's address, the name and the country")
  func fields() throws {
    let spain = try #require(Country.of(code: "es"))
    let person: IdentityAttributes = ["full_name": "Alex Muster"]
    #expect(MethodDefaults.fields(for: .sms, in: spain, attributes: person) == [.phone: "+34"])
    #expect(MethodDefaults.fields(for: .sms, in: spain, attributes: person, phone: "+41790000000") == [.phone: "+41790000000"])
    #expect(MethodDefaults.fields(for: .email, in: spain, attributes: person, email: "a@example.com") == [.email: "a@example.com"])
    #expect(MethodDefaults.fields(for: .email, in: spain, attributes: person).isEmpty)
    #expect(MethodDefaults.fields(for: .post, in: spain, attributes: person) == [.fullName: "Alex Muster", .country: "Spain"])
    #expect(MethodDefaults.fields(for: .iban, in: spain, attributes: person) == [.iban: "ES"])
  }

  @Test("C-28: where nothing is known, nothing is invented")
  func nothing() throws {
    for type in MethodType.known { #expect(MethodDefaults.fields(for: type, in: .stateless, attributes: [:]).isEmpty) }
    #expect(MethodDefaults.fields(for: .iban, in: try #require(Country.of(code: "us")), attributes: [:]).isEmpty)
  }
}
