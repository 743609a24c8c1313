import Flows
import Hummingbird

/// The page on which a browser continues after signing in. The list is closed, so that no external address is ever
/// followed.
enum Next: String {
  case keys, card, kit

  var path: String {
    switch self {
    case .keys: SettingsRoom.keys.path
    case .card: SettingsRoom.card.path
    case .kit: KitRoutes.path
    }
  }
}

extension WebSettings {
  /// A lifetime just long enough to sign in.
  private static let nextLifetime = 10 * 60

  var nextCookieName: String { cookieName + "-next" }

  func cookie(_ next: Next) -> Cookie {
    Cookie(
      name: nextCookieName, value: next.rawValue, maxAge: Self.nextLifetime, path: "/", secure: isSecure,
      httpOnly: true, sameSite: .lax)
  }
  var noNextCookie: Cookie {
    Cookie(name: nextCookieName, value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
  }

  func next(of request: Request) -> Next? { request.cookies[nextCookieName].flatMap { Next(rawValue: $0.value) } }
}
