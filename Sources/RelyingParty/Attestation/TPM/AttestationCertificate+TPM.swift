import Encoding

extension AttestationCertificate {
  /// §8.3.1: version 3, an empty subject, the TPM's maker in the alternative name, the purpose of an attestation identity key, no CA, the
  /// AAGUID where one is named.
  ///
  /// Which makers are real is not asked here: that is what trust anchors are for. Model and version are not demanded, because there are
  /// TPMs in the field whose certificates lack them.
  static func verifyTPM(_ certificate: X509Certificate, aaguid: AAGUID) throws(WebAuthnError) {
    let step = CeremonyStep.registration(23)
    try verifyVersion(certificate)
    guard certificate.subject.elementsEqual([0x30, 0]) else {
      throw WebAuthnError(step, .certificateRequirements, expected: "an empty subject")
    }
    // With an empty subject the alternative name has to be critical (RFC 5280 §4.1.2.6).
    guard certificate[X509Certificate.subjectAltNameID]?.isCritical == true,
      let name = try? directoryName(of: certificate), name.text(manufacturer)?.hasPrefix("id:") == true
    else { throw WebAuthnError(step, .certificateRequirements, expected: "the TPM's manufacturer in a critical alternative name") }
    guard let purposes = try? certificate.extendedKeyUsage, purposes.contains(where: { aikCertificate ~= $0 }) else {
      throw WebAuthnError(step, .certificateRequirements, expected: "tcg-kp-AIKCertificate among the extended key usages")
    }
    try verifyIsNoAuthority(certificate)
    try verifyAAGUID(certificate, aaguid)
  }

  /// The directoryName among the alternative names (RFC 5280 §4.2.1.6).
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
