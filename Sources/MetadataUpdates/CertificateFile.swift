import Foundation
import Model
import Model
import RelyingParty

/// A file that contains certificates: one in DER, or any number in PEM (RFC 7468).
public enum CertificateFile {
  /// The usual locations of the certificates that a system's programs trust.
  public static let systemBundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// Returns the certificates in the file, each in DER; empty if the file contains none.
  /// - Throws: `ConfigurationProblem` if the file cannot be read.
  public static func certificates(in path: String) throws -> [[UInt8]] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ConfigurationProblem("\(path) cannot be read.")
    }
    if data.first == 0x30 { return [Array(data)] }
    return String(decoding: data, as: UTF8.self).components(separatedBy: begin).dropFirst().compactMap { part in
      guard let range = part.range(of: end) else { return nil }
      return Data(base64Encoded: String(part[..<range.lowerBound]), options: .ignoreUnknownCharacters).map(Array.init)
    }
  }

  /// Returns the trust anchors in the file.
  /// - Throws: `ConfigurationProblem` if the file contains no anchor, or if one of them is not a certificate.
  public static func anchors(in path: String) throws -> [TrustAnchor] {
    let all = try certificates(in: path), anchors = all.compactMap(TrustAnchor.init(der:))
    guard !anchors.isEmpty, anchors.count == all.count else {
      throw ConfigurationProblem("\(path) does not hold certificates, in PEM or DER.")
    }
    return anchors
  }

  /// Returns the root of the FIDO Alliance's signing certificates, from the first of these files that contains it. The
  /// root is recognized only by its name, because anyone who may write to these files decides what this machine trusts.
  public static func publicRoot(in bundles: [String] = systemBundles) throws -> [UInt8] {
    for bundle in bundles where FileManager.default.fileExists(atPath: bundle) {
      if let root = try certificates(in: bundle).first(where: MetadataTrust.isPublicRoot) { return root }
    }
    throw ConfigurationProblem(
      """
      The certificate \(MetadataTrust.publicRoot) is not among those that this system trusts. Name a file that holds \
      it: metadata.root or --root.
      """)
  }
}
