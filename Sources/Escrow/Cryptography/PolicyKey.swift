import Encoding

/// The key derived from the shares of one policy: 64 bytes that open the master key.
public struct PolicyKey: Sendable {
  let secret: Secret

  /// - Parameters:
  ///   - shares: The shares, in the order of the policy's `uuids`.
  ///   - salt: The policy's salt, 64 bytes.
  public init(_ shares: [KeyShare], salt: [UInt8]) {
    secret = KeyDerivation.derive(
      64, salt: salt, from: Secret(joining: shares.map(\.secret)), info: Array("anastasis-policy-key-derive".utf8))
  }
  init(secret: Secret) { self.secret = secret }

  /// Seals the master key, which opens the core secret, for the recovery document.
  public func seal(master: Secret) -> [UInt8] { Sealing.seal(master, under: secret, for: .master) }
  /// - Throws: `malformed` or `sealed`; `inconsistent` if the plaintext is not a master key.
  public func open(master sealed: [UInt8]) throws(EscrowError) -> Secret {
    let master = try Sealing.open(sealed, under: secret, for: .master)
    guard master.count == DrawnBytes.masterCount else { throw EscrowError(.inconsistent, "a master key has 64 bytes") }
    return master
  }
}

/// One part of a policy key. A provider returns the share to whoever answers the challenge, and cannot open it itself.
public struct KeyShare: Sendable {
  /// The secret bytes of the share, 32 bytes.
  public var secret: Secret
  public init(secret: Secret) { self.secret = secret }
  public static func draw() -> KeyShare { KeyShare(secret: DrawnBytes.secret(DrawnBytes.keyShareCount)) }

  /// Seals the share for the provider to which this identifier belongs: 72 bytes.
  ///
  /// - Parameter answer: For a security question, the answer itself, so that only the answer opens the share; `nil` for
  ///   every other method.
  public func sealed(for user: UserIdentifier, answer: Secret? = nil) -> [UInt8] {
    Sealing.seal(secret, under: user.secret, for: Self.purpose(answer))
  }

  /// - Throws: `malformed` or `sealed` (also for a wrong answer); `inconsistent` if the plaintext is not a share.
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

/// The data that a provider needs to challenge a person (an address, an answer's hash, a clock's key), sealed until
/// that person supplies the key.
public enum SealedTruth {
  /// - Parameter key: The truth key, 64 bytes, from the recovery document.
  public static func seal(_ truth: Secret, key: Secret) -> [UInt8] { Sealing.seal(truth, under: key, for: .truth) }
  /// - Throws: `malformed` or `sealed`.
  public static func open(_ sealed: [UInt8], key: Secret) throws(EscrowError) -> Secret {
    try Sealing.open(sealed, under: key, for: .truth)
  }
}
