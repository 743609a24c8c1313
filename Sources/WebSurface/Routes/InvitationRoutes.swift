import AccountService
import Flows
import HTTPConnections
import Hummingbird
import Model
import Runner

/// The page to which an invitation leads. Looking at it changes nothing, so that a program that looks at addresses in
/// messages spends none.
struct InvitationRoutes {
  static let path = "/join"

  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages

  func add(to router: Router<PeerContext>) {
    router.get(RouterPath(Self.path + "/:token"), use: show)
    router.post(RouterPath(Self.path + "/:token"), use: open)
  }

  @Sendable func show(_ request: Request, _ context: PeerContext) async throws -> Response {
    let text = try context.parameters.require("token")
    guard let token = SessionToken(text), let end = try await runner.end(ofInvitation: token),
      runner.registration != .closed
    else { return try over() }
    let isSignedIn = try await sessions.find(settings.token(of: request))?.account != nil
    return try pages.html(
      "join",
      [
        "title": say("You are invited"), "register": "hearth", "address": "\(Self.path)/\(text)",
        "site": runner.siteName, "until": Moment(date: end, now: runner.now).dayAndTime.said,
        "isSignedIn": isSignedIn,
      ])
  }

  /// Opens the invitation in this browser and begins the account. It is spent only when there is one.
  @Sendable func open(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let token = SessionToken(try context.parameters.require("token")),
      try await runner.end(ofInvitation: token) != nil, runner.registration != .closed
    else { return try over() }
    if try await sessions.find(settings.token(of: request))?.account != nil { return .seeOther(AccountHome.path) }
    let flow: FlowName =
      try await request.form(context)["flow"] == FlowName.cardOnboarding.rawValue
      ? .cardOnboarding : .registration
    let (session, cookie) = try await sessions.findOrBegin(
      settings.token(of: request), from: settings.visitor(request, context))
    let invited = try await runner.note(invitation: token, in: session)
    let id = try await runner.start(
      flow, in: invited, from: Origin.home.path, languages: request.headers[.acceptLanguage] ?? "")
    var response = Response.seeOther("/flow/\(id)")
    if let cookie { response.setCookie(settings.cookie(cookie, for: sessions.cookieLifetime)) }
    return response
  }

  private func over() throws -> Response {
    try pages.html("join-over", ["title": say("An invitation"), "register": "working"], status: .gone)
  }
}
