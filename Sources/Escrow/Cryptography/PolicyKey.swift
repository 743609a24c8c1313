import Encoding

/// What the shares of one policy make together: 64 bytes that open the master key.
public struct PolicyKey: Sendable {
  let secret: Secret

  /// - Parameters:
  ///   - shares: In the order of the policy's `uuids`.
  ///   - salt: The policy's, 64 bytes.
  public init(_ shares: [KeyShare], salt: [UInt8]) {
    secret = KeyDerivation.derive(
      64, salt: salt, from: Secret(joining: shares.map(\.secret)), info: Array("anastasis-policy-key-derive".utf8))
  }
  init(secret: Secret) { self.secret = secret }

  /// The key above the core secret, for the recovery document.
  public func seal(master: Secret) -> [UInt8] { Sealing.seal(master, under: secret, for: .master) }
  /// - Throws: `malformed`, `sealed`, `inconsistent` where what opens is no master key.
  public func open(master sealed: [UInt8]) throws(EscrowError) -> Secret {
    let master = try Sealing.open(sealed, under: secret, for: .master)
    guard master.count == DrawnBytes.masterCount else { throw EscrowError(.inconsistent, "a master key has 64 bytes") }
    return master
  }
}

/// One part of what a policy is made of. A provider gives it back to who answers the challenge, and cannot open it itself.
public struct KeyShare: Sendable {
  /// 32 bytes.
  public var secret: Secret
  public init(secret: Secret) { self.secret = secret }
  public static func draw() -> KeyShare { KeyShare(secret: DrawnBytes.secret(DrawnBytes.keyShareCount)) }

  /// 72 bytes, for the provider that this identifier is of.
  ///
  /// - Parameter answer: Of a security question the answer itself, so that its share opens with it only; `nil` for every other method.
  public func sealed(for user: UserIdentifier, answer: Secret? = nil) -> [UInt8] {
    Sealing.seal(secret, under: user.secret, for: Self.purpose(answer))
  }

  /// - Throws: `malformed`, `sealed` (also for another answer), `inconsistent` where what opens is no share.
  public init(opening sealed: [UInt8], for user: UserIdentifier, answer: Secret? = nil) throws(EscrowError) {
    secret = try Sealing.open(sealed, under: user.secret, for: Self.purpose(answer))
    guard secret.count == DrawnBytes.keyShareCount else { throw EscrowError(.inconsistent, "a share has 32 bytes") }
  }

  private static func purpose(_ answer: Secret?) -> Sealing.Purpose {
    guard let answer else { return .keyShare }
    var purpose = Sealing.Purpose.keyShare
    purpose.tag = answer.exposed
    return purpose
  }
}

/// What a provider needs to challenge somebody (an address, an answer's hash, a clock's key), sealed until the person gives the key.
public enum SealedTruth {
  /// - Parameter key: The truth key, 64 bytes, which stands in the recovery document.
  public static func seal(_ truth: Secret, key: Secret) -> [UInt8] { Sealing.seal(truth, under: key, for: .truth) }
  /// - Throws: `malformed`, `sealed`.
  public static func open(_ sealed: [UInt8], key: Secret) throws(EscrowError) -> Secret {
    try Sealing.open(sealed, under: key, for: .truth)
  }
}
