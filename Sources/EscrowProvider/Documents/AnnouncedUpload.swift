/// An upload as announced by its header fields.
struct AnnouncedUpload: Sendable {
  var account: [UInt8]
  /// The SHA-512 hash of the body that follows.
  var hash: [UInt8]
  var signature: [UInt8]
  var metaData: [UInt8]?
  /// The identifier of a payment.
  var payment: [UInt8]?
  /// The storage period in years from now; `nil` if the upload does not state one.
  var years: Int?
}

/// The result of an upload.
enum DocumentReceipt: Sendable {
  case unchanged(version: Int)
  case kept(version: Int, until: Int64)
}
