import Encoding

extension MetadataBLOB {
  /// 9999-12-31: what nobody publishes again does not get old.
  private static let never = UnixTime(seconds: 253_402_214_400)

  /// Metadata that nobody signed: statements as they are handed out one by one, for example by the FIDO Alliance's conformance tool, and
  /// behind them the entries of BLOBs. Whoever calls this vouches for the statements.
  ///
  /// - Parameters:
  ///   - statements: Metadata statements (FIDO Metadata Statement v3 §4), each a JSON text.
  ///   - blobs: BLOBs that were verified.
  /// - Throws: `malformed` where a statement cannot be read or names no model.
  public init(statements: [[UInt8]], adding blobs: [MetadataBLOB] = []) throws(MetadataError) {
    var entries: [MetadataEntry] = []
    for statement in statements {
      guard let document = try? JSONDocument(statement, skippingByteOrderMark: true), let entry = MetadataEntry(statement: document) else {
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
  /// An entry of which nothing was reported. `nil` where the statement names no model.
  fileprivate init?(statement document: JSONDocument) {
    guard let statement = MetadataStatement(document, document.root) else { return nil }
    self.statement = statement
    aaguid = document.member("aaguid", of: document.root).flatMap(document.string).flatMap { AAGUID($0) }.flatMap { $0 == .zero ? nil : $0 }
    aaid = document.member("aaid", of: document.root).flatMap(document.string)
    let identifiers = document.member("attestationCertificateKeyIdentifiers", of: document.root).map(document.items) ?? []
    attestationCertificateKeyIdentifiers = identifiers.compactMap { document.string($0).flatMap(Hex.decode) }.filter { $0.count == 20 }
    (statusReports, timeOfLastStatusChange) = ([], nil)
    guard aaguid != nil || aaid != nil || !attestationCertificateKeyIdentifiers.isEmpty else { return nil }
  }
}
