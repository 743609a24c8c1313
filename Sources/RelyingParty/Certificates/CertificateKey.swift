import Crypto
import CryptoExtras
import Encoding

/// A certificate's key, ready to verify the signatures of the certificates below it.
enum CertificateKey: Sendable {
  case p256(P256.Signing.PublicKey)
  case p384(P384.Signing.PublicKey)
  case p521(P521.Signing.PublicKey)
  case rsa(_RSA.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)

  init(_ certificate: X509Certificate) throws(COSEKeyError) {
    let bytes = certificate.der
    let parameters = try certificate.keyInfo.parameters(in: bytes)
    do {
      switch parameters {
      case .ellipticCurve(1, _, _):
        self = .p256(try P256.Signing.PublicKey(x963Representation: bytes[certificate.keyInfo.key]))
      case .ellipticCurve(2, _, _):
        self = .p384(try P384.Signing.PublicKey(x963Representation: bytes[certificate.keyInfo.key]))
      case .ellipticCurve(3, _, _):
        self = .p521(try P521.Signing.PublicKey(x963Representation: bytes[certificate.keyInfo.key]))
      case .octetKeyPair(6, let x) where !Ed25519SmallOrder.contains(x):
        self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x))
      case .rsa: self = .rsa(try RSASSAKey.importKey(parameters))
      default: throw COSEKeyError.unsupported
      }
    } catch { throw .invalid }
  }

  /// Returns `true` if the key signed `certificate`.
  func signed(_ certificate: X509Certificate) -> Bool {
    guard
      let algorithm = CertificateSignatureAlgorithm(
        certificate.der[certificate.signatureAlgorithm], in: certificate.der)
    else { return false }
    let message = certificate.der[certificate.signedBytes]
    switch algorithm {
    case .ecdsa(.sha256): return ecdsa(certificate, SHA256.hash(data: message))
    case .ecdsa(.sha384): return ecdsa(certificate, SHA384.hash(data: message))
    case .ecdsa(.sha512): return ecdsa(certificate, SHA512.hash(data: message))
    case .rsa(.sha256): return rsa(certificate, SHA256.hash(data: message))
    case .rsa(.sha384): return rsa(certificate, SHA384.hash(data: message))
    case .rsa(.sha512): return rsa(certificate, SHA512.hash(data: message))
    case .ed25519:
      guard case .ed25519(let key) = self else { return false }
      return key.isValidSignature(certificate.der[certificate.signature], for: message)
    }
  }

  private func ecdsa(_ certificate: X509Certificate, _ digest: some Digest) -> Bool {
    let der = Array(certificate.der[certificate.signature])
    switch self {
    case .p256(let key):
      guard let raw = ECDSASignatureValue.decode(der, size: 32),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw)
      else {
        return false
      }
      return key.isValidSignature(signature, for: digest)
    case .p384(let key):
      guard let raw = ECDSASignatureValue.decode(der, size: 48),
        let signature = try? P384.Signing.ECDSASignature(rawRepresentation: raw)
      else {
        return false
      }
      return key.isValidSignature(signature, for: digest)
    case .p521(let key):
      guard let raw = ECDSASignatureValue.decode(der, size: 66),
        let signature = try? P521.Signing.ECDSASignature(rawRepresentation: raw)
      else {
        return false
      }
      return key.isValidSignature(signature, for: digest)
    case .rsa, .ed25519: return false
    }
  }

  private func rsa(_ certificate: X509Certificate, _ digest: some Digest) -> Bool {
    guard case .rsa(let key) = self else { return false }
    let signature = _RSA.Signing.RSASignature(rawRepresentation: certificate.der[certificate.signature])
    return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
  }
}

/// The algorithms with which certificates are signed (RFC 5758 §3.2, RFC 4055 §5, RFC 8410 §3). SHA-1 is not among
/// them.
enum CertificateSignatureAlgorithm {
  enum Hash { case sha256, sha384, sha512 }

  case ecdsa(Hash)
  case rsa(Hash)
  case ed25519

  /// Reads the content of an AlgorithmIdentifier; `nil` for an unknown algorithm or unexpected parameters.
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
    // The parameters are absent, or NULL as for RSA.
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
