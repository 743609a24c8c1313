/// The certificates in which chains may end (WebAuthn Level 3 §7.1 step 24), by the format of the statement, by the
/// model of the authenticator, or for all.
public struct TrustAnchors: Sendable {
  /// For every authenticator.
  public var common: [TrustAnchor]
  /// For the models with these AAGUIDs, in addition.
  public var byAAGUID: [AAGUID: [TrustAnchor]]
  /// For statements of these formats, in addition.
  public var byFormat: [String: [TrustAnchor]]

  /// Anchors.
  public init(
    _ common: [TrustAnchor] = [], byAAGUID: [AAGUID: [TrustAnchor]] = [:], byFormat: [String: [TrustAnchor]] = [:]
  ) {
    (self.common, self.byAAGUID, self.byFormat) = (common, byAAGUID, byFormat)
  }

  /// The anchors for one statement.
  public func anchors(format: String, aaguid: AAGUID) -> [TrustAnchor] {
    byAAGUID[aaguid, default: []] + byFormat[format, default: []] + common
  }
}

/// A certificate that is trusted (RFC 5280 §6.1.1): a root, an intermediate, or the attestation certificate itself.
public struct TrustAnchor: Hashable, Sendable {
  let certificate: X509Certificate
  /// Imported once, because an anchor is used often; `nil` where the key cannot verify certificates.
  let key: CertificateKey?

  /// Creates an anchor from a certificate in DER; `nil` if it is not one.
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
