import AccountService
import HTTPConnections
import HTTPTypes
import Hummingbird
import QRCodes

/// The handoff from one device to a different one: a page here with a code, and an address that leads to Settings on
/// the other device (M-09).
struct HandoffRoutes {
  let handoffs: Handoffs
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages

  func add(to router: Router<PeerContext>) {
    router.post("/handoff", use: make)
    router.get("/h/:token", use: follow)
  }

  @Sendable func make(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard try await sessions.find(settings.token(of: request))?.account != nil else {
      return .seeOther(Origin.home.path)
    }
    guard !settings.isHome else { return try pages.html("handoff", HandoffView.atHome) }
    let address = settings.origin + "/h/" + (try await handoffs.issue())
    guard let code = QRCode(address) else { throw HTTPError(.internalServerError) }
    return try pages.html("handoff", HandoffView(address: address, code: code).values)
  }

  /// Follows the address, which carries no session (G-41). Somebody who is not signed in on this device is led through
  /// the sign-in page.
  @Sendable func follow(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard try await handoffs.spend(try context.parameters.require("token")) else {
      return try pages.html("handoff-over", ["title": say("Make a new code"), "register": "working"], status: .gone)
    }
    let next = Next.keys
    if try await sessions.find(settings.token(of: request))?.account != nil { return .seeOther(next.path) }
    var response = Response.seeOther(Origin.home.path)
    response.setCookie(settings.cookie(next))
    return response
  }
}
