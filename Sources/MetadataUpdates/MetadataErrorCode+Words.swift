import RelyingParty
import Sentences

extension MetadataErrorCode {
  /// The sentence for the code, in the reader's language. It is defined here because RelyingParty is self-contained and
  /// has no catalogue.
  var words: Sentence {
    switch self {
    case .malformed:
      "The BLOB is not a JSON Web Token with a chain of certificates, a serial number, a next update and entries."
    case .tooLarge: "The BLOB is longer than what is read."
    case .unsupportedAlgorithm: "The BLOB is unsigned, or signed with an algorithm that cannot be verified here."
    case .untrustedChain: "The certificates of the BLOB do not lead to a root that was given."
    case .expiredChain: "A certificate of the BLOB's chain is not valid at the given time."
    case .foreignSigner: "The certificate that signed the BLOB bears another name than the one that was asked for."
    case .badSignature: "The signature of the BLOB does not verify with the key of its first certificate."
    case .stale:
      "The day of the BLOB's next update has passed: fetch the newer one, or let the policy accept a stale one."
    case .rolledBack: "The BLOB has a lower serial number than the one that is held."
    }
  }
}
