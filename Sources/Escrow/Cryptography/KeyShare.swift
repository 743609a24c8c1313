import Encoding

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
