import Encoding
import Testing

@Suite struct WalletPathTests {
  @Test("a path of a wallet", arguments: ["m", "m/0", "m/44'/60'/0'/0/0", "m/2147483647'/2147483647", "m/1818326115/0", "m/1/2/3/4/5/6/7/8/9/10"])
  func wallet(_ text: String) { #expect(WalletPath.judge(text) == .wallet) }

  @Test(
    "what is no path, or another text for one",
    arguments: ["", "M", "m/", "m//1", "m/a", "m/01", "m/1h", "m/2147483648", "m/1/2/3/4/5/6/7/8/9/10/11"])
  func malformed(_ text: String) { #expect(WalletPath.judge(text) == .malformed) }

  @Test("the keys that sign in are no wallet's", arguments: ["m/1818326115'", "m/1818326115'/0'", "m/1818326115'/5/5"])
  func login(_ text: String) { #expect(WalletPath.judge(text) == .login) }
}
