import Foundation
import SwiftASN1
import X509

/// The path from an attestation certificate to an anchor (RFC 5280 §6.1 as far as attestation needs it): order, names, signatures,
/// validity, basic constraints, path length, key usage, critical extensions.
///
/// Own code and synchronous: the verifier of swift-certificates searches for a path, asynchronously, while an attestation brings its path in order.
enum TrustPath {
  private static let step = CeremonyStep.registration(25)
  /// basicConstraints, keyUsage, extKeyUsage, subjectAltName, certificatePolicies.
  private static let understood: Set<ASN1ObjectIdentifier> = [[2, 5, 29, 19], [2, 5, 29, 15], [2, 5, 29, 37], [2, 5, 29, 17], [2, 5, 29, 32]]

  /// Throws unless the path, which has at least one certificate, leads to one of the anchors at `time`.
  static func verify(_ path: [Certificate], anchors: [TrustAnchor], at time: UnixTime) throws(WebAuthnError) {
    var subordinateCount = 0
    for (index, certificate) in path.enumerated() {
      try verifyValidity(certificate, at: time)
      if anchors.contains(where: { $0.certificate == certificate }) { return }
      let next = index + 1 < path.count ? path[index + 1] : nil
      if let anchor = anchors.first(where: { issued(certificate, by: $0.certificate) }) {
        try verifyValidity(anchor.certificate, at: time)
        try verifyAuthority(anchor.certificate, subordinateCount: subordinateCount)
        return
      }
      guard let next, issued(certificate, by: next) else {
        throw WebAuthnError(step, .untrustedChain, expected: "each certificate issued by the next, the last by a given anchor")
      }
      try verifyAuthority(next, subordinateCount: subordinateCount)
      // A certificate that names itself its issuer does not count against the path length.
      if next.subject != next.issuer { subordinateCount += 1 }
    }
    throw WebAuthnError(step, .untrustedChain, expected: "a path to a given anchor")
  }

  private static func issued(_ certificate: Certificate, by issuer: Certificate) -> Bool {
    certificate.issuer == issuer.subject && issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
  }

  private static func verifyValidity(_ certificate: Certificate, at time: UnixTime) throws(WebAuthnError) {
    let moment = Date(timeIntervalSince1970: TimeInterval(time.seconds))
    guard certificate.notValidBefore <= moment, moment <= certificate.notValidAfter else {
      throw WebAuthnError(step, .certificateExpired)
    }
    for one in certificate.extensions where one.critical && !understood.contains(one.oid) {
      throw WebAuthnError(step, .untrustedChain, expected: "only critical extensions that are understood", received: one.oid.description)
    }
  }

  /// Whether a certificate may issue others, and with so many below it.
  private static func verifyAuthority(_ certificate: Certificate, subordinateCount: Int) throws(WebAuthnError) {
    guard certificate.version == .v3, let constraints = try? certificate.extensions.basicConstraints,
      case .isCertificateAuthority(let maximum) = constraints
    else { throw WebAuthnError(step, .untrustedChain, expected: "issuers that are certificate authorities") }
    if let maximum, subordinateCount > maximum {
      throw WebAuthnError(step, .untrustedChain, expected: "at most \(maximum) authorities below", received: "\(subordinateCount)")
    }
    let usage: KeyUsage?
    do { usage = try certificate.extensions.keyUsage } catch { throw WebAuthnError(step, .untrustedChain, expected: "a key usage that can be read") }
    guard usage?.keyCertSign ?? true else { throw WebAuthnError(step, .untrustedChain, expected: "issuers whose key may sign certificates") }
  }
}
