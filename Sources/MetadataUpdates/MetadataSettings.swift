/// The location of the metadata about authenticators, the signers trusted for them, and whether they are fetched
/// automatically.
public struct MetadataSettings: Sendable {
  /// The path of the data folder.
  public var data: String
  /// The path of a BLOB that somebody else keeps up to date; `nil` for the BLOB in the data folder.
  public var file: String?
  /// The path of a file that contains the root; `nil` for the public root among those that the system trusts.
  public var root: String?
  /// The name that the signing certificate must have. `nil` means the FIDO Alliance's name below the public root, and
  /// any name below another root.
  public var signer: String?
  /// `true` if a running server fetches a newer BLOB when one is due.
  public var isUpdated: Bool

  /// The path of the BLOB kept by the last update.
  public var kept: String { data + "/metadata.jwt" }

  public init(
    data: String, file: String? = nil, root: String? = nil, signer: String? = nil, isUpdated: Bool = false
  ) {
    self.data = data; self.file = file; self.root = root; self.signer = signer; self.isUpdated = isUpdated
  }
}
