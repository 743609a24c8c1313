import Testing

@testable import RelyingParty

@Suite struct PaddedBase64Tests {
  @Test("padded text with any whitespace is read")
  func read() {
    for (text, bytes) in [
      ("", []), ("AA==", [0]), ("AAE=", [0, 1]), ("AAEC", [0, 1, 2]), ("+/+/", [0xfb, 0xff, 0xbf]),
      ("A A\n=\r=\t", [0]),
    ]
      as [(String, [UInt8])]
    {
      #expect(PaddedBase64.decode(text.utf8) == bytes, "\(text)")
    }
  }

  @Test(
    "other alphabets, missing, misplaced or superfluous padding, and bits left over are refused",
    arguments: [
      "A", "AA", "AAA", "AA=", "A===", "AA===", "====", "AA==AA==", "=AAA", "A-__", "AB==", "AAF=", "AAEC=", "AA=A",
      "AA==\u{0}", "é===", "A.==",
    ])
  func refused(_ text: String) { #expect(PaddedBase64.decode(text.utf8) == nil) }
}
