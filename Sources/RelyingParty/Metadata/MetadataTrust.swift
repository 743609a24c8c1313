/// The signers that a relying party trusts for metadata, and how fresh the metadata must be (FIDO Metadata Service
/// §3.2).
public struct MetadataTrust: Sendable {
  /// The organizational unit of the root certificate under which the FIDO Alliance signs: GlobalSign Root CA - R3.
  public static let publicRoot = "GlobalSign Root CA - R3"
  /// The name in the FIDO Alliance's signing certificate.
  public static let publicSigner = "mds.fidoalliance.org"

  /// The certificates in which the chain may end.
  public var roots: [TrustAnchor]
  /// The name that the signing certificate must bear, as its common name or host name; `nil` for any name. A root that
  /// issues certificates to the public needs a name here; otherwise, anyone with one of its certificates could sign
  /// metadata.
  public var signer: String?
  /// `true` if a BLOB is accepted after the day of its next update.
  public var acceptsStale = false
  /// The serial number of the BLOB that the caller already has, or `nil`. Older BLOBs are rejected.
  public var heldNumber: Int64?
  /// The algorithms accepted for the signature.
  public var algorithms = SignatureAlgorithms.standard

  /// Creates trust in the given roots, with the signer's name if the roots need one.
  public init(roots: [TrustAnchor], signer: String? = nil) { (self.roots, self.signer) = (roots, signer) }

  /// Creates trust in one root in DER, with ``publicSigner`` if the root is ``publicRoot``. `nil` if `der` is not a
  /// certificate.
  public init?(root der: [UInt8]) {
    guard let anchor = TrustAnchor(der: der) else { return nil }
    self.init(roots: [anchor], signer: Self.isPublicRoot(der) ? Self.publicSigner : nil)
  }

  /// Returns `true` if a certificate in DER calls itself ``publicRoot``.
  public static func isPublicRoot(_ der: [UInt8]) -> Bool {
    (try? X509Certificate(der: der))?.organizationalUnits.contains(publicRoot) ?? false
  }
}

/// A verified and stored BLOB, and the time when the next one is due. The caller decides where to store the bytes and
/// how to fetch them.
public struct MetadataCache: Hashable, Sendable {
  /// The minimum number of seconds between two fetches, because the service may be late with its update.
  public static let pause: Int64 = 86400

  /// The BLOB as received.
  public let bytes: [UInt8]
  /// The BLOB's serial number.
  public let number: Int64
  /// The day on which the next update is due.
  public let nextUpdate: UnixTime
  /// The time at which the BLOB was fetched.
  public let fetchedAt: UnixTime

  /// Restores a BLOB that was verified before it was stored. The BLOB is not verified here: ``MetadataBLOB`` does that
  /// on every use.
  public init(kept bytes: [UInt8], fetchedAt: UnixTime) throws(MetadataError) {
    (number, nextUpdate) = try MetadataBLOB.header(ofKept: bytes)
    (self.bytes, self.fetchedAt) = (bytes, fetchedAt)
  }

  /// Returns `true` if a newer BLOB should be fetched: the next update is due, and the last fetch was not too recent.
  public func isDue(at time: UnixTime) -> Bool { time >= nextUpdate && time.seconds >= fetchedAt.seconds + Self.pause }
}
