import Crypto
import Foundation
import SwiftASN1
import X509

/// Makes valid and invalid attestation certificates.
struct TestCertificate {
  var subject = "C=SE, O=Maker, OU=Authenticator Attestation, CN=Model"
  var issuer = "CN=Root"
  var from: Int64 = 1_700_000_000
  var until: Int64 = 1_900_000_000
  var isAuthority: Bool?
  var pathLength: Int?
  var mayCertify: Bool?
  var aaguid: [UInt8]?
  var hasUnknownCriticalExtension = false
  var version = Certificate.Version.v3
  /// Additional extensions.
  var extensions: [Certificate.Extension] = []
  /// The signature algorithm, or `nil` for the default of the issuer's key.
  var signatureAlgorithm: Certificate.SignatureAlgorithm?

  func make(_ key: P256.Signing.PublicKey, by issuerKey: P256.Signing.PrivateKey) throws -> Certificate {
    try make(Certificate.PublicKey(key), by: issuerKey)
  }

  func make(_ key: Certificate.PublicKey, by issuerKey: P256.Signing.PrivateKey) throws -> Certificate {
    try make(key, by: Certificate.PrivateKey(issuerKey))
  }

  func make(_ key: Certificate.PublicKey, by issuerKey: Certificate.PrivateKey) throws -> Certificate {
    var list: [Certificate.Extension] = []
    if let isAuthority {
      let constraints =
        isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: pathLength) : .notCertificateAuthority
      list.append(try Certificate.Extension(constraints, critical: true))
    }
    if let mayCertify {
      list.append(
        try Certificate.Extension(KeyUsage(digitalSignature: !mayCertify, keyCertSign: mayCertify), critical: true))
    }
    if let aaguid {
      list.append(
        Certificate.Extension(
          oid: [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4], critical: false, value: ([4, UInt8(aaguid.count)] + aaguid)[...]))
    }
    if hasUnknownCriticalExtension {
      list.append(Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0]))
    }
    list += extensions
    let dates = (Date(timeIntervalSince1970: TimeInterval(from)), Date(timeIntervalSince1970: TimeInterval(until)))
    let names = (try Self.name(issuer), try Self.name(subject))
    guard let signatureAlgorithm else {
      return try Certificate(
        version: version, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: dates.0,
        notValidAfter: dates.1,
        issuer: names.0, subject: names.1, extensions: try Certificate.Extensions(list), issuerPrivateKey: issuerKey)
    }
    return try Certificate(
      version: version, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: dates.0,
      notValidAfter: dates.1,
      issuer: names.0, subject: names.1, signatureAlgorithm: signatureAlgorithm,
      extensions: try Certificate.Extensions(list),
      issuerPrivateKey: issuerKey)
  }

  static func der(_ certificate: Certificate) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }

  static func name(_ text: String) throws -> DistinguishedName {
    let types: [String: ASN1ObjectIdentifier] = [
      "C": [2, 5, 4, 6], "O": [2, 5, 4, 10], "OU": [2, 5, 4, 11], "CN": [2, 5, 4, 3],
    ]
    var names: [RelativeDistinguishedName] = []
    for part in text.split(separator: ", ") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      names.append(RelativeDistinguishedName(.init(type: types[pair[0]] ?? [2, 5, 4, 3], utf8String: pair[1])))
    }
    return DistinguishedName(names)
  }
}
