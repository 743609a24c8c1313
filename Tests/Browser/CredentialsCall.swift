/// One call of `navigator.credentials.get` or `.create`, and its outcome.
///
/// The numbers `sequence`, `abortedAt` and `settledAt` count all events of the tab together, so comparing them tells
/// which came first.
public struct CredentialsCall: Sendable, Hashable {
  public enum Method: String, Sendable { case get, create }

  public enum Outcome: Sendable, Hashable {
    /// With the credential's id; `nil` when the promise resolved to `null`.
    case resolved(String?)
    /// With the error's name, for example `AbortError`.
    case rejected(String)
  }

  public let sequence: Int
  public let method: Method
  /// The URL of the calling document.
  public let url: String
  /// The value as given; `nil` when the page gave none.
  public let mediation: String?
  public let uiMode: String?
  public let rpID: String?
  /// The challenge, in base64url.
  public let challenge: String?
  public let userVerification: String?
  /// The kinds of authenticator to offer first; `nil` when the member was absent.
  public let hints: [String]?
  /// The ids in `allowCredentials`, base64url; `nil` when the member was absent.
  public let allowedIDs: [String]?
  /// The ids in `excludeCredentials`, base64url; `nil` when the member was absent.
  public let excludedIDs: [String]?
  public let hasPublicKey: Bool
  public let hasSignal: Bool
  /// `true` if the call came with user activation: a click or a key shortly before.
  public let hasUserActivation: Bool

  /// The event at which the signal was aborted, if that came before the call settled.
  public internal(set) var abortedAt: Int?
  /// The event at which the promise settled; `nil` while it is pending, or forever if the document went away first.
  public internal(set) var settledAt: Int?
  public internal(set) var outcome: Outcome?

  public var isPending: Bool { outcome == nil }

  init?(_ event: JSON) {
    guard let sequence = event["sequence"].int, let method = event["method"].string.flatMap(Method.init(rawValue:))
    else { return nil }
    self.sequence = sequence
    self.method = method
    url = event["url"].string ?? ""
    mediation = event["mediation"].string
    uiMode = event["uiMode"].string
    rpID = event["rpId"].string
    challenge = event["challenge"].string
    hints = event["hints"].array?.compactMap(\.string)
    userVerification = event["userVerification"].string
    allowedIDs = event["allowed"].array?.compactMap(\.string)
    excludedIDs = event["excluded"].array?.compactMap(\.string)
    hasPublicKey = event["publicKey"].bool ?? false
    hasSignal = event["signal"].bool ?? false
    hasUserActivation = event["activation"].bool ?? false
  }
}
