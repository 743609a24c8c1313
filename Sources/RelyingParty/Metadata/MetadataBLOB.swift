import Encoding

/// A signed list of entries about authenticator models, as published by the FIDO Metadata Service (FIDO Metadata
/// Service v3.1 §3.1.6 and §3.1.7).
///
/// Every value of this type has been verified: its chain, its signature, its date and its serial number. The one
/// exception is ``init(statements:adding:)``, which takes unsigned statements.
public struct MetadataBLOB: Sendable {
  /// The maximum size of a BLOB that is read, in bytes.
  public static let maximumSize = 32 << 20

  /// `legalHeader`: the terms under which the content may be used.
  public let legalHeader: String?
  /// `no`: the serial number, higher than that of every earlier BLOB.
  public let number: Int64
  /// `nextUpdate`: the day by which a newer BLOB is published, at its first second in UTC.
  public let nextUpdate: UnixTime
  /// The entries, in the order of the BLOB.
  public let entries: [MetadataEntry]
  /// The number of entries that were skipped because they name no model in a readable form.
  public let skippedEntryCount: Int
  private let byAAGUID: [AAGUID: Int]
  private let byKeyIdentifier: [[UInt8]: [Int]]

  /// Reads and verifies a JSON Web Token as received (§3.2): all of `bytes`, at `time`.
  public init(_ bytes: [UInt8], trust: MetadataTrust, at time: UnixTime) throws(MetadataError) {
    let token = try Self.token(bytes)
    do { try CertificatePath.verify(token.certificates, anchors: trust.roots, at: time) } catch {
      throw MetadataError(error.code == .certificateExpired ? .expiredChain : .untrustedChain)
    }
    if let signer = trust.signer, token.certificates.first?.names.contains(signer) != true {
      throw MetadataError(.foreignSigner)
    }
    do { try token.verifySignature(trust.algorithms) } catch { throw MetadataError(error.code) }
    try self.init(payload: token.payload)
    if let held = trust.heldNumber, number < held { throw MetadataError(.rolledBack) }
    guard trust.acceptsStale || !isStale(at: time) else { throw MetadataError(.stale) }
  }

  /// Returns `true` if the day of the next update has passed.
  public func isStale(at time: UnixTime) -> Bool { time.seconds >= nextUpdate.seconds + 86400 }

  /// The entry of a model; `nil` for an unknown model and for the all-zero AAGUID, which does not identify a model.
  public subscript(aaguid: AAGUID) -> MetadataEntry? { byAAGUID[aaguid].map { entries[$0] } }

  /// The entry of an authenticator without an AAGUID, found by the key of its attestation certificate: SHA-1 of the
  /// bits of the subject's public key.
  ///
  /// If several entries name that key, the result is the first of them, with the reports of all.
  public subscript(certificateKeyIdentifier identifier: [UInt8]) -> MetadataEntry? {
    guard let places = byKeyIdentifier[identifier], let first = places.first else { return nil }
    var entry = entries[first]
    for place in places.dropFirst() { entry.statusReports += entries[place].statusReports }
    return entry
  }

  /// Returns the number and the next update of a BLOB that was verified before it was stored; nothing is verified
  /// again.
  static func header(ofKept bytes: [UInt8]) throws(MetadataError) -> (number: Int64, nextUpdate: UnixTime) {
    try header(try document(try token(bytes).payload))
  }

  /// Reads a payload without verifying anything.
  init(payload: [UInt8]) throws(MetadataError) {
    let document = try Self.document(payload)
    let (number, nextUpdate) = try Self.header(document)
    guard let list = document.member("entries", of: document.root), list.kind == .array else {
      throw MetadataError(.malformed)
    }
    var read: [MetadataEntry] = [], skipped = 0
    for item in document.items(of: list) {
      guard let entry = try MetadataEntry(document, item) else { skipped += 1; continue }
      read.append(entry)
    }
    self.init(
      legalHeader: document.member("legalHeader", of: document.root).flatMap(document.string), number: number,
      nextUpdate: nextUpdate,
      entries: read, skippedEntryCount: skipped)
  }

