import Encoding

/// The algorithms with which certificates are signed (RFC 5758 §3.2, RFC 4055 §5, RFC 8410 §3). SHA-1 is not among them.
enum CertificateSignatureAlgorithm {
  enum Hash { case sha256, sha384, sha512 }

  case ecdsa(Hash)
  case rsa(Hash)
  case ed25519

  /// From the content of an AlgorithmIdentifier; `nil` for an unknown one or unexpected parameters.
  init?(_ content: ArraySlice<UInt8>, in bytes: [UInt8]) {
    var reader = DERReader(bytes, in: content.indices)
    guard let identifier = try? reader.readObjectIdentifier() else { return nil }
    switch identifier {
    case Self.ecdsaWithSHA256: self = .ecdsa(.sha256)
    case Self.ecdsaWithSHA384: self = .ecdsa(.sha384)
    case Self.ecdsaWithSHA512: self = .ecdsa(.sha512)
    case Self.sha256WithRSA: self = .rsa(.sha256)
    case Self.sha384WithRSA: self = .rsa(.sha384)
    case Self.sha512WithRSA: self = .rsa(.sha512)
    case Self.idEd25519: self = .ed25519
    default: return nil
    }
    // Absent, or NULL as RSA has it.
    guard reader.isAtEnd || (try? reader.read(.null))?.content.isEmpty == true, reader.isAtEnd else { return nil }
  }

  private static let ecdsaWithSHA256: DERObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
  private static let ecdsaWithSHA384: DERObjectIdentifier = [1, 2, 840, 10045, 4, 3, 3]
  private static let ecdsaWithSHA512: DERObjectIdentifier = [1, 2, 840, 10045, 4, 3, 4]
  private static let sha256WithRSA: DERObjectIdentifier = [1, 2, 840, 113549, 1, 1, 11]
  private static let sha384WithRSA: DERObjectIdentifier = [1, 2, 840, 113549, 1, 1, 12]
  private static let sha512WithRSA: DERObjectIdentifier = [1, 2, 840, 113549, 1, 1, 13]
  private static let idEd25519: DERObjectIdentifier = [1, 3, 101, 112]
}
