import Crypto
import Encoding
import Foundation
import SwiftASN1
import X509

/// A signer of metadata, with a key and a certificate that is both root and signing certificate.
public struct SignedMetadata: Sendable {
  public let key: P256.Signing.PrivateKey
  /// The certificate in DER.
  public let certificate: [UInt8]

  /// - Parameter name: The certificate's common name.
  public init(name: String = "Metadata") throws {
    key = P256.Signing.PrivateKey()
    let subject = try DistinguishedName { CommonName(name) }
    let made = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: Date(timeIntervalSince1970: 1_500_000_000),
      notValidAfter: Date(timeIntervalSince1970: 4_000_000_000), issuer: subject,
      subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) },
      issuerPrivateKey: Certificate.PrivateKey(key))
    var serializer = DER.Serializer()
    try serializer.serialize(made)
    certificate = serializer.serializedBytes
  }

  /// The certificate in PEM.
  public var pem: String {
    """
    -----BEGIN CERTIFICATE-----
    \(Data(certificate).base64EncodedString(options: .lineLength64Characters))
    -----END CERTIFICATE-----

    """
  }

  /// A JSON Web Token signed with ES256.
  public func token(_ payload: String) throws -> [UInt8] {
    try Self.token(payload, chain: [certificate]) { Array(try key.signature(for: $0).rawRepresentation) }
  }

  /// A JSON Web Token assembled from the given parts.
  /// - Parameter more: Additional members of the header, each preceded by a comma.
  public static func token(
    _ payload: String, algorithm: String = "ES256", chain: [[UInt8]], more: String = "",
    sign: ([UInt8]) throws -> [UInt8]
  ) throws -> [UInt8] {
    let certificates = chain.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
    let header = #"{"typ":"JWT","alg":"\#(algorithm)","x5c":[\#(certificates)]\#(more)}"#
    let signed = Array("\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(payload.utf8)))".utf8)
    return signed + Array(".\(Base64URL.encode(try sign(signed)))".utf8)
  }
}
