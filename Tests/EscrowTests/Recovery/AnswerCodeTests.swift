import Escrow
import Testing

@Suite struct AnswerCodeTests {
  @Test(
    "C-65: the digits alone and the whole code are one code, in any grouping",
    arguments: [
      "1234567812345678", "A-1234567812345678", "a-1234567812345678", "A-12345-678-1234-5678",
      " A- 12345 678 1234 5678 ", "A1234567812345678",
      "A\u{2013}12345\u{2010}678\u{a0}1234\u{2011}5678", "12345.678.1234.5678", "A-001234567812345678",
      "A - 1234567812345678\n",
    ])
  func same(typed: String) { #expect(AnswerCode(typed)?.text == "A-1234567812345678") }

  @Test(
    "C-65: an invalid code is refused",
    arguments: [
      "", "A-", "A", " - ", "B-123", "A-12x", "AA-12", "12A", "A-A-12", "4503599627370496", "99999999999999999999999",
      "١٢٣", "+12",
      String(repeating: "0", count: 300),
    ])
  func refused(typed: String) { #expect(AnswerCode(typed) == nil) }

  @Test("Leading zeros of a TOTP code are dropped, as its provider does")
  func zeros() { #expect(AnswerCode("00 123 456")?.value == 123_456 && AnswerCode("0")?.value == 0) }
}
