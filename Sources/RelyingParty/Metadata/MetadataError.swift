/// The reason why a metadata BLOB cannot be used. Two errors are equal if their codes are.
public struct MetadataError: Error, Sendable, CustomStringConvertible {
  /// The error's code, which says what is wrong.
  public let code: MetadataErrorCode
  /// The place in the source code that threw the error.
  public let location: String

  /// Creates an error with the given code.
  public init(_ code: MetadataErrorCode, file: StaticString = #fileID, line: UInt = #line) {
    self.code = code
    location = "\(file):\(line)"
  }

  /// One sentence for developers, always the same for a given code.
  public var sentence: String { code.sentence }

  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(sentence)" }
}

extension MetadataError: Hashable {
  /// Compares the codes only.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  /// Hashes the code only.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The possible faults of a metadata BLOB (FIDO Metadata Service v3.1 §3.2). The raw values are stable: they are
/// printed, logged and compared by other programs.
public enum MetadataErrorCode: String, Error, Hashable, Sendable, Codable, CaseIterable {
  /// The bytes cannot be read (FIDO Metadata Service §3.1.7).
  case malformed
  /// The BLOB is larger than ``MetadataBLOB/maximumSize``.
  case tooLarge = "too-large"
  /// The signature's algorithm is missing or not supported (RFC 7515 §4.1.1).
  case unsupportedAlgorithm = "unsupported-algorithm"
  /// The chain does not lead to a trusted root (FIDO Metadata Service §3.2; RFC 5280 §6).
  case untrustedChain = "untrusted-chain"
  /// A certificate is not valid at the given time (FIDO Metadata Service §3.2; RFC 5280 §4.1.2.5).
  case expiredChain = "expired-chain"
  /// The signing certificate's name does not match ``MetadataTrust/signer``.
  case foreignSigner = "foreign-signer"
  /// The signature does not verify (FIDO Metadata Service §3.2; RFC 7515 §5.2).
  case badSignature = "bad-signature"
  /// The next update is overdue, and ``MetadataTrust/acceptsStale`` is off (FIDO Metadata Service §3.2).
  case stale
  /// The serial number is lower than ``MetadataTrust/heldNumber`` (FIDO Metadata Service §3.2).
  case rolledBack = "rolled-back"

  /// One sentence for developers that says what is wrong and, where possible, what to do.
  public var sentence: String {
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
