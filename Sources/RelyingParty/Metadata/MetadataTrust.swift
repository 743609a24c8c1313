/// The signers that a relying party trusts for metadata, and how fresh the metadata have to be (FIDO Metadata Service
/// §3.2).
public struct MetadataTrust: Sendable {
  /// The organizational unit of the root below which the FIDO Alliance signs: GlobalSign Root CA - R3.
  public static let publicRoot = "GlobalSign Root CA - R3"
  /// The name in the certificate with which the FIDO Alliance signs.
  public static let publicSigner = "mds.fidoalliance.org"

  /// The certificates in which the chain may end.
  public var roots: [TrustAnchor]
  /// The name that the signing certificate has to bear, as its common name or host name; `nil` for any name. A root
  /// that issues certificates to the public needs a name here, or everybody with one of its certificates could sign
  /// metadata.
  public var signer: String?
  /// `true` if a BLOB is accepted after the day of its next update.
  public var acceptsStale = false
  /// The serial number of the BLOB that the caller already has, or `nil`. An older one is refused.
  public var heldNumber: Int64?
  /// The algorithms of its signature.
  public var algorithms = SignatureAlgorithms.standard

  /// Creates trust in roots, with the signer's name if they need one.
  public init(roots: [TrustAnchor], signer: String? = nil) { (self.roots, self.signer) = (roots, signer) }

  /// Creates trust in one root in DER, with ``publicSigner`` if it is ``publicRoot``. `nil` if it is not a certificate.
  public init?(root der: [UInt8]) {
    guard let anchor = TrustAnchor(der: der) else { return nil }
    self.init(roots: [anchor], signer: Self.isPublicRoot(der) ? Self.publicSigner : nil)
  }

  /// `true` if a certificate in DER says that it is ``publicRoot``.
  public static func isPublicRoot(_ der: [UInt8]) -> Bool {
    (try? X509Certificate(der: der))?.organizationalUnits.contains(publicRoot) ?? false
  }
}

/// A verified BLOB that is kept, and when the next one is due. The caller decides where the bytes are kept and how they
/// are fetched.
public struct MetadataCache: Hashable, Sendable {
  /// The seconds to wait after fetching a BLOB before fetching another, because the service may be late with its
  /// update.
  public static let pause: Int64 = 86400

  /// The BLOB as it came.
  public let bytes: [UInt8]
  /// Its serial number.
  public let number: Int64
  /// The day of its next update.
  public let nextUpdate: UnixTime
  /// The time at which it was fetched.
  public let fetchedAt: UnixTime

  /// Bytes that were verified before they were kept. They are not verified here: ``MetadataBLOB`` does that whenever
  /// they are used.
  public init(kept bytes: [UInt8], fetchedAt: UnixTime) throws(MetadataError) {
    (number, nextUpdate) = try MetadataBLOB.header(ofKept: bytes)
    (self.bytes, self.fetchedAt) = (bytes, fetchedAt)
  }

  /// `true` if a newer BLOB should be fetched: the day of the next update has come, and the last one was not fetched
  /// just now.
  public func isDue(at time: UnixTime) -> Bool { time >= nextUpdate && time.seconds >= fetchedAt.seconds + Self.pause }
}
