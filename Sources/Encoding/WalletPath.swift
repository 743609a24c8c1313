/// The text that identifies one of a card's keys (BIP32): "m/44'/60'/0'/0/0". All paths are checked here: those that a
/// person types in a page or a terminal, command arguments, and paths sent to a card.
public enum WalletPath {
  /// The highest bit of a step, which marks the step as hardened: its key is derived from the private key only.
  public static let hardened: UInt32 = 0x8000_0000
  /// The maximum number of steps that a card supports.
  public static let mostSteps = 10
  /// The step ("latc") that contains the sign-in keys. They never sign data that somebody else can choose.
  public static let login: UInt32 = 0x6C61_7463 | hardened

  public enum Verdict: Hashable, Sendable { case wallet, malformed, login }

  /// Decides whether the key at a path may sign data supplied by a person.
  public static func judge(_ text: String) -> Verdict {
    guard let steps = steps(of: text) else { return .malformed }
    return steps.first == login ? .login : .wallet
  }

  /// Parses "m", or "m/" followed by steps below 2³¹, with ' after hardened steps. Each path has exactly one valid
  /// text, without leading zeros or other marks.
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
