import Hummingbird

// Somebody who came from the lab returns to its list when they sign out (B-30), and nobody else ends up among examples
// for developers.
extension WebSettings {
  private var labCookieName: String { cookieName + "-lab" }

  func isFromLab(_ request: Request) -> Bool { request.cookies[labCookieName] != nil }
  /// Notes the page from which a flow begins, for somebody who is not signed in yet; `nil` if there is nothing to note.
  func labCookie(_ request: Request, beginningFrom origin: Origin) -> Cookie? {
    switch (origin, isFromLab(request)) {
    case (.lab, false):
      Cookie(name: labCookieName, value: "1", path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    case (.home, true):
      Cookie(name: labCookieName, value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    default: nil
    }
  }
}
