import Encoding
import Testing

@testable import RelyingParty

@Suite struct PaymentTests {
  private static let payment = """
    {"rpId":"example.org","topOrigin":"https://shop.example","payeeName":"Shop","payeeOrigin":"https://shop.example",\
    "total":{"currency":"EUR","value":"5.00"},\
    "instrument":{"icon":"https://example.org/card.png","displayName":"Card 42","details":"debit"}}
    """

  private static func expectation() -> PaymentExpectation {
    PaymentExpectation(
      topOrigins: ["https://shop.example"], payeeName: "Shop", payeeOrigin: "https://shop.example",
      total: PaymentCurrencyAmount(currency: "EUR", value: "5.00"),
      instrument: PaymentCredentialInstrument(
        displayName: "Card 42", icon: "https://example.org/card.png", details: "debit"))
  }

  private func pay(
    _ payment: String? = payment, type: String = "payment.get", expecting expected: PaymentExpectation? = expectation()
  ) throws -> Result<AuthenticationVerdict, WebAuthnError> {
    var authenticator = TestAuthenticator()
    authenticator.type = type
    authenticator.extraClientData = payment.map { #","payment":\#($0)"# } ?? ""
    let state = Ceremony.authentication { $0.payment = expected }
    return try Ceremony.authenticate(authenticator, state: try Stored.roundTrip(state))
  }

  @Test("the requested payment is confirmed")
  func confirmed() throws { #expect(throws: Never.self) { try pay().get() } }

  @Test("a sign-in does not count as a payment, nor a payment as a sign-in")
  func types() throws {
    expectRefusal(try pay(type: "webauthn.get"), 10, .typeMismatch)
    expectRefusal(try pay(expecting: nil), 10, .typeMismatch)
    #expect(throws: Never.self) { try pay(type: "webauthn.get", expecting: nil).get() }
  }

  @Test(
    "another payment in any one member is refused",
    arguments: [
      ("example.org\",\"top", "example.com\",\"top"),
      (#""topOrigin":"https://shop.example""#, #""topOrigin":"https://evil.example""#),
      (#""payeeName":"Shop""#, #""payeeName":"Evil""#),
      (#""payeeOrigin":"https://shop.example""#, #""payeeOrigin":"https://evil.example""#),
      ("EUR", "USD"), ("5.00", "5.0"), ("5.00", "500"), ("card.png", "other.png"), ("Card 42", "Card 43"),
      ("debit", "credit"),
      (#""payeeName":"Shop","#, ""), (#""payeeOrigin":"https://shop.example","#, ""), (#","details":"debit""#, ""),
      (#""rpId""#, #""rp""#),
      (#""total""#, #""sum""#), (#""Shop""#, "1"), (#""5.00""#, "5.00"),
    ])
  func changed(_ original: String, _ changed: String) throws {
    let payment = Self.payment.replacing(original, with: changed)
    #expect(payment != Self.payment)
    expectRefusal(try pay(payment), 14, .paymentMismatch)
  }

  @Test("client data without a payment is rejected")
  func absent() throws {
    expectRefusal(try pay(nil), 14, .paymentMismatch)
    expectRefusal(try pay("null"), 14, .paymentMismatch)
  }

  @Test("an icon that could not be shown is accepted only if the request allowed that")
  func picture() throws {
    let without = Self.payment.replacing("https://example.org/card.png", with: "")
    expectRefusal(try pay(without), 14, .paymentMismatch)
    var expected = Self.expectation()
    expected.iconMustBeShown = false
    #expect(throws: Never.self) { try pay(without, expecting: expected).get() }
    expectRefusal(
      try pay(Self.payment.replacing("card.png", with: "other.png"), expecting: expected), 14, .paymentMismatch)
  }
}
