import Hummingbird

// Returns somebody who came from the lab to its list when they sign out (B-30), without leading anybody else to
// examples for developers.
extension WebSettings {
  private var labCookieName: String { cookieName + "-lab" }

  func isFromLab(_ request: Request) -> Bool { request.cookies[labCookieName] != nil }
  /// Returns a cookie with the page from which a flow is started, for somebody who is not signed in yet, or `nil` if
  /// there is nothing to record.
  func labCookie(_ request: Request, beginningFrom origin: Origin) -> Cookie? {
    switch (origin, isFromLab(request)) {
    case (.lab, false):
      Cookie(name: labCookieName, value: "1", path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    case (.home, true), (.trouble, true):
      Cookie(name: labCookieName, value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    default: nil
    }
  }
}
