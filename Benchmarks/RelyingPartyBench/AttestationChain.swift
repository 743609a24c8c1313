import Crypto
import Foundation
import RelyingParty
import SwiftASN1
import X509

/// Attestation certificates as manufacturers of security keys issue them: a P-256 root, and leaves directly below it.
struct AttestationChain {
  private let rootKey = P256.Signing.PrivateKey()
  private let rootName: DistinguishedName

  init() throws {
    rootName = try DistinguishedName {
      CommonName("Root")
      OrganizationName("Maker")
    }
  }

  func root() throws -> [UInt8] { try certificate(rootKey.publicKey, subject: rootName, isAuthority: true) }

  func leaf(_ key: P256.Signing.PublicKey) throws -> [UInt8] {
    let subject = try DistinguishedName {
      CountryName("SE")
      OrganizationName("Maker")
      OrganizationalUnitName("Authenticator Attestation")
      CommonName("Model")
    }
    return try certificate(key, subject: subject, isAuthority: false)
  }

  private func certificate(_ key: P256.Signing.PublicKey, subject: DistinguishedName, isAuthority: Bool) throws
    -> [UInt8]
  {
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key),
      notValidBefore: Date(timeIntervalSince1970: 1_600_000_000),
      notValidAfter: Date(timeIntervalSince1970: 2_400_000_000),
      issuer: rootName, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority)
      }, issuerPrivateKey: Certificate.PrivateKey(rootKey))
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }
}
