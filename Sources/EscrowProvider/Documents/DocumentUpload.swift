/// An upload as its header fields announce it.
struct DocumentUpload: Sendable {
  var account: [UInt8]
  /// SHA-512 of the body that is to come.
  var hash: [UInt8]
  var signature: [UInt8]
  var metaData: [UInt8]?
  /// What names a payment.
  var payment: [UInt8]?
  /// For so many years from now; `nil` where nothing was said.
  var years: Int?
}

/// How an upload ended.
enum DocumentReceipt: Sendable {
  case unchanged(version: Int)
  case kept(version: Int, until: Int64)
}
