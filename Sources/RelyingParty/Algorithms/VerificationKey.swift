/// A public key of one algorithm, ready to verify with.
public protocol VerificationKey: Sendable {
  /// Whether `signature` is the signature of `message`, in the form that WebAuthn Level 3 §6.5.6 prescribes. `false` for whatever is no
  /// signature at all.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool
}
