/// The certificates in which chains may end (WebAuthn Level 3 §7.1 step 24): common to all, or specific to a statement
/// format or an authenticator model.
public struct TrustAnchors: Sendable {
  /// The anchors for every authenticator.
  public var common: [TrustAnchor]
  /// Additional anchors for the models with these AAGUIDs.
  public var byAAGUID: [AAGUID: [TrustAnchor]]
  /// Additional anchors for statements of these formats.
  public var byFormat: [String: [TrustAnchor]]

  /// Creates a set of anchors.
  public init(
    _ common: [TrustAnchor] = [], byAAGUID: [AAGUID: [TrustAnchor]] = [:], byFormat: [String: [TrustAnchor]] = [:]
  ) {
    (self.common, self.byAAGUID, self.byFormat) = (common, byAAGUID, byFormat)
  }

  /// Returns the anchors that apply to a statement.
  public func anchors(format: String, aaguid: AAGUID) -> [TrustAnchor] {
    byAAGUID[aaguid, default: []] + byFormat[format, default: []] + common
  }
}

/// A certificate that is trusted (RFC 5280 §6.1.1): a root, an intermediate, or the attestation certificate itself.
public struct TrustAnchor: Hashable, Sendable {
  let certificate: X509Certificate
  /// The imported key; `nil` if it cannot verify certificates. It is imported only once, because an anchor is used
  /// often.
  let key: CertificateKey?

  /// Creates an anchor from a certificate in DER; `nil` if `der` is not a certificate.
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

  /// Two anchors are equal if their certificates are equal.
  public static func == (left: Self, right: Self) -> Bool { left.certificate == right.certificate }
  /// Hashes the certificate.
  public func hash(into hasher: inout Hasher) { hasher.combine(certificate) }
}
