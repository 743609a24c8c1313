/// A cookie as stored by the browser.
public struct Cookie: Sendable, Hashable {
  public var name: String
  public var value: String
  public var domain: String?
  public var path: String
  public var isSecure: Bool
  public var isHTTPOnly: Bool
  /// `Strict`, `Lax` or `None`.
  public var sameSite: String?
  /// Seconds since 1970; `nil` for a session cookie.
  public var expiry: Int?

  init(_ json: JSON) {
    name = json["name"].string ?? ""
    value = json["value"].string ?? ""
    domain = json["domain"].string
    path = json["path"].string ?? "/"
    isSecure = json["secure"].bool ?? false
    isHTTPOnly = json["httpOnly"].bool ?? false
    sameSite = json["sameSite"].string
    expiry = json["expiry"].int
  }
}
