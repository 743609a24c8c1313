/// Metadata, and what a relying party makes of them when it verifies a registration.
public struct MetadataPolicy: Sendable {
  /// What the FIDO Metadata Service published.
  public var blob: MetadataBLOB
  /// Which authenticators are accepted by it.
  public var status = MetadataStatusPolicy()

  /// Metadata with the default policy; set what differs.
  public init(_ blob: MetadataBLOB) { self.blob = blob }
}
