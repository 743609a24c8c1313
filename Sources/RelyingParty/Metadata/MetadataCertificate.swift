import Crypto
import SwiftASN1
import X509

/// What the metadata needs to know of a certificate. The one file of this folder that says how certificates are read and paths verified.
struct MetadataCertificate {
  private let certificate: Certificate

  /// A certificate in DER; `nil` where it is none.
  init?(der: [UInt8]) {
    guard let certificate = try? Certificate(derEncoded: der) else { return nil }
    self.certificate = certificate
  }

  /// SHA-1 of the bits of the subject's public key (RFC 5280 §4.2.1.2, method 1), which names attestation certificates of FIDO U2F
  /// (FIDO Metadata Service §3.1.1, `attestationCertificateKeyIdentifiers`). A name, not a proof: SHA-1 is enough for it.
  var keyIdentifier: [UInt8] { Array(Insecure.SHA1.hash(data: certificate.publicKey.subjectPublicKeyInfoBytes)) }

  /// The subject's organizational units.
  var organizationalUnits: [String] { texts([2, 5, 4, 11]) }

  /// The subject's common names, and the host names among its alternative names.
  var names: [String] {
    let alternatives = try? certificate.extensions.subjectAlternativeNames
    let hosts = (alternatives ?? nil)?.compactMap { name -> String? in if case .dnsName(let host) = name { host } else { nil } }
    return texts([2, 5, 4, 3]) + (hosts ?? [])
  }

  /// The subject's public key, to be used with `algorithm`.
  func key(_ algorithm: COSEAlgorithmIdentifier) throws(COSEKeyError) -> COSEKey { try COSEKey(certificate, algorithm: algorithm) }

  /// Throws unless the chain, which has at least one certificate, leads to one of the anchors at `time`.
  static func verify(_ chain: [MetadataCertificate], anchors: [TrustAnchor], at time: UnixTime) throws(MetadataError) {
    do { try TrustPath.verify(chain.map(\.certificate), anchors: anchors, at: time) } catch {
      throw MetadataError(error.code == .certificateExpired ? .expiredChain : .untrustedChain)
    }
  }

  private func texts(_ type: ASN1ObjectIdentifier) -> [String] {
    certificate.subject.flatMap { relative in
      relative.filter { $0.type == type }.map { String($0.value) ?? $0.value.description }
    }
  }
}
