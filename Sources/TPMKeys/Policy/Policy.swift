import Crypto

/// What a session has to show, as the digest that the TPM keeps of it (TPM 2.0 Library, Part 1 §19.7). Each function adds one condition.
struct Policy: Hashable {
  private(set) var digest = [UInt8](repeating: 0, count: 32)

  /// The index holds exactly these bytes (TPM2_PolicyNV).
  func index(_ name: [UInt8], equals bytes: [UInt8]) -> Self {
    let arguments = SHA256.hash(data: bytes + [0, 0] + [0, 0])  // from offset 0, operation "equal"
    return extended(Command.policyIndex, Array(arguments) + name)
  }
  /// The authorization value of that entity was shown (TPM2_PolicySecret, TPM2_PolicyTicket).
  func secret(of name: [UInt8]) -> Self {
    var policy = extended(Command.policySecret, name)
    policy.digest = Array(SHA256.hash(data: policy.digest))  // an empty policyRef
    return policy
  }
  /// The authorization value of the very entity that is used is shown.
  func authorizationValue() -> Self { extended(Command.policyAuthorizationValue, []) }
  /// It is for this command alone.
  func command(_ code: UInt32) -> Self { extended(Command.policyCommandCode, TPMBytes.bigEndian(code)) }
  /// The index was never written.
  func indexUnwritten() -> Self { extended(Command.policyIndexWritten, [0]) }
  /// One of these, 2 to 8.
  static func any(of digests: [[UInt8]]) -> Self { Self().extended(Command.policyOr, digests.flatMap { $0 }) }

  private func extended(_ command: UInt32, _ arguments: [UInt8]) -> Self {
    var policy = self
    policy.digest = Array(SHA256.hash(data: digest + TPMBytes.bigEndian(command) + arguments))
    return policy
  }
}
