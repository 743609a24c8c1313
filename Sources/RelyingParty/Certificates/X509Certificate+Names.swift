import Crypto
import Encoding

extension X509Certificate {
  /// SHA-1 of the bits of the subject's public key (RFC 5280 §4.2.1.2, method 1), which names attestation certificates of FIDO U2F
  /// (FIDO Metadata Service §3.1.1, `attestationCertificateKeyIdentifiers`). A name, not a proof: SHA-1 is enough for it.
  var keyIdentifier: [UInt8] { Array(Insecure.SHA1.hash(data: der[keyInfo.key])) }

  /// The subject's organizational units.
  var organizationalUnits: [String] { subjectName?.texts(DistinguishedName.organizationalUnit) ?? [] }

  /// The host names among the alternative names (§4.2.1.6). Only a certificate without any has its common names count for hosts (RFC 6125 §6.4.4).
  var names: [String] {
    guard let hosts = try? hostNames else { return [] }
    return hosts.isEmpty ? subjectName?.texts(DistinguishedName.commonName) ?? [] : hosts
  }

  /// The subject; `nil` where it cannot be read.
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
        if name.tag == .context(2, constructed: false) { hosts.append(String(decoding: der[name.content], as: UTF8.self)) }
      }
      return hosts
    }
  }
}
