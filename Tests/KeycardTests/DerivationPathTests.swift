import Testing

@testable import Keycard

@Suite struct DerivationPathTests {
  @Test("a path is written exactly as it was read")
  func roundTrip() throws {
    for text in ["m", "m/0", "m/44'/60'/0'/0/0", "m/2147483647'/2147483647", "m/1/2/3/4/5/6/7/8/9/10"] {
      let path = try #require(DerivationPath(text))
      #expect(path.description == text)
      #expect(DerivationPath(encoded: path.encoded) == path)
    }
    #expect(DerivationPath.wallet.description == "m/44'/60'/0'/0/0")
    #expect(DerivationPath.wallet.encoded == bytes("8000002c8000003c800000000000000000000000"))
  }

  @Test("a path in any other notation and text that is not a path are rejected")
  func refused() {
    for text in [
      "", "M", "/", "m/", "m//0", "0", "m/00", "m/01", "m/-1", "m/+1", "m/1h", "m/1''", "m/'", "m/2147483648",
      "m/99999999999", "m/ 1", "m/١",
      "m/0x1",
      "n/1", "m/1/2/3/4/5/6/7/8/9/10/11",
    ] { #expect(DerivationPath(text) == nil, "\(text)") }
    #expect(DerivationPath(encoded: [0, 0, 0]) == nil)
    #expect(DerivationPath(encoded: [UInt8](repeating: 0, count: 44)) == nil)
  }

  @Test("a path contains itself and every path below it")
  func within() throws {
    #expect(
      CardLogin.path.isWithin(CardLogin.root) && CardLogin.root.isWithin(CardLogin.root)
        && !CardLogin.root.isWithin(CardLogin.path))
    #expect(CardLogin.unlockPath.isWithin(.exportable) && !CardLogin.unlockPath.isWithin(CardLogin.root))
  }

  @Test("the paths of a card's login key and unlock secret are fixed")
  func paths() {
    #expect(CardLogin.path.description == "m/1818326115'/0'")
    #expect(CardLogin.unlockPath.description == "m/43'/60'/1581'/1818326115'/0")
  }
}
