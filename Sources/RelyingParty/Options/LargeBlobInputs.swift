/// What is asked of the `largeBlob` extension (WebAuthn Level 3 §10.1.5).
public enum LargeBlobInputs: Hashable, Sendable, Codable {
  /// At registration: `required` or `preferred`.
  case support(required: Bool)
  /// At authentication: read the blob.
  case read
  /// At authentication: write the blob.
  case write([UInt8])
}
