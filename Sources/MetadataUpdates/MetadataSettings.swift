/// Where metadata about authenticators are, whom they are believed from, and whether they are fetched without being
/// asked for.
public struct MetadataSettings: Sendable {
  /// The data folder.
  public var data: String
  /// A BLOB that somebody else keeps up to date; `nil` for the one in the data folder.
  public var file: String?
  /// A file with the root; `nil` for the public one among those that the system trusts.
  public var root: String?
  /// The name that the signing certificate has to bear; `nil` for the FIDO Alliance's below the public root, and any
  /// below another.
  public var signer: String?
  /// Whether a running server fetches a newer BLOB when one is due.
  public var isUpdated: Bool

  /// The BLOB that the last update kept.
  public var kept: String { data + "/metadata.jwt" }

  public init(
    data: String, file: String? = nil, root: String? = nil, signer: String? = nil, isUpdated: Bool = false
  ) {
    self.data = data; self.file = file; self.root = root; self.signer = signer; self.isUpdated = isUpdated
  }
}
