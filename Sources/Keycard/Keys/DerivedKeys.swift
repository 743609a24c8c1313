import Crypto
import Encoding

/// The path from a master key to one of its descendants (BIP32), such as "m/44'/60'/0'/0/0": at most ten steps, the
/// maximum for a card.
public struct DerivationPath: Hashable, Sendable, CustomStringConvertible {
  /// The highest bit of a step. It is set if the step's key can be derived only from the private key.
  public static let hardened = WalletPath.hardened
  public static let maximumDepth = WalletPath.mostSteps

  /// One number per step, with the highest bit set for hardened ones.
  public let steps: [UInt32]

  /// The master key itself.
  public static let master = Self(checked: [])
  /// The first account of an Ethereum wallet, as in Status and most others.
  public static let wallet = Self(checked: [44 | hardened, 60 | hardened, hardened, 0, 0])
  /// The root of the private keys that a card exports, which lie at least two steps below it (EIP-1581).
  public static let exportable = Self(checked: [43 | hardened, 60 | hardened, 1581 | hardened])

  /// Returns `nil` for more than ten steps.
  public init?(_ steps: [UInt32]) {
    guard steps.count <= Self.maximumDepth else { return nil }
    self.steps = steps
  }

  /// Parses a text in the same way as `WalletPath`.
  public init?(_ text: String) {
    guard let steps = WalletPath.steps(of: text) else { return nil }
    self.steps = steps
  }

  /// Takes the steps unchecked, for paths defined in this room.
  init(checked steps: [UInt32]) { self.steps = steps }

  /// Reads four bytes for each step, as the card encodes them. Returns `nil` if the number of bytes is not a multiple
  /// of four or is too large.
  init?(encoded: [UInt8]) {
    guard encoded.count.isMultiple(of: 4) else { return nil }
    self.init(stride(from: 0, to: encoded.count, by: 4).map { encoded[$0..<$0 + 4].reduce(0) { $0 << 8 | UInt32($1) } })
  }

  var encoded: [UInt8] { steps.flatMap { step in withUnsafeBytes(of: step.bigEndian, Array.init) } }

  /// Returns `true` if this path is `other` or lies below it.
  public func isWithin(_ other: DerivationPath) -> Bool { steps.starts(with: other.steps) }

  public var description: String {
    (["m"] + steps.map { $0 < Self.hardened ? "\($0)" : "\($0 & ~Self.hardened)'" }).joined(separator: "/")
  }
}

/// A private key and the chain code used to derive its children (BIP32).
public struct ExtendedPrivateKey: Sendable {
  public let key: Secp256k1PrivateKey
  /// The chain code, 32 bytes.
  public let chainCode: Secret

  init(key: Secp256k1PrivateKey, chainCode: Secret) { (self.key, self.chainCode) = (key, chainCode) }

  /// Derives the master key of a seed of 16 to 64 bytes.
  ///
  /// - Throws: `invalid` for any other length, and for the one seed in 2¹²⁷ that has no key.
  public init(seed: Secret) throws(KeycardError) {
    guard (16...64).contains(seed.count) else { throw KeycardError(.invalid, "a seed has 16 to 64 bytes") }
    let output = HMAC<SHA512>.secret(key: Secret(Array("Bitcoin seed".utf8)), message: seed)
    guard let key = Secp256k1PrivateKey(output.part(0..<32)) else {
      throw KeycardError(.invalid, "this seed has no key")
    }
    self.init(key: key, chainCode: output.part(32..<64))
  }

  /// Returns the descendant at the end of a path.
  ///
  /// - Throws: `invalid` for the one step in 2¹²⁷ that has no key.
  public func descendant(_ path: DerivationPath) throws(KeycardError) -> ExtendedPrivateKey {
    var key = self
    for step in path.steps { key = try key.child(step) }
    return key
  }

  private func child(_ step: UInt32) throws(KeycardError) -> ExtendedPrivateKey {
    let number = withUnsafeBytes(of: step.bigEndian) { Secret(Array($0)) }
    let parent = step < DerivationPath.hardened ? [Secret(key.publicKey.compressed)] : [Secret([0]), key.bytes]
    let output = HMAC<SHA512>.secret(key: chainCode, message: Secret(joining: parent + [number]))
    guard let child = output.withBytes({ key.adding(UnsafeRawBufferPointer(rebasing: $0[..<32])) }) else {
      throw KeycardError(.invalid, "this step has no key")
    }
    return ExtendedPrivateKey(key: child, chainCode: output.part(32..<64))
  }
}

extension HMAC<SHA512> {
  fileprivate static func secret(key: Secret, message: Secret) -> Secret {
    message.withBytes { message in
      var code = HMAC<SHA512>(key: key.withBytes { SymmetricKey(data: $0) })
      code.update(data: message)
      return code.finalize().withUnsafeBytes { Secret($0) }
    }
  }
}

extension Secret {
  /// Returns the bytes in a range. A range that extends beyond the end is cut off there.
  func part(_ range: Range<Int>) -> Secret {
    withBytes { Secret(UnsafeRawBufferPointer(rebasing: $0[range.clamped(to: 0..<$0.count)])) }
  }
}
