import Encoding

/// The metadata entry of one authenticator model (FIDO Metadata Service v3.1 §3.1.1).
public struct MetadataEntry: Sendable {
  /// `aaguid`: the model, for a FIDO2 authenticator.
  public var aaguid: AAGUID?
  /// `aaid`: the model, for a UAF authenticator.
  public var aaid: String?
  /// `attestationCertificateKeyIdentifiers`: the attestation certificates of a U2F authenticator, 20 bytes each.
  public var attestationCertificateKeyIdentifiers: [[UInt8]]
  /// `statusReports`, in the order of the BLOB.
  public var statusReports: [StatusReport]
  /// `timeOfLastStatusChange`: a day, at its first second in UTC.
  public var timeOfLastStatusChange: UnixTime?
  /// `metadataStatement`.
  public var statement: MetadataStatement?

  /// The certificates in which attestation chains of this model may end. Unreadable certificates are left out.
  public var anchors: [TrustAnchor] { statement?.attestationRootCertificates.compactMap(TrustAnchor.init(der:)) ?? [] }

  /// Returns the status reports in effect at `time`, the latest last. A report without a date is always in effect and
  /// is treated as the latest.
  public func reports(at time: UnixTime) -> [StatusReport] {
    let effective = statusReports.enumerated().filter { $0.element.effectiveDate.map { $0 <= time } ?? true }
    return effective.sorted { left, right in
      let (first, second) = (left.element.effectiveDate?.seconds ?? .max, right.element.effectiveDate?.seconds ?? .max)
      return (first, left.offset) < (second, right.offset)
    }.map(\.element)
  }

  /// Returns the certification level at `time`, as decided by the latest report about certification; `nil` for none.
  public func level(at time: UnixTime) -> MetadataCertificationLevel? {
    reports(at: time).last { $0.status.decidesCertification }.flatMap { MetadataCertificationLevel($0.status) }
  }

  /// Reads an entry. Returns `nil` if the entry does not identify a model in a readable form, because no authenticator
  /// can be matched with it.
  /// - Throws: `malformed` for unreadable status reports, because one of them could be a revocation.
  init?(_ document: JSONDocument, _ node: JSONNode) throws(MetadataError) {
    guard node.kind == .object else { return nil }
    if let member = document.member("aaguid", of: node) {
      guard let aaguid = document.string(member).flatMap({ AAGUID($0) }), aaguid != .zero else { return nil }
      self.aaguid = aaguid
    }
    aaid = document.member("aaid", of: node).flatMap(document.string)
    attestationCertificateKeyIdentifiers = document.keyIdentifiers(of: node)
    guard aaguid != nil || aaid != nil || !attestationCertificateKeyIdentifiers.isEmpty else { return nil }
    guard let reports = document.member("statusReports", of: node), reports.kind == .array else {
      throw MetadataError(.malformed)
    }
    statusReports = []
    for report in document.items(of: reports) { statusReports.append(try StatusReport(document, report)) }
    timeOfLastStatusChange = document.member("timeOfLastStatusChange", of: node).flatMap(document.string).flatMap(
      UnixTime.init(day:))
    statement = document.member("metadataStatement", of: node).flatMap { MetadataStatement(document, $0) }
  }
}

extension JSONDocument {
  /// Returns `attestationCertificateKeyIdentifiers` of an entry or a statement; strings that are not a SHA-1 hash in
  /// hexadecimal are left out.
  func keyIdentifiers(of node: JSONNode) -> [[UInt8]] {
    let identifiers = member("attestationCertificateKeyIdentifiers", of: node).map(items) ?? []
    return identifiers.compactMap { string($0).flatMap(Hex.decode) }.filter { $0.count == 20 }
  }
}

/// One report about a model (FIDO Metadata Service v3.1 §3.1.3).
public struct StatusReport: Hashable, Sendable {
  /// The reported status.
  public var status: AuthenticatorStatus
  /// The day on which the status took effect, at its first second in UTC; `nil` if the report does not state a day.
  public var effectiveDate: UnixTime?
  /// The firmware version that the report is about.
  public var authenticatorVersion: Int64?
  /// The certificate affected by a compromise, in DER.
  public var certificate: [UInt8]?
  /// The address of a page with further information.
  public var url: String?
  /// A description of what was certified.
  public var certificationDescriptor: String?
  /// The number of the FIDO Alliance's certificate.
  public var certificateNumber: String?

  /// Creates a report.
  public init(_ status: AuthenticatorStatus, since effectiveDate: UnixTime? = nil) {
    (self.status, self.effectiveDate) = (status, effectiveDate)
  }

  /// Reads a report.
  /// - Throws: `malformed` if the status is missing or a date is invalid.
  init(_ document: JSONDocument, _ node: JSONNode) throws(MetadataError) {
    func text(_ name: StaticString) -> String? { document.member(name, of: node).flatMap(document.string) }
    guard let status = text("status") else { throw MetadataError(.malformed) }
    self.init(AuthenticatorStatus(rawValue: status))
    if let date = document.member("effectiveDate", of: node), date.kind != .null {
      guard let day = document.string(date).flatMap(UnixTime.init(day:)) else { throw MetadataError(.malformed) }
      effectiveDate = day
    }
    authenticatorVersion = document.member("authenticatorVersion", of: node).flatMap(document.integer)
    certificate = document.member("certificate", of: node).flatMap {
      $0.isString ? PaddedBase64.decode(document.stringBytes($0)) : nil
    }
    url = text("url")
    certificationDescriptor = text("certificationDescriptor")
    certificateNumber = text("certificateNumber")
  }
}
