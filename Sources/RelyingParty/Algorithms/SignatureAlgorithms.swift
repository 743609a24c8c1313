/// The algorithms (WebAuthn Level 3 §5.8.5) that a relying party can verify, and reasons for rejecting some others.
public struct SignatureAlgorithms: Sendable {
  private struct Entry {
    let identifier: COSEAlgorithmIdentifier
    let algorithm: any SignatureAlgorithm
  }

  private var entries: [Entry]
  private var reasons: [COSEAlgorithmIdentifier: String] = [:]

  /// Creates a list of algorithms. If two have the same number, the last one is used.
  public init(_ algorithms: [any SignatureAlgorithm]) {
    entries = []
    for algorithm in algorithms.reversed() where self[algorithm.identifier] == nil {
      entries.append(Entry(identifier: algorithm.identifier, algorithm: algorithm))
    }
  }

  /// The algorithms that swift-crypto can verify and whose use is not discouraged: ES256, EdDSA, RS256, and then ES384,
  /// ES512, PS256, RS384, RS512, PS384, PS512, the fully specified ESP256, ESP384, ESP512 and Ed25519, ML-DSA-65 and
  /// ML-DSA-87.
  public static let standard = Self([
    MLDSA.mlDSA87, MLDSA.mlDSA65, EdDSA.ed25519, ECDSA.esp512, ECDSA.esp384, ECDSA.esp256, RSASSA.ps512, RSASSA.ps384,
    RSASSA.rs512, RSASSA.rs384,
    RSASSA.ps256, ECDSA.es512, ECDSA.es384, RSASSA.rs256, EdDSA.edDSA, ECDSA.es256,
  ])
  .refusing(.mlDSA44, because: "the cryptographic library offers ML-DSA-65 and ML-DSA-87, but not ML-DSA-44")
  .refusing(.rs1, because: "SHA-1 is broken, so RS1 is verified only where a relying party adds it")

  /// Returns a list with further algorithms added. They replace any algorithms with the same identifier.
  public func adding(_ others: any SignatureAlgorithm...) -> Self {
    var result = Self(others)
    result.entries += entries.filter { result[$0.identifier] == nil }
    result.reasons = reasons
    for other in others { result.reasons[other.identifier] = nil }
    return result
  }

  /// Returns a list without one algorithm. The reason, a clause, becomes part of the error for a key of that algorithm.
  public func refusing(_ identifier: COSEAlgorithmIdentifier, because reason: String) -> Self {
    var result = self
    result.entries.removeAll { $0.identifier == identifier }
    result.reasons[identifier] = reason
    return result
  }

  /// Returns the algorithm with a given number.
  public subscript(identifier: COSEAlgorithmIdentifier) -> (any SignatureAlgorithm)? {
    for entry in entries where entry.identifier == identifier { return entry.algorithm }
    return nil
  }

  /// Returns the reason given for rejecting an algorithm, or `nil` if no reason was given.
  public func reason(against identifier: COSEAlgorithmIdentifier) -> String? { reasons[identifier] }

  /// Returns the algorithm of a key. If the list does not contain it, throws the error of a step, with the reason for
  /// rejecting the algorithm if a reason was given.
  public func algorithm(of key: COSEKey, at step: CeremonyStep) throws(WebAuthnError) -> any SignatureAlgorithm {
    if let algorithm = self[key.algorithm] { return algorithm }
    throw WebAuthnError(
      step, .unsupportedPublicKey, expected: reason(against: key.algorithm).map { "another algorithm: \($0)" },
      received: "alg \(key.algorithm)")
  }

  /// The numbers of all algorithms.
  public var identifiers: [COSEAlgorithmIdentifier] { entries.map(\.identifier) }

  /// The numbers of the algorithms that are rejected with a reason.
  public var refusedIdentifiers: [COSEAlgorithmIdentifier] { reasons.keys.sorted { $0.rawValue > $1.rawValue } }
}

/// A type that verifies signatures of one COSE algorithm (WebAuthn Level 3 §5.8.5). Conform to this protocol to add an
/// algorithm, even from a different module.
public protocol SignatureAlgorithm: Sendable {
  /// The number of the algorithm that this type verifies.
  var identifier: COSEAlgorithmIdentifier { get }

  /// Prepares a key for verification. Throws an error unless the key suits this algorithm: key type, curve, lengths,
  /// and a point on the curve.
  func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey
}

/// A public key of one algorithm, ready for verification.
public protocol VerificationKey: Sendable {
  /// Returns `true` if `signature` is a valid signature of `message` in the form prescribed by WebAuthn Level 3 §6.5.6.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool
}
