import Encoding

/// The requirements that the attestation formats set for the certificates in their statements (WebAuthn Level 3 §8.2.1,
/// §8.3.1).
enum AttestationCertificate {
  private static let step = CeremonyStep.registration(23)
  /// The maximum number of certificates in a chain. No authenticator sends more.
  static let maximumChainLength = 10

  /// Returns the certificates in the member `x5c` of a statement: a non-empty array of DER certificates.
  static func chain(_ statement: CBORValue) throws(WebAuthnError) -> (leaf: X509Certificate, path: [X509Certificate]) {
    guard let items = statement["x5c"]?.array, items.count <= maximumChainLength else {
      throw WebAuthnError(step, .malformedAttestation, expected: "1 to \(maximumChainLength) certificates in x5c")
    }
    var path: [X509Certificate] = []
    for item in items {
      guard let der = item.byteString else {
        throw WebAuthnError(step, .malformedAttestation, expected: "certificates as byte strings")
      }
      guard let certificate = try? X509Certificate(der: Array(der)) else {
        throw WebAuthnError(step, .malformedAttestation, expected: "certificates in DER")
      }
      path.append(certificate)
    }
    guard let leaf = path.first else {
      throw WebAuthnError(step, .malformedAttestation, expected: "a certificate in x5c")
    }
    return (leaf, path)
  }

  /// Verifies the requirements of §8.2.1: version, subject, basic constraints, and the AAGUID if the certificate names
  /// one.
  static func verifyPacked(_ certificate: X509Certificate, aaguid: AAGUID) throws(WebAuthnError) {
    try verifyVersion(certificate)
    guard let subject = certificate.subjectName else {
      throw WebAuthnError(step, .certificateRequirements, expected: "a subject that can be read")
    }
    guard let country = subject.text(DistinguishedName.country), country.utf8.count == 2,
      country.utf8.allSatisfy({ (0x41...0x5a).contains($0) })
    else { throw WebAuthnError(step, .certificateRequirements, expected: "a country of two letters in the subject") }
    guard subject.text(DistinguishedName.organization)?.isEmpty == false else {
      throw WebAuthnError(step, .certificateRequirements, expected: "an organization in the subject")
    }
    guard subject.text(DistinguishedName.organizationalUnit) == "Authenticator Attestation" else {
      throw WebAuthnError(step, .certificateRequirements, expected: "the organizational unit Authenticator Attestation")
    }
    guard subject.text(DistinguishedName.commonName)?.isEmpty == false else {
      throw WebAuthnError(step, .certificateRequirements, expected: "a common name in the subject")
    }
    try verifyIsNoAuthority(certificate)
    try verifyAAGUID(certificate, aaguid)
  }

  static func verifyVersion(_ certificate: X509Certificate) throws(WebAuthnError) {
    guard certificate.version == 3 else {
      throw WebAuthnError(step, .certificateRequirements, expected: "version 3", received: "\(certificate.version)")
    }
  }

  /// Verifies that the certificate is not a CA. Some authenticators' certificates omit the extension, which means the
  /// same.
  static func verifyIsNoAuthority(_ certificate: X509Certificate) throws(WebAuthnError) {
    guard case .notCertificateAuthority? = try? certificate.basicConstraints else {
      throw WebAuthnError(step, .certificateRequirements, expected: "a certificate that is no CA")
    }
  }

  /// Verifies the extension `id-fido-gen-ce-aaguid`: not critical, an OCTET STRING of 16 bytes that equals the AAGUID
  /// in the authenticator data.
  static func verifyAAGUID(_ certificate: X509Certificate, _ aaguid: AAGUID) throws(WebAuthnError) {
    guard let named = certificate[aaguidID] else { return }
    var reader = DERReader(certificate.der, in: named.value)
    guard !named.isCritical, let value = try? reader.readOctetString(), reader.isAtEnd else {
      throw WebAuthnError(
        step, .certificateRequirements, expected: "an AAGUID extension that is not critical and holds an OCTET STRING")
    }
    guard aaguid.isEqual(value) else {
      throw WebAuthnError(step, .aaguidMismatch, expected: aaguid.description, received: AAGUID(value)?.description)
    }
  }

  private static let aaguidID: DERObjectIdentifier = [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4]
}

extension AttestationCertificate {
  /// Verifies the requirements of §8.3.1: version 3, an empty subject, the TPM's manufacturer in the alternative name,
  /// the purpose of an attestation identity key, not a CA, and the AAGUID if the certificate names one.
  ///
  /// Whether the manufacturer exists is not checked: trust anchors are for that. Model and version are not required,
  /// because some TPMs in the field have certificates without them.
  static func verifyTPM(_ certificate: X509Certificate, aaguid: AAGUID) throws(WebAuthnError) {
    let step = CeremonyStep.registration(23)
    try verifyVersion(certificate)
    guard certificate.subject.elementsEqual([0x30, 0]) else {
      throw WebAuthnError(step, .certificateRequirements, expected: "an empty subject")
    }
    // If the subject is empty, the alternative name must be critical (RFC 5280 §4.1.2.6).
    guard certificate[X509Certificate.subjectAltNameID]?.isCritical == true,
      let name = try? directoryName(of: certificate), name.text(manufacturer)?.hasPrefix("id:") == true
    else {
      throw WebAuthnError(
        step, .certificateRequirements, expected: "the TPM's manufacturer in a critical alternative name")
    }
    guard let purposes = try? certificate.extendedKeyUsage, purposes.contains(where: { aikCertificate ~= $0 }) else {
      throw WebAuthnError(
        step, .certificateRequirements, expected: "tcg-kp-AIKCertificate among the extended key usages")
    }
    try verifyIsNoAuthority(certificate)
    try verifyAAGUID(certificate, aaguid)
  }

  /// Returns the directoryName among the alternative names (RFC 5280 §4.2.1.6).
  private static func directoryName(of certificate: X509Certificate) throws(DERError) -> DistinguishedName {
    guard var value = certificate.value(X509Certificate.subjectAltNameID) else { throw .unexpectedType }
    var names = try value.enter(.sequence)
    while !names.isAtEnd {
      let element = try names.read()
      guard element.tag == .context(4) else { continue }
      var inside = names.reader(of: element)
      return try DistinguishedName(&inside)
    }
    throw .unexpectedType
  }

  /// tcg-at-tpmManufacturer
  private static let manufacturer: DERObjectIdentifier = [2, 23, 133, 2, 1]
  /// tcg-kp-AIKCertificate
  private static let aikCertificate: DERObjectIdentifier = [2, 23, 133, 8, 3]
}
