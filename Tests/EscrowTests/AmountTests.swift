import Escrow
import Testing

@Suite struct AmountTests {
  @Test(
    "An amount is read and written as the protocol writes it",
    arguments: ["EUR:0", "KUDOS:1.5", "CHF:4503599627370496", "EUR:0.00000001"])
  func roundTrip(text: String) { #expect(Amount(text)?.text == text) }

  @Test("Trailing zeros are dropped") func zeros() { #expect(Amount("eur:1.50")?.text == "EUR:1.5") }

  @Test(
    "What is no amount is refused",
    arguments: [
      "", "EUR", "EUR:", ":1", "EUR:1.", "EUR:.5", "EUR:-1", "EUR:1.123456789", "EUR:4503599627370497", "EUR:1:2",
      "E1:1", "ABCDEFGHIJKL:1", "EUR: 1",
    ])
  func refused(text: String) { #expect(Amount(text) == nil) }

  @Test("Sums and multiples are computed within one currency and the representable range")
  func arithmetic() throws {
    let price = try #require(Amount("EUR:1.75"))
    #expect(price.adding(price)?.text == "EUR:3.5")
    #expect(price.times(5)?.text == "EUR:8.75")
    #expect(price.times(0)?.isZero == true)
    #expect(price.adding(try #require(Amount("CHF:1"))) == nil)
    let most = try #require(Amount("EUR:4503599627370496"))
    #expect(most.adding(price) == nil)
    #expect(most.times(5_000) == nil)
    #expect(price.times(-1) == nil)
  }
}