  /// Assembles metadata from entries without verifying anything.
  init(
    legalHeader: String?, number: Int64, nextUpdate: UnixTime, entries read: [MetadataEntry], skippedEntryCount: Int
  ) {
    (self.legalHeader, self.number, self.nextUpdate, self.skippedEntryCount) = (
      legalHeader, number, nextUpdate, skippedEntryCount
    )
    var entries: [MetadataEntry] = []
    var byAAGUID: [AAGUID: Int] = [:], byKeyIdentifier: [[UInt8]: [Int]] = [:]
    for entry in read {
      // If a model has two entries, the first one is used with the reports of both, so that a revocation in the second
      // is not lost.
      if let known = entry.aaguid.flatMap({ byAAGUID[$0] }) {
        entries[known].statusReports += entry.statusReports; continue
      }
      if let aaguid = entry.aaguid { byAAGUID[aaguid] = entries.count }
      for identifier in Set(entry.attestationCertificateKeyIdentifiers) {
        byKeyIdentifier[identifier, default: []].append(entries.count)
      }
      entries.append(entry)
    }
    (self.entries, self.byAAGUID, self.byKeyIdentifier) = (entries, byAAGUID, byKeyIdentifier)
  }

  private static func token(_ bytes: [UInt8]) throws(MetadataError) -> JSONWebSignature {
    guard bytes.count <= maximumSize else { throw MetadataError(.tooLarge) }
    do { return try JSONWebSignature(bytes) } catch { throw MetadataError(error.code) }
  }

  private static func document(_ payload: [UInt8]) throws(MetadataError) -> JSONDocument {
    do { return try JSONDocument(payload, maximumSize: maximumSize) } catch { throw MetadataError(.malformed) }
  }

  private static func header(_ document: JSONDocument) throws(MetadataError) -> (number: Int64, nextUpdate: UnixTime) {
    guard let number = document.member("no", of: document.root).flatMap(document.integer), number >= 0,
      let nextUpdate = document.member("nextUpdate", of: document.root).flatMap(document.string).flatMap(
        UnixTime.init(day:))
    else { throw MetadataError(.malformed) }
    return (number, nextUpdate)
  }
}

extension JSONWebSignature.Fault {
  fileprivate var code: MetadataErrorCode {
    switch self {
    case .malformed: .malformed
    case .unsupportedAlgorithm: .unsupportedAlgorithm
    case .badSignature: .badSignature
    }
  }
}

extension MetadataBLOB {
  /// 9999-12-31: metadata that are never published again do not become stale.
  private static let never = UnixTime(seconds: 253_402_214_400)

  /// Creates metadata from unsigned statements, such as those that the FIDO Alliance's conformance tool provides one by
  /// one, followed by the entries of BLOBs. The caller vouches for the statements.
  ///
  /// - Parameters:
  ///   - statements: Metadata statements (FIDO Metadata Statement v3 §4), each a JSON text.
  ///   - blobs: Verified BLOBs.
  /// - Throws: `malformed` if a statement cannot be read or does not identify a model.
  public init(statements: [[UInt8]], adding blobs: [MetadataBLOB] = []) throws(MetadataError) {
    var entries: [MetadataEntry] = []
    for statement in statements {
      guard let document = try? JSONDocument(statement, skippingByteOrderMark: true),
        let entry = MetadataEntry(statement: document)
      else {
        throw MetadataError(.malformed)
      }
      entries.append(entry)
    }
    self.init(
      legalHeader: nil, number: 0, nextUpdate: Self.never, entries: entries + blobs.flatMap(\.entries),
      skippedEntryCount: blobs.reduce(0) { $0 + $1.skippedEntryCount })
  }
}

extension MetadataEntry {
  /// Creates an entry without any reports. `nil` if the statement does not identify a model.
  fileprivate init?(statement document: JSONDocument) {
    guard let statement = MetadataStatement(document, document.root) else { return nil }
    self.statement = statement
    aaguid = document.member("aaguid", of: document.root).flatMap(document.string).flatMap { AAGUID($0) }.flatMap {
      $0 == .zero ? nil : $0
    }
    aaid = document.member("aaid", of: document.root).flatMap(document.string)
    attestationCertificateKeyIdentifiers = document.keyIdentifiers(of: document.root)
    (statusReports, timeOfLastStatusChange) = ([], nil)
    guard aaguid != nil || aaid != nil || !attestationCertificateKeyIdentifiers.isEmpty else { return nil }
  }
}
