import Encoding

/// The path from a certificate to an anchor (RFC 5280 §6.1 as far as attestation needs it): order, names, signatures,
/// validity, basic constraints, path length, key usage, critical extensions.
///
/// This is our own, synchronous implementation. An attestation contains its path in order, so no search is needed. The
/// path is verified at every registration, so verification must not cost more than checking its signatures. The tests
/// compare each verdict with that of swift-certificates.
enum CertificatePath {
  private static let step = CeremonyStep.registration(25)
  private static let understood = [
    X509Certificate.basicConstraintsID, X509Certificate.keyUsageID, X509Certificate.extendedKeyUsageID,
    X509Certificate.subjectAltNameID,
    X509Certificate.certificatePoliciesID,
  ]

  /// Throws unless the path, which has at least one certificate, leads to one of the anchors at `time`.
  static func verify(_ path: [X509Certificate], anchors: [TrustAnchor], at time: UnixTime) throws(WebAuthnError) {
    var subordinateCount: Int64 = 0
    for (index, certificate) in path.enumerated() {
      try verifyValidity(certificate, at: time)
      if anchors.contains(where: { $0.certificate == certificate }) { return }
      if try isIssued(certificate, byOneOf: anchors, subordinateCount: subordinateCount, at: time) { return }
      guard index + 1 < path.count, issued(certificate, by: path[index + 1], key: try? CertificateKey(path[index + 1]))
      else {
        throw WebAuthnError(
          step, .untrustedChain, expected: "each certificate issued by the next, the last by a given anchor")
      }
      try verifyAuthority(path[index + 1], subordinateCount: subordinateCount)
      // A self-issued certificate does not count towards the path length.
      if !path[index + 1].isSelfIssued { subordinateCount += 1 }
    }
    throw WebAuthnError(step, .untrustedChain, expected: "a path to a given anchor")
  }

  /// Returns `true` if an anchor issued `certificate`. Throws if every issuing anchor is unfit. A renewed root often
  /// shares its name and key with its predecessor, and one fit anchor is enough.
  private static func isIssued(
    _ certificate: X509Certificate, byOneOf anchors: [TrustAnchor], subordinateCount: Int64, at time: UnixTime
  ) throws(WebAuthnError) -> Bool {
    var fault: WebAuthnError?
    for anchor in anchors where issued(certificate, by: anchor.certificate, key: anchor.key) {
      do {
        try verifyValidity(anchor.certificate, at: time)
        try verifyAuthority(anchor.certificate, subordinateCount: subordinateCount)
        return true
      } catch { fault = fault ?? error }
    }
    if let fault { throw fault }
    return false
  }

  private static func issued(
    _ certificate: X509Certificate, by issuer: X509Certificate, key: @autoclosure () -> CertificateKey?
  ) -> Bool {
    certificate.issuer == issuer.subject && key()?.signed(certificate) == true
  }

  private static func verifyValidity(_ certificate: X509Certificate, at time: UnixTime) throws(WebAuthnError) {
    guard certificate.notBefore <= time, time <= certificate.notAfter else {
      throw WebAuthnError(step, .certificateExpired)
    }
    for one in certificate.extensions where one.isCritical {
      let identifier = certificate.der[one.identifier]
      guard understood.contains(where: { $0 ~= identifier }) else {
        throw WebAuthnError(
          step, .untrustedChain, expected: "only critical extensions that are understood",
          received: Hex.encode(identifier))
      }
    }
  }

  /// Throws unless a certificate may issue others with `subordinateCount` authorities below it.
  private static func verifyAuthority(_ certificate: X509Certificate, subordinateCount: Int64) throws(WebAuthnError) {
    guard certificate.version == 3, case .certificateAuthority(let maximum)? = try? certificate.basicConstraints else {
      throw WebAuthnError(step, .untrustedChain, expected: "issuers that are certificate authorities")
    }
    // Name constraints bind every reader, whether critical or not. They are not evaluated here, so a certificate that
    // has them is rejected.
    guard certificate[X509Certificate.nameConstraintsID] == nil else {
      throw WebAuthnError(step, .untrustedChain, expected: "issuers without name constraints")
    }
    if let maximum, subordinateCount > maximum {
      throw WebAuthnError(
        step, .untrustedChain, expected: "at most \(maximum) authorities below", received: "\(subordinateCount)")
    }
    let mayCertify: Bool?
    do { mayCertify = try certificate.mayCertify } catch {
      throw WebAuthnError(step, .untrustedChain, expected: "a key usage that can be read")
    }
    guard mayCertify ?? true else {
      throw WebAuthnError(step, .untrustedChain, expected: "issuers whose key may sign certificates")
    }
  }
}
