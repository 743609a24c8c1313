import Escrow
import Testing

@Suite struct MethodDefaultsTests {
  @Test("C-28: fields begin with what the country tells: its calling code, its name, the beginning of its accounts")
  func fields() throws {
    let spain = try #require(Country.of(code: "es"))
    #expect(MethodField.allCases.map { MethodDefaults.start(of: $0, in: spain) } == ["+34", "Spain", "ES"])
  }

  @Test("C-28: where nothing is known, nothing is invented")
  func nothing() throws {
    #expect(MethodField.allCases.allSatisfy { MethodDefaults.start(of: $0, in: .stateless) == nil })
    #expect(MethodDefaults.start(of: .iban, in: try #require(Country.of(code: "us"))) == nil)
  }
}
