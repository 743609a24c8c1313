/// Metadata, and what a relying party makes of them when it verifies a registration.
public struct MetadataPolicy: Sendable {
  /// What the FIDO Metadata Service published.
  public var blob: MetadataBLOB
  /// Which authenticators are accepted by it.
  public var status = MetadataStatusPolicy()
  /// Whether an attestation is held to the statement of its model: its type has to be one that the statement names, a `packed` path may not
  /// bring the model's root along, and certificates of a model that is not known are refused. The FIDO Alliance's conformance tests want it.
  public var holdsToStatement = false

  /// Metadata with the default policy; set what differs.
  public init(_ blob: MetadataBLOB) { self.blob = blob }
}
