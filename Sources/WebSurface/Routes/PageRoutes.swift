import AccountService
import Foundation
import HTTPConnections
import Hummingbird
import Model
import OpenID
import Runner

/// The pages around the flows: the first page, the lab, and signing out. An account's Settings are `SettingsRoutes`.
struct PageRoutes {
  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages
  let accounts: Accounts

  func add(to router: Router<PeerContext>) {
    router.get("/", use: home)
    router.get("/lab", use: lab)
    router.post("/sign-out", use: signOut)
  }

  @Sendable func home(_ request: Request, _ context: PeerContext) async throws -> Response {
    let session = try await sessions.find(settings.token(of: request))
    var values: [String: Any] = [:]
    if request.uri.queryParameters["service"] != nil, case .service(let query)? = settings.next(of: request),
      let name = try await runner.serviceName(askingIn: query)
    {
      values["service"] = name
      values["refusal"] = Endpoint.refusedPath + "?" + query
    }
    return try pages.html(
      "home",
      [
        "title": say("Sign in"), "register": "hearth", "origin": Origin.home.path,
        "isSignedIn": session?.account != nil, "admits": try await runner.admits(session),
        "isByInvitation": runner.registration == .invite,
        "isSignedOut": session?.account == nil && request.uri.queryParameters[Self.signedOut] != nil,
      ].merging(values) { $1 })
  }

  @Sendable func lab(_ request: Request, _ context: PeerContext) async throws -> Response {
    let session = try await sessions.find(settings.token(of: request))
    let scenarios = Scenario.all.enumerated().map {
      ["number": "\($0 + 1)", "flow": $1.flow.rawValue, "pieces": $1.pieces, "line": $1.line] as [String: Any]
    }
    return try pages.html(
      "lab",
      [
        "title": say("Sign-in lab"), "register": "working", "origin": Origin.lab.path, "scenarios": scenarios,
        "isLab": true, "isSignedIn": session?.account != nil,
      ])
  }

  /// The part of the first page's address after which it says that the person is signed out.
  private static let signedOut: Substring = "signed-out"
  static let signedOutPath = "/?\(signedOut)"

  @Sendable func signOut(_ request: Request, _ context: PeerContext) async throws -> Response {
    let session = try await sessions.find(settings.token(of: request))
    let waiting = if let session { try await runner.signOut(session) } else { (token: SessionToken, end: Date)?.none }
    // B-30: back to the list
    var response = Response.seeOther(settings.isFromLab(request) ? Origin.lab.path : Self.signedOutPath)
    response.setCookie(
      waiting.map { settings.cookie($0.token, for: sessions.cookieLifetime(until: $0.end)) } ?? settings.noCookie)
    return response
  }
}
