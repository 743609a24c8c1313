import AccountService
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import Model
import OpenID
import Runner

/// Where a browser arrives from a service, and leaves again: what a person sees of OpenID Connect.
struct OpenIDRoutes {
  let desks: ServiceDesks
  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages

  func add(to router: Router<PeerContext>) {
    router.get(RouterPath(Endpoint.authorization.rawValue), use: authorize)
    router.get(RouterPath(Endpoint.refusedPath), use: refused)
    router.get(RouterPath(Endpoint.endSession.rawValue), use: askToLeave)
    router.post(RouterPath(Endpoint.endSession.rawValue + "/now"), use: leave)
  }

  @Sendable func authorize(_ request: Request, _ context: PeerContext) async throws -> Response {
    let query = request.uri.query ?? ""
    let session = try await sessions.find(settings.token(of: request))
    var response: Response
    switch try await desks.opened().receive(query, in: session) {
    case .answer(let answer): response = try ServiceAnswer(pages: pages, request: request).response(to: answer)
    case .ask(let run): response = .seeOther("/flow/\(run)")
    case .signIn:
      response = .seeOther(Self.signInPath)
      let after = AuthorizationRequest.afterSignIn(query), isShort = after.utf8.count <= AuthorizationRequest.longest
      response.setCookie(settings.cookie(.service(isShort ? after : query)))
      return response
    case .refused(let refusal): return try turnedDown(refusal)
    }
    if settings.next(of: request) != nil { response.setCookie(settings.noNextCookie) }
    return response
  }

  /// The first page, as it looks to somebody whom a service sent.
  static let signInPath = "/?service"

  @Sendable func refused(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let answer = try await desks.opened().refuse(request.uri.query ?? "") else {
      return try turnedDown(.malformed)
    }
    var response = try ServiceAnswer(pages: pages, request: request).response(to: answer)
    response.setCookie(settings.noNextCookie)
    return response
  }

  /// Nobody is sent on with a request that may be a trap: the person reads what is wrong with it.
  private func turnedDown(_ refusal: AuthorizationFault.Refusal) throws -> Response {
    let sentence =
      switch refusal {
      case .unknownClient:
        say("This site doesn't know the service that sent you here. Nobody was told anything. Tell whoever runs it.")
      case .wrongRedirectURI:
        say(
          """
          The service that sent you here wants the answer at an address that isn't its own here. Nobody was told \
          anything. Tell whoever runs it.
          """)
      case .malformed: say("What the service sent along could not be read. Go back to it and begin again.")
      }
    return try pages.html(
      "problem", ["title": say("Something is off"), "register": "plain", "sentence": sentence], status: .badRequest)
  }

  /// Asks whether to sign out here as well. Nothing in the address signs anybody out.
  @Sendable func askToLeave(_ request: Request, _ context: PeerContext) async throws -> Response {
    let query = request.uri.query ?? ""
    guard let asked = try await desks.opened().receiveLogout(query) else { return try turnedDown(.malformed) }
    let isSignedIn = try await sessions.find(settings.token(of: request))?.account != nil
    if !isSignedIn, let location = asked.location {
      return try ServiceAnswer(pages: pages, request: request).leading(to: location)
    }
    var values: [String: Any] = [
      "title": isSignedIn ? say("Sign out") : say("Signed out"), "register": "working", "isSignedIn": isSignedIn,
      "query": query,
      "path": Endpoint.endSession.rawValue + "/now",
    ]
    values["service"] = asked.service
    values["location"] = asked.location
    return try pages.html("leave", values)
  }

  @Sendable func leave(_ request: Request, _ context: PeerContext) async throws -> Response {
    let query = try await request.form(context)["query"] ?? ""
    let asked = try await desks.opened().receiveLogout(query)
    var waiting: (token: SessionToken, end: Date)?
    if let session = try await sessions.find(settings.token(of: request)) {
      waiting = try await runner.signOut(session)
    }
    var response =
      try asked?.location.map { try ServiceAnswer(pages: pages, request: request).leading(to: $0, isSignedOut: true) }
      ?? .seeOther(PageRoutes.signedOutPath)
    response.setCookie(
      waiting.map { settings.cookie($0.token, for: sessions.cookieLifetime(until: $0.end)) } ?? settings.noCookie)
    return response
  }
}
