import Encoding

/// What a provider needs to challenge somebody (an address, an answer's hash, a clock's key), sealed until the person gives the key.
public enum SealedTruth {
  /// - Parameter key: The truth key, 64 bytes, which stands in the recovery document.
  public static func seal(_ truth: Secret, key: Secret) -> [UInt8] { Sealing.seal(truth, under: key, for: .truth) }
  /// - Throws: `malformed`, `sealed`.
  public static func open(_ sealed: [UInt8], key: Secret) throws(EscrowError) -> Secret { try Sealing.open(sealed, under: key, for: .truth) }
}
