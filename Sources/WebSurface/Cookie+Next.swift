import Encoding
import Flows
import Hummingbird
import OpenID

/// The page on which a browser continues after signing in. The list is closed, so that no external address is ever
/// followed.
enum Next: Hashable {
  case keys, card, kit
  /// The request of a service, which is asked again.
  case service(String)

  var path: String {
    switch self {
    case .keys: SettingsRoom.keys.path
    case .card: SettingsRoom.card.path
    case .kit: KitRoutes.path
    case .service(let query): Endpoint.authorization.rawValue + "?" + query
    }
  }

  /// The value of the cookie.
  var value: String {
    switch self {
    case .keys: "keys"
    case .card: "card"
    case .kit: "kit"
    case .service(let query): Self.serviceMark + Base64URL.encode(Array(query.utf8))
    }
  }
  private static let serviceMark = "service."

  init?(_ value: String) {
    switch value {
    case "keys": self = .keys
    case "card": self = .card
    case "kit": self = .kit
    default:
      guard value.hasPrefix(Self.serviceMark),
        let bytes = Base64URL.decode(value.dropFirst(Self.serviceMark.count)),
        bytes.count <= AuthorizationRequest.longest, bytes.allSatisfy({ (0x21...0x7e).contains($0) })
      else { return nil }
      self = .service(String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension WebSettings {
  /// A lifetime just long enough to sign in.
  private static let nextLifetime = 10 * 60

  var nextCookieName: String { cookieName + "-next" }

  func cookie(_ next: Next) -> Cookie {
    Cookie(
      name: nextCookieName, value: next.value, maxAge: Self.nextLifetime, path: "/", secure: isSecure,
      httpOnly: true, sameSite: .lax)
  }
  var noNextCookie: Cookie {
    Cookie(name: nextCookieName, value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
  }

  func next(of request: Request) -> Next? { request.cookies[nextCookieName].flatMap { Next($0.value) } }
}
