/// A certificate that is trusted (RFC 5280 §6.1.1): a root, an intermediate, or the attestation certificate itself.
public struct TrustAnchor: Hashable, Sendable {
  let certificate: X509Certificate
  /// Imported once, because an anchor is used often; `nil` where the key cannot verify certificates.
  let key: CertificateKey?

  /// A certificate in DER; `nil` where it is none.
  public init?(der: [UInt8]) {
    guard let certificate = try? X509Certificate(der: der) else { return nil }
    self.init(certificate)
  }

  init(_ certificate: X509Certificate) {
    self.certificate = certificate
    key = try? CertificateKey(certificate)
  }

  /// The certificate in DER.
  public var der: [UInt8] { certificate.der }

  /// Equal when the certificates are.
  public static func == (left: Self, right: Self) -> Bool { left.certificate == right.certificate }
  /// Hashes the certificate.
  public func hash(into hasher: inout Hasher) { hasher.combine(certificate) }
}
