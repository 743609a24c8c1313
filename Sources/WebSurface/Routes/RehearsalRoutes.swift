import AccountService
import HTTPConnections
import Hummingbird

/// The page on which a rehearsal of the worst day begins, in a browser in which nobody is signed in. Only the page that
/// shows a ticket names its address.
struct RehearsalRoutes {
  static let path = "/rehearse"

  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages

  func add(to router: Router<PeerContext>) { router.get(RouterPath(Self.path), use: show) }

  @Sendable func show(_ request: Request, _ context: PeerContext) async throws -> Response {
    let isSignedIn = try await sessions.find(settings.token(of: request))?.account != nil
    return try pages.html(
      "rehearse",
      [
        "title": say("Rehearsal"), "register": "plain", "origin": Origin.home.path, "back": Origin.home.link,
        "isSignedIn": isSignedIn, "account": Origin.account.path,
      ])
  }
}
