import Encoding

/// The way from a master key to one of its descendants (BIP32): "m/44'/60'/0'/0/0", at most ten steps, as many as a card goes.
public struct DerivationPath: Hashable, Sendable, CustomStringConvertible {
  /// The highest bit of a step: its key comes from the private key alone.
  public static let hardened = WalletPath.hardened
  public static let maximumDepth = WalletPath.mostSteps

  /// One number for each step, hardened ones with the highest bit set.
  public let steps: [UInt32]

  /// The master key itself.
  public static let master = Self(checked: [])
  /// The first account of an Ethereum wallet, as Status and most others have it.
  public static let wallet = Self(checked: [44 | hardened, 60 | hardened, hardened, 0, 0])
  /// Below it, and with at least two steps more, lie the private keys that a card exports (EIP-1581).
  public static let exportable = Self(checked: [43 | hardened, 60 | hardened, 1581 | hardened])

  /// `nil` for more than ten steps.
  public init?(_ steps: [UInt32]) {
    guard steps.count <= Self.maximumDepth else { return nil }
    self.steps = steps
  }

  /// Of a text as `WalletPath` reads it.
  public init?(_ text: String) {
    guard let steps = WalletPath.steps(of: text) else { return nil }
    self.steps = steps
  }

  /// For paths that stand in this room.
  init(checked steps: [UInt32]) { self.steps = steps }

  /// Four bytes for each step, as the card has them; `nil` for another count of bytes or too many.
  init?(encoded: [UInt8]) {
    guard encoded.count.isMultiple(of: 4) else { return nil }
    self.init(stride(from: 0, to: encoded.count, by: 4).map { encoded[$0..<$0 + 4].reduce(0) { $0 << 8 | UInt32($1) } })
  }

  var encoded: [UInt8] { steps.flatMap { step in withUnsafeBytes(of: step.bigEndian, Array.init) } }

  /// Whether this path is `other` or lies below it.
  public func isWithin(_ other: DerivationPath) -> Bool { steps.starts(with: other.steps) }

  public var description: String {
    (["m"] + steps.map { $0 < Self.hardened ? "\($0)" : "\($0 & ~Self.hardened)'" }).joined(separator: "/")
  }
}
