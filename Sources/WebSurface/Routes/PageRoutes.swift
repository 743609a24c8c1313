import AccountService
import CeremonyService
import Foundation
import HTTPConnections
import Hummingbird
import Model
import Runner

/// The pages around the flows: home, the lab, the account, its Settings, and signing out.
struct PageRoutes {
  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages
  let accounts: Accounts
  let metadata: CurrentMetadata

  func add(to router: Router<PeerContext>) {
    router.get("/", use: home)
    router.get("/lab", use: lab)
    router.get("/account", use: account)
    router.get("/safety", use: safety)
    router.get("/safety/log", use: log)
    router.post("/safety/tidied", use: tidied)
    router.post("/safety/code-kept", use: codeKept)
    router.post("/safety/sign-out", use: signOutOther)
    router.post("/safety/sign-out-elsewhere", use: signOutElsewhere)
    router.post("/sign-out", use: signOut)
  }

  @Sendable func home(_ request: Request, _ context: PeerContext) async throws -> Response {
    let session = try await sessions.find(settings.token(of: request))
    return try pages.html(
      "home",
      [
        "title": say("Sign in"), "register": "hearth", "origin": Origin.home.path,
        "isSignedIn": session?.account != nil,
      ])
  }

  @Sendable func lab(_ request: Request, _ context: PeerContext) async throws -> Response {
    let scenarios = Scenario.all.enumerated().map {
      ["number": "\($0 + 1)", "flow": $1.flow.rawValue, "pieces": $1.pieces, "line": $1.line] as [String: Any]
    }
    return try pages.html(
      "lab",
      [
        "title": say("Sign-in lab"), "register": "working", "origin": Origin.lab.path, "scenarios": scenarios,
        "isLab": true,
      ])
  }

  @Sendable func account(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)),
      let facts = try await accounts.facts(of: session)
    else { return .seeOther("/") }
    if let next = settings.next(of: request) {  // this device was handed over to, and has signed in now (G-41)
      var response = Response.seeOther(next.path)
      response.setCookie(settings.noNextCookie)
      return response
    }
    let view = AccountView(
      facts: facts, isNudge: try await accounts.takeNudge(of: session), rpID: settings.rpID,
      sessionDays: sessions.cookieLifetime / 86_400)
    return try pages.html("account", view.values)
  }

  @Sendable func safety(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)),
      let safety = try await accounts.safety(of: session)
    else { return .seeOther(Origin.home.path) }
    let places = try await sessions.open(beside: session)
    var view = SafetyView(
      safety: safety, rpID: settings.rpID, metadata: metadata, places: places, sessionDays: sessions.days
    ).values
    if settings.hasPasskeysPage { view["passkeysPage"] = PasskeyRoutes.path }
    return try pages.html("safety", view)
  }

  @Sendable func log(_ request: Request, _ context: PeerContext) async throws -> Response {
    let page = request.uri.queryParameters.get("page", as: Int.self) ?? 1
    guard let session = try await sessions.find(settings.token(of: request)),
      let log = try await accounts.log(of: session, page: page)
    else { return .seeOther(Origin.home.path) }
    return try pages.html("log", LogView(log: log).page)
  }

  /// Handles the person's statement that they have manually deleted what no longer works.
  @Sendable func tidied(_ request: Request, _ context: PeerContext) async throws -> Response {
    if let session = try await sessions.find(settings.token(of: request)) { try await accounts.noteTidied(session) }
    return .seeOther(Origin.safety.path)
  }

  /// Handles the person's statement that they do not need a new recovery code.
  @Sendable func codeKept(_ request: Request, _ context: PeerContext) async throws -> Response {
    if let session = try await sessions.find(settings.token(of: request)) { try await accounts.noteCodeKept(session) }
    return .seeOther(Origin.safety.path)
  }

  /// Signs out a different session of this account, identified by its name in the list.
  @Sendable func signOutOther(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let handle = try await request.form(context)["session"] else {
      throw HTTPError.unreadable
    }
    if let session = try await sessions.find(settings.token(of: request)) {
      try await runner.signOut(handle, from: session)
    }
    return .seeOther(Self.places)
  }

  @Sendable func signOutElsewhere(_ request: Request, _ context: PeerContext) async throws -> Response {
    if let session = try await sessions.find(settings.token(of: request)) {
      try await runner.signOutElsewhere(from: session)
    }
    return .seeOther(Self.places)
  }

  /// The address of the list in Settings, so that the keyboard and a screen reader continue where the button was.
  private static let places = Origin.safety.path + "#sessions"

  @Sendable func signOut(_ request: Request, _ context: PeerContext) async throws -> Response {
    let session = try await sessions.find(settings.token(of: request))
    let waiting = if let session { try await runner.signOut(session) } else { (token: SessionToken, end: Date)?.none }
    var response = Response.seeOther((settings.isFromLab(request) ? Origin.lab : .home).path)  // B-30: back to the list
    response.setCookie(
      waiting.map { settings.cookie($0.token, for: sessions.cookieLifetime(until: $0.end)) } ?? settings.noCookie)
    return response
  }
}
