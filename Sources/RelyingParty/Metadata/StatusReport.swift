import Encoding

/// One report about a model (FIDO Metadata Service v3.1 §3.1.3).
public struct StatusReport: Hashable, Sendable {
  /// What is reported.
  public var status: AuthenticatorStatus
  /// Since when: a day, at its first second in UTC. `nil`: as long as the report is there.
  public var effectiveDate: UnixTime?
  /// The firmware that is reported about.
  public var authenticatorVersion: Int64?
  /// The certificate that a compromise is about, in DER.
  public var certificate: [UInt8]?
  /// Where more can be read.
  public var url: String?
  /// What was certified, in words.
  public var certificationDescriptor: String?
  /// The number of the certificate of the FIDO Alliance.
  public var certificateNumber: String?

  /// A report.
  public init(_ status: AuthenticatorStatus, since effectiveDate: UnixTime? = nil) { (self.status, self.effectiveDate) = (status, effectiveDate) }

  /// - Throws: `malformed` where there is no status, or a date that is none.
  init(_ document: JSONDocument, _ node: JSONNode) throws(MetadataError) {
    func text(_ name: StaticString) -> String? { document.member(name, of: node).flatMap(document.string) }
    guard let status = text("status") else { throw MetadataError(.malformed) }
    self.init(AuthenticatorStatus(rawValue: status))
    if let date = document.member("effectiveDate", of: node), date.kind != .null {
      guard let day = document.string(date).flatMap(UnixTime.init(day:)) else { throw MetadataError(.malformed) }
      effectiveDate = day
    }
    authenticatorVersion = document.member("authenticatorVersion", of: node).flatMap(document.integer)
    certificate = document.member("certificate", of: node).flatMap { $0.isString ? PaddedBase64.decode(document.stringBytes($0)) : nil }
    url = text("url")
    certificationDescriptor = text("certificationDescriptor")
    certificateNumber = text("certificateNumber")
  }
}
