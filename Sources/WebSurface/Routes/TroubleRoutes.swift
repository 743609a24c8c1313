import AccountService
import HTTPConnections
import Hummingbird
import Runner

/// The pages for a person who can't get in.
struct TroubleRoutes {
  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages

  func add(to router: Router<PeerContext>) {
    router.get("/trouble", use: ask)
    router.get("/trouble/nothing", use: nothing)
  }

  @Sendable func ask(_ request: Request, _ context: PeerContext) async throws -> Response {
    let trouble = Trouble(without: request.uri.queryParameters["without"].map(String.init) ?? "")
    let isSignedIn = try await sessions.find(settings.token(of: request))?.account != nil
    let view = TroubleView(trouble: trouble, hasHands: settings.hands != nil, isSignedIn: isSignedIn)
    return try pages.html("trouble", view.values)
  }

  @Sendable func nothing(_ request: Request, _ context: PeerContext) async throws -> Response {
    let session = try await sessions.find(settings.token(of: request))
    return try pages.html(
      "nothing",
      [
        "title": say("Can't get in?"), "register": "plain", "back": Origin.trouble(Trouble()).link,
        "home": Origin.home.path, "admits": try await runner.admits(session),
      ])
  }
}
