/// The algorithms that a relying party can verify.
public struct SignatureAlgorithms: Sendable {
  private var algorithms: [any SignatureAlgorithm]

  /// A list of algorithms; of two with the same number the last counts.
  public init(_ algorithms: [any SignatureAlgorithm]) { self.algorithms = algorithms.reversed() }

  /// What swift-crypto verifies: ES256, EdDSA, RS256, ES384, ES512, PS256.
  public static let standard = Self([PS256(), ES512(), ES384(), RS256(), EdDSA(), ES256()])

  /// These and others.
  public func adding(_ others: any SignatureAlgorithm...) -> Self { Self(algorithms.reversed() + others) }

  /// The algorithm with a number.
  public subscript(identifier: COSEAlgorithmIdentifier) -> (any SignatureAlgorithm)? {
    for algorithm in algorithms where algorithm.identifier == identifier { return algorithm }
    return nil
  }

  /// The numbers of all.
  public var identifiers: [COSEAlgorithmIdentifier] { algorithms.map(\.identifier) }
}
