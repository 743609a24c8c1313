/// A provider said no in a way that nothing is done about but to tell it: the status of HTTP, and its number in the registry of GNU Taler
/// where it gave one. Its words are left out: they are another's.
public struct Refusal: Hashable, Sendable, Codable {
  public var status: Int
  public var code: Int?
  public init(status: Int, code: Int? = nil) { self.status = status; self.code = code }
}

/// The numbers by which answers of one status are told apart (GNU Taler's registry of error codes).
enum RefusalCode {
  static let truthUnknown = 8108, methodNoLongerSupported = 8109, responseRequired = 8110, challengeFailed = 8111, codeUnknown = 8112
  static let alreadySent = 8113, startFailed = 8114, shareGone = 8115, decryptionFailed = 8120, rateLimited = 8121, timeout = 8122
  static let wrongMethod = 8123, truthExists = 8150, documentUnknown = 8350, methodNotSupported = 8151, transferMissing = 8231
  /// What the methods themselves report: an address that cannot be one, a message that could not be sent.
  static let methods = 8200..<8300
}

/// How many tries a provider allows, where it says so.
public struct TryLimit: Hashable, Sendable, Codable {
  /// So many tries…
  public var requests: Int?
  /// …in so many microseconds.
  public var microseconds: Int64?
  public init(requests: Int? = nil, microseconds: Int64? = nil) { self.requests = requests; self.microseconds = microseconds }
}
