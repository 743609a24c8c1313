import Encoding
import Testing

@Suite struct WalletPathTests {
  @Test(
    "a wallet's path is accepted",
    arguments: ["m", "m/0", "m/44'/60'/0'/0/0", "m/2147483647'/2147483647", "m/1818326115/0", "m/1/2/3/4/5/6/7/8/9/10"])
  func wallet(_ text: String) { #expect(WalletPath.judge(text) == .wallet) }

  @Test(
    "malformed paths, and other texts for a valid one, are refused",
    arguments: ["", "M", "m/", "m//1", "m/a", "m/01", "m/1h", "m/2147483648", "m/1/2/3/4/5/6/7/8/9/10/11"])
  func malformed(_ text: String) { #expect(WalletPath.judge(text) == .malformed) }

  @Test(
    "the paths of keys that sign in are not a wallet's",
    arguments: ["m/1818326115'", "m/1818326115'/0'", "m/1818326115'/5/5"])
  func login(_ text: String) { #expect(WalletPath.judge(text) == .login) }
}
