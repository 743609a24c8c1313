import Model

/// Where metadata about authenticators are, whom they are believed from, and whether they are fetched without being asked for.
struct MetadataSettings {
  /// The data folder.
  var data: String
  /// A BLOB that somebody else keeps up to date; `nil` for the one in the data folder.
  var file: String?
  /// A file with the root; `nil` for the public one among those that the system trusts.
  var root: String?
  /// The name that the signing certificate has to bear; `nil` for the FIDO Alliance's below the public root, and any below another.
  var signer: String?
  /// Whether a running server fetches a newer BLOB when one is due.
  var isUpdated: Bool

  /// The BLOB that the last update kept.
  var kept: String { data + "/metadata.jwt" }

  init(data: String, file: String? = nil, root: String? = nil, signer: String? = nil, isUpdated: Bool = false) {
    self.data = data; self.file = file; self.root = root; self.signer = signer; self.isUpdated = isUpdated
  }

  init(_ read: StrictSettings) throws {
    data = try Settings.data(read)
    file = try read.text("metadata.file")
    root = try read.text("metadata.root")
    signer = try read.text("metadata.signer")
    isUpdated = try read.choice("metadata.update", Update.self) == .on
    if file != nil, isUpdated { throw ConfigurationProblem("metadata.update is on, and metadata.file names a file that no update changes. Set one.") }
  }

  private enum Update: String, CaseIterable { case on, off }
}
