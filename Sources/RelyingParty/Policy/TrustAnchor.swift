import X509

/// A certificate that is trusted: a root, an intermediate, or the attestation certificate itself.
public struct TrustAnchor: Hashable, Sendable {
  let certificate: Certificate

  /// A certificate in DER; `nil` where it is none.
  public init?(der: [UInt8]) {
    guard let certificate = try? Certificate(derEncoded: der) else { return nil }
    self.certificate = certificate
  }
}
