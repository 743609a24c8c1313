import AccountService
import Hummingbird

extension WebSettings {
  /// The prefix `__Host-` binds a cookie to TLS, this host and the root path. Over plain HTTP on loopback, a browser
  /// rejects such a cookie.
  var cookieName: String { isSecure ? "__Host-latchstring" : "latchstring" }

  /// - Parameter seconds: How long a browser keeps the cookie.
  func cookie(_ token: SessionToken, for seconds: Int) -> Cookie {
    Cookie(
      name: cookieName, value: token.text, maxAge: seconds, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
  }
  var noCookie: Cookie {
    Cookie(name: cookieName, value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
  }

  func token(of request: Request) -> SessionToken? { request.cookies[cookieName].flatMap { SessionToken($0.value) } }
}
