import Crypto
import Encoding

/// The attestation as shown in a report: taken from the verdict if the registration passed, otherwise from the
/// statement.
struct ReportedAttestation {
  let facts: ReportFacts

  var part: ReportPart? {
    guard let object = facts.read.attestationObject else { return nil }
    let statement = try? object.statement
    if let registration = facts.registration {
      var part = Self.part(registration.attestation, "attestation", "The attestation")
      let vouching = registration.vouching(at: (try? facts.row.time()) ?? UnixTime(seconds: 0))
      part.facts.append(ReportFact("vouching", "Who vouches", vouching.rawValue, note: vouching.words))
      return part
    }
    var part = Self.part(format: object.format, statement, "attestation", "The attestation")
    part.parts += (statement?.array ?? []).prefix(CompoundAttestation.maximumCount).enumerated().map { index, item in
      Self.part(
        format: item["fmt"]?.text ?? "none given", item["attStmt"], "part\(index + 1)", "Statement \(index + 1)")
    }
    return part
  }

  private static func part(_ verdict: AttestationVerdict, _ key: String, _ title: String) -> ReportPart {
    ReportPart(
      key, title,
      [
        ReportFact("format", "Format", WebAuthnError.printable(verdict.format)),
        ReportFact("type", "Type", verdict.type.rawValue, note: verdict.type.words),
        ReportFact("trust", "Trust", verdict.trust == .trusted ? "its chain leads to an anchor" : "not assessed"),
      ],
      parts: certificates(verdict.certificates)
        + verdict.parts.enumerated().map { part($1, "part\($0 + 1)", "Statement \($0 + 1)") })
  }

  /// Describes a statement that was not verified, or only partly.
  private static func part(format: String, _ statement: CBORValue?, _ key: String, _ title: String) -> ReportPart {
    let chain = (statement?["x5c"]?.array ?? []).prefix(AttestationCertificate.maximumChainLength).compactMap {
      $0.byteString.map(Array.init)
    }
    return ReportPart(
      key, title,
      [
        ReportFact("format", "Format", WebAuthnError.printable(format)),
        ReportFact("trust", "Trust", "none: the registration was refused"),
      ],
      parts: certificates(chain))
  }

  private static func certificates(_ chain: [[UInt8]]) -> [ReportPart] {
    chain.enumerated().map { index, der in
      ReportPart("certificate\(index + 1)", "Certificate \(index + 1) of \(chain.count)", certificate(der))
    }
  }

  private static func certificate(_ der: [UInt8]) -> [ReportFact] {
    let fingerprint = ReportFact("sha256", "SHA-256", Hex.encode(SHA256.hash(data: der)))
    guard let certificate = try? X509Certificate(der: der) else {
      return [ReportFact("subject", "Subject", "cannot be read"), fingerprint]
    }
    let kind = (try? certificate.keyInfo.parameters(in: der))?.kind
    return [
      ReportFact("subject", "Subject", certificate.text(of: certificate.subjectRange)),
      ReportFact("issuer", "Issuer", certificate.text(of: certificate.issuerRange)),
      ReportFact("notBefore", "Valid from", certificate.notBefore.iso8601),
      ReportFact("notAfter", "Valid until", certificate.notAfter.iso8601),
      ReportFact("key", "Key", kind ?? "of a kind that is not known here"), fingerprint,
    ]
  }
}

extension AttestationType {
  /// The type in words.
  fileprivate var words: String {
    switch self {
    case .none: "Nothing is said about where the key lives."
    case .self: "Signed with the credential's own key, which vouches for nothing else."
    case .basic: "Signed with a key of the model, or by an attestation CA."
    case .attestationCA: "A CA gave a certificate for the attestation key."
    case .anonymizationCA: "A CA gave a certificate for this one credential."
    }
  }
}

extension Vouching {
  /// The meaning in words, regardless of what the backup flags claim.
  fileprivate var words: String {
    switch self {
    case .nobody, .itself: "Nobody vouches for what the authenticator says of itself."
    case .stranger: "Its attestation leads to nobody who is known here."
    case .known: "The attestation is trusted, and does not say that the key stays on one device."
    case .deviceBound: "The key is attested device-bound, whatever the backup flags say."
    }
  }
}

extension X509Certificate {
  /// Returns a human-readable name (RFC 4514 §2, short names only), for example `CN=Key, O=Maker, C=SE`.
  fileprivate func text(of range: Range<Int>) -> String {
    var reader = DERReader(der, in: range)
    guard let name = try? DistinguishedName(&reader) else { return "cannot be read" }
    let short: [(DERObjectIdentifier, String)] = [
      (DistinguishedName.commonName, "CN"), (DistinguishedName.organizationalUnit, "OU"),
      (DistinguishedName.organization, "O"),
      (DistinguishedName.country, "C"),
    ]
    let parts = name.attributes.compactMap { attribute -> String? in
      guard DistinguishedName.textTags.contains(attribute.tag),
        let label = short.first(where: { $0.0 ~= attribute.type })?.1
      else { return nil }
      return "\(label)=\(WebAuthnError.printable(String(decoding: attribute.value, as: UTF8.self)))"
    }
    return parts.isEmpty ? "without a name" : parts.joined(separator: ", ")
  }
}
