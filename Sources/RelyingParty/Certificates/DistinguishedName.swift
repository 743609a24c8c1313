import Crypto
import Encoding

/// The name of a subject or issuer (RFC 5280 §4.1.2.4): its attributes in order, even if several share one
/// RelativeDistinguishedName.
struct DistinguishedName {
  struct Attribute {
    /// The content of the type's OBJECT IDENTIFIER.
    let type: ArraySlice<UInt8>
    let tag: DERTag
    let value: ArraySlice<UInt8>
  }

  private(set) var attributes: [Attribute] = []

  /// Reads one `Name` from the front of `reader`.
  init(_ reader: inout DERReader) throws(DERError) {
    var names = try reader.enter(.sequence)
    while !names.isAtEnd {
      var relative = try names.enter(.set)
      while !relative.isAtEnd {
        var parts = try relative.enter(.sequence)
        let type = try parts.readObjectIdentifier()
        let element = try parts.read()
        try parts.finish()
        attributes.append(Attribute(type: type, tag: element.tag, value: reader.bytes[element.content]))
      }
    }
  }

  /// Returns the text values of all attributes of a type.
  func texts(_ type: DERObjectIdentifier) -> [String] {
    attributes.compactMap { attribute in
      guard type ~= attribute.type, Self.textTags.contains(attribute.tag) else { return nil }
      return String(decoding: attribute.value, as: UTF8.self)
    }
  }

  /// Returns the text value of the first attribute of a type.
  func text(_ type: DERObjectIdentifier) -> String? { texts(type).first }

  static let textTags: Set<DERTag> = [.utf8String, .printableString, .t61String, .ia5String]

  static let commonName: DERObjectIdentifier = [2, 5, 4, 3]
  static let country: DERObjectIdentifier = [2, 5, 4, 6]
  static let organization: DERObjectIdentifier = [2, 5, 4, 10]
  static let organizationalUnit: DERObjectIdentifier = [2, 5, 4, 11]
}

extension X509Certificate {
  /// The SHA-1 of the bits of the subject's public key (RFC 5280 §4.2.1.2, method 1), which identifies FIDO U2F
  /// attestation certificates (FIDO Metadata Service §3.1.1, `attestationCertificateKeyIdentifiers`). The value is a
  /// name, not a proof, so SHA-1 is sufficient.
  var keyIdentifier: [UInt8] { Array(Insecure.SHA1.hash(data: der[keyInfo.key])) }

  /// The subject's organizational units.
  var organizationalUnits: [String] { subjectName?.texts(DistinguishedName.organizationalUnit) ?? [] }

  /// The host names among the alternative names (§4.2.1.6). Common names count as hosts only if the certificate has no
  /// alternative host names (RFC 6125 §6.4.4).
  var names: [String] {
    guard let hosts = try? hostNames else { return [] }
    return hosts.isEmpty ? subjectName?.texts(DistinguishedName.commonName) ?? [] : hosts
  }

  /// The subject; `nil` if it cannot be read.
  var subjectName: DistinguishedName? {
    var reader = DERReader(der, in: subjectRange)
    return try? DistinguishedName(&reader)
  }

  private var hostNames: [String] {
    get throws(DERError) {
      guard var value = value(Self.subjectAltNameID) else { return [] }
      var list = try value.enter(.sequence)
      var hosts: [String] = []
      while !list.isAtEnd {
        let name = try list.read()
        if name.tag == .context(2, constructed: false) {
          hosts.append(String(decoding: der[name.content], as: UTF8.self))
        }
      }
      return hosts
    }
  }
}
