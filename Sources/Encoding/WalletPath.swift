/// The text that names one of a card's keys (BIP32): "m/44'/60'/0'/0/0". Paths that a person types in a page or a
/// terminal, arguments of a command and paths sent to a card are all judged here.
public enum WalletPath {
  /// The highest bit of a step: its key comes from the private key alone.
  public static let hardened: UInt32 = 0x8000_0000
  /// The most steps that a card supports.
  public static let mostSteps = 10
  /// The step ("latc") below which the keys that sign in lie. They sign nothing that anybody can choose.
  public static let login: UInt32 = 0x6C61_7463 | hardened

  public enum Verdict: Hashable, Sendable { case wallet, malformed, login }

  /// Judges if the key at a path may sign what a person gives.
  public static func judge(_ text: String) -> Verdict {
    guard let steps = steps(of: text) else { return .malformed }
    return steps.first == login ? .login : .wallet
  }

  /// Reads "m", or "m/" and steps below 2³¹, with ' after hardened ones. One path has one text: no leading zeros, no
  /// other marks.
  public static func steps(of text: String) -> [UInt32]? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first == "m", parts.count <= mostSteps + 1 else { return nil }
    var steps: [UInt32] = []
    for part in parts.dropFirst() {
      let isHardened = part.last == "'"
      let digits = isHardened ? part.dropLast() : part
      guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        digits == "0" || digits.first != "0",
        let number = UInt32(digits), number < hardened
      else { return nil }
      steps.append(number | (isHardened ? hardened : 0))
    }
    return steps
  }
}
