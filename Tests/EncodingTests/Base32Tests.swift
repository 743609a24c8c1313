import Encoding
import Testing

@Suite struct Base32Tests {
  @Test(
    "base32 is that of RFC 4648 section 10, without padding",
    arguments: [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ])
  func published(text: String, encoded: String) { #expect(Base32.encode(Array(text.utf8)) == encoded) }

  @Test("every bit is carried, however long it is") func long() {
    #expect(Base32.encode([UInt8](repeating: 0xff, count: 32)) == String(repeating: "7", count: 51) + "Q")
  }
}
