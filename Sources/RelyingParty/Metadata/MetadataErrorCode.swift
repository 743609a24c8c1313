/// What can be wrong with a metadata BLOB. The raw values are stable: they are printed, logged and compared by other programs.
public enum MetadataErrorCode: String, Error, Hashable, Sendable, Codable, CaseIterable {
  case malformed
  case tooLarge = "too-large"
  case unsupportedAlgorithm = "unsupported-algorithm"
  case untrustedChain = "untrusted-chain"
  case expiredChain = "expired-chain"
  case foreignSigner = "foreign-signer"
  case badSignature = "bad-signature"
  case stale
  case rolledBack = "rolled-back"

  /// One sentence for a developer that says what is wrong and, where it can, what to do.
  public var sentence: String {
    switch self {
    case .malformed: "The BLOB is not a JSON Web Token with a chain of certificates, a serial number, a next update and entries."
    case .tooLarge: "The BLOB is longer than what is read."
    case .unsupportedAlgorithm: "The BLOB is unsigned, or signed with an algorithm that cannot be verified here."
    case .untrustedChain: "The certificates of the BLOB do not lead to a root that was given."
    case .expiredChain: "A certificate of the BLOB's chain is not valid at the given time."
    case .foreignSigner: "The certificate that signed the BLOB bears another name than the one that was asked for."
    case .badSignature: "The signature of the BLOB does not verify with the key of its first certificate."
    case .stale: "The day of the BLOB's next update has passed: fetch the newer one, or let the policy accept a stale one."
    case .rolledBack: "The BLOB has a lower serial number than the one that is held."
    }
  }
}
