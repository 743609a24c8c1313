import Escrow
import Testing

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
    "M-16 C-24: in a terminal it comes from the locale, and from the time zone where the locale is only the default",
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

  @Test("C-24: a header of any length tells nothing or something, and never too much")
  func long() {
    for part in ["a,", "é-", ";q=", "de-CH,"] {
      let found = CountryHint.country(acceptLanguage: String(repeating: part, count: 100_000))
      #expect(found?.code == (part == "de-CH," ? "ch" : nil))
    }
  }
}
