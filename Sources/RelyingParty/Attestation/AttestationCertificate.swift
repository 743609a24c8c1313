import Encoding
import SwiftASN1
import X509

/// The requirements of attestation certificates (WebAuthn Level 3 §8.2.1).
enum AttestationCertificate {
  private static let step = CeremonyStep.registration(23)
  /// More certificates than this are no chain of an authenticator.
  static let maximumChainLength = 10

  /// `x5c`: an array of DER certificates.
  static func chain(_ value: CBORValue) throws(WebAuthnError) -> [Certificate] {
    guard let items = value.array, !items.isEmpty, items.count <= maximumChainLength else {
      throw WebAuthnError(step, .malformedAttestation, expected: "1 to \(maximumChainLength) certificates in x5c")
    }
    var certificates: [Certificate] = []
    for item in items {
      guard let der = item.byteString else { throw WebAuthnError(step, .malformedAttestation, expected: "certificates as byte strings") }
      guard let certificate = try? Certificate(derEncoded: Array(der)) else {
        throw WebAuthnError(step, .malformedAttestation, expected: "certificates in DER")
      }
      certificates.append(certificate)
    }
    return certificates
  }

  /// Version, subject, basic constraints, and the AAGUID where the certificate names one.
  static func verifyRequirements(_ certificate: Certificate, aaguid: AAGUID) throws(WebAuthnError) {
    guard certificate.version == .v3 else { throw WebAuthnError(step, .certificateRequirements, expected: "version 3") }
    let subject = certificate.subject
    guard let country = text(in: subject, [2, 5, 4, 6]), country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) else {
      throw WebAuthnError(step, .certificateRequirements, expected: "a country of two letters in the subject")
    }
    guard text(in: subject, [2, 5, 4, 10])?.isEmpty == false else {
      throw WebAuthnError(step, .certificateRequirements, expected: "an organization in the subject")
    }
    guard text(in: subject, [2, 5, 4, 11]) == "Authenticator Attestation" else {
      throw WebAuthnError(step, .certificateRequirements, expected: "the organizational unit Authenticator Attestation")
    }
    guard text(in: subject, [2, 5, 4, 3])?.isEmpty == false else {
      throw WebAuthnError(step, .certificateRequirements, expected: "a common name in the subject")
    }
    try verifyIsNoAuthority(certificate)
    try verifyAAGUID(certificate, aaguid)
  }

  /// Without the extension a certificate is no CA either (RFC 5280 §4.2.1.9), and there are authenticators whose certificates lack it.
  private static func verifyIsNoAuthority(_ certificate: Certificate) throws(WebAuthnError) {
    guard let constraints = certificate.extensions[oid: [2, 5, 29, 19]] else { return }
    // Older virtual authenticators of Chromium write out the default FALSE, which DER forbids and which says the same.
    if constraints.value.elementsEqual([0x30, 3, 1, 1, 0]) { return }
    guard case .notCertificateAuthority? = try? BasicConstraints(constraints) else {
      throw WebAuthnError(step, .certificateRequirements, expected: "a certificate that is no CA")
    }
  }

  /// `id-fido-gen-ce-aaguid` (1.3.6.1.4.1.45724.1.1.4): not critical, an OCTET STRING of 16 bytes, the same as in the authenticator data.
  static func verifyAAGUID(_ certificate: Certificate, _ aaguid: AAGUID) throws(WebAuthnError) {
    guard let named = certificate.extensions[oid: [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4]] else { return }
    guard !named.critical, let value = try? ASN1OctetString(derEncoded: Array(named.value)) else {
      throw WebAuthnError(step, .certificateRequirements, expected: "an AAGUID extension that is not critical and holds an OCTET STRING")
    }
    guard value.bytes.elementsEqual(aaguid.bytes) else {
      throw WebAuthnError(step, .aaguidMismatch, expected: aaguid.description, received: AAGUID(value.bytes)?.description)
    }
  }

  private static func text(in name: DistinguishedName, _ type: ASN1ObjectIdentifier) -> String? {
    for relative in name {
      for attribute in relative where attribute.type == type { return String(attribute.value) ?? attribute.value.description }
    }
    return nil
  }
}
