import AccountService
import Flows
import Foundation
import HandsProtocol
import HTTPConnections
import HTTPTypes
import Hummingbird
import Model
import Runner

/// A run's pages and its two endpoints, one for the person's form and one for the hands' news.
struct FlowRoutes {
  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages
  let recoveries: AddressLimit

  func add(to router: Router<PeerContext>) {
    router.post("/start/:flow", use: start)
    router.get("/flow/:run", use: show)
    router.post("/flow/:run", use: press)
    router.post("/flow/:run/open", use: open)
    router.post("/flow/:run/back", use: back)
    router.post("/flow/:run/stay", use: stay)
    router.post("/flow/:run/news", use: report)
  }

  /// Starts a run and redirects to its page. This is a POST, so that merely visiting an address does not start a run.
  @Sendable func start(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let flow = FlowName(rawValue: try context.parameters.require("flow")), !flow.needsTerminal else {
      throw HTTPError(.notFound)
    }
    let form = try await request.form(context)
    // The limit is checked here rather than by path, because a path can be written in more than one way.
    if flow.isKeptForAnybody || flow.needsStranger { try recoveries.admit(request, context) }
    let origin = form["from"].flatMap(Origin.init(path:)) ?? .lab
    if flow.needsAccount, try await sessions.find(settings.token(of: request))?.account == nil { return .seeOther("/") }
    if flow.needsStranger, try await sessions.find(settings.token(of: request))?.account != nil {
      return .seeOther(RehearsalRoutes.path)  // which says where to go
    }
    let (session, token) = try await sessions.findOrBegin(
      settings.token(of: request), from: settings.visitor(request, context))
    let subject = form["key"].map(KeyID.init(rawValue:))
    if flow.needsSubject, subject == nil { throw HTTPError.unreadable }
    let id = try await runner.start(
      flow, about: subject, in: session, from: origin.path, isInPlace: form["in-place"] != nil,
      languages: request.headers[.acceptLanguage] ?? "")
    var response = Response.seeOther("/flow/\(id)")
    if let token { response.setCookie(settings.cookie(token, for: sessions.cookieLifetime)) }
    if form["from"] != nil, let place = settings.labCookie(request, beginningFrom: origin) { response.setCookie(place) }
    return response
  }

  /// Returns the page. Viewing it changes nothing; `hands.js` opens the run once it is ready to work.
  @Sendable func show(_ request: Request, _ context: PeerContext) async throws -> Response {
    let id = try context.parameters.require("run")
    do {
      let answer = try await runner.look(id, in: try await session(request, context))
      return request.wantsHTML ? try page(answer, request) : try .json(offering(answer))
    } catch let error as RunnerError where error.code == .noRun && request.wantsHTML {
      return .seeOther(try await wayBack(request))  // a flow's address without its live session leads back
    }
  }

  @Sendable func open(_ request: Request, _ context: PeerContext) async throws -> Response {
    let isWaiting = request.uri.queryParameters["waiting"] != nil
    let id = try context.parameters.require("run")
    let answer = try await runner.open(id, in: try await session(request, context), isWaiting: isWaiting)
    return try await respond(request, answer)
  }

  @Sendable func stay(_ request: Request, _ context: PeerContext) async throws -> Response {
    try await runner.stay(try context.parameters.require("run"), in: try await session(request, context))
    return Response(status: .noContent)
  }

  @Sendable func press(_ request: Request, _ context: PeerContext) async throws -> Response {
    let id = try context.parameters.require("run"), session = try await session(request, context)
    var form = try await request.form(context)
    let revision = form.removeValue(forKey: "revision").flatMap { Int($0) } ?? -1,
      action = form.removeValue(forKey: "action")
    do {
      let answer =
        switch action {
        case let action?:
          try await runner.press(
            action, fields: form, revision: revision, id, in: session,
            by: request.address(context, trustedProxies: settings.trustedProxies))
        case nil: try await runner.look(id, in: session)  // Enter in a form without a button
        }
      return try await respond(request, answer)
    } catch let error as RunnerError where error.code == .refused && request.wantsHTML {
      return try page(try await runner.look(id, in: session), request, note: error.sentence.said, status: .conflict)
    } catch let error as RunnerError where error.code == .noRun && request.wantsHTML {
      return .seeOther(try await wayBack(request))
    }
  }

  @Sendable func back(_ request: Request, _ context: PeerContext) async throws -> Response {
    let revision = try await request.form(context)["revision"].flatMap { Int($0) } ?? -1
    let id = try context.parameters.require("run")
    return try await respond(
      request, try await runner.back(revision: revision, id, in: try await session(request, context)))
  }

  @Sendable func report(_ request: Request, _ context: PeerContext) async throws -> Response {
    let id = try context.parameters.require("run"), session = try await session(request, context)
    let isLong = request.headers[.contentLength].flatMap { Int($0) }.map { $0 > context.maxUploadSize } ?? false
    let mayBeLong = if isLong { try await runner.makesMasterKeys(id, in: session) } else { false }
    let limit = mayBeLong ? Runner.longestMaking : nil
    let message: HandsMessage
    do {
      message = try JSONDecoder().decode(HandsMessage.self, from: try await request.bodyData(context, upTo: limit))
    } catch is DecodingError {
      throw HTTPError.unreadable
    } catch is OtherVersion {
      throw HTTPError(
        .badRequest, saying: "This page is from another version of Latchstring. Load it again. Nothing has changed.")
    }
    return try await respond(request, try await runner.report(message, id, in: session))
  }

  private func session(_ request: Request, _ context: PeerContext) async throws -> Session {
    guard var session = try await sessions.find(settings.token(of: request)) else { throw RunnerError.noRun }
    session.browser = request.browser
    session.address = request.address(context, trustedProxies: settings.trustedProxies)
    return session
  }

  /// Returns where the person continues: in Settings if they are signed in, otherwise on the first page or in the lab.
  private func wayBack(_ request: Request) async throws -> String {
    let isSignedIn = try await sessions.find(settings.token(of: request))?.account != nil
    return (isSignedIn ? Origin.keys : settings.isFromLab(request) ? .lab : .home).path
  }

  /// `hands.js` gets the values (and the rendered screen); a plain form is redirected to the page.
  private func respond(_ request: Request, _ answer: Answer) async throws -> Response {
    var answer = offering(answer)
    if answer.next == Origin.account.path, answer.origin == Origin.lab.path, settings.isFromLab(request) {
      answer.next = AccountRoutes.receiptPath  // the lab has a success screen of its own (B-28)
    }
    var response: Response
    if request.wantsHTML {
      response = .seeOther(answer.next ?? "/flow/\(answer.run)")
    } else if request.wantsDrawnScreen {
      let html = answer.next == nil ? try pages.draw("flow-body", view(answer, request).values) : nil
      response = try .json(DrawnAnswer(answer: answer, html: html))
    } else {
      response = try .json(answer)
    }
    if let token = answer.token {
      response.setCookie(settings.cookie(token, for: try await sessions.cookieLifetime(of: token)))
    } else if let end = answer.keptUntil, let token = settings.token(of: request) {  // the browser comes back with it
      response.setCookie(settings.cookie(token, for: sessions.cookieLifetime(until: end)))
    } else if answer.endsSession {
      response.setCookie(settings.noCookie)
    }
    // D-39: a card is added on the page after the sign-in.
    if answer.end?.leadsTo == .signIn { response.setCookie(settings.cookie(Next.card)) }
    return response
  }

  private func page(
    _ answer: Answer, _ request: Request, note: String? = nil, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    var view = view(offering(answer), request)
    view.note = note
    return try pages.html("flow", view.values, status: status)
  }
  /// Removes everything that only hands can do, if pages have no hands.
  private func offering(_ answer: Answer) -> Answer {
    guard settings.hands == nil else { return answer }
    var answer = answer
    answer.screen.choices.removeAll(where: \.needsHands)
    return answer
  }
  private func view(_ answer: Answer, _ request: Request) -> ScreenView {
    let origin = Origin(path: answer.origin) ?? .lab
    let trouble = FlowName(rawValue: answer.flow).flatMap {
      answer.knowsPerson ? nil : TroubleLink(from: $0, begunAt: origin, showing: answer.screen)
    }
    return ScreenView(
      run: answer.run, revision: answer.revision, screen: answer.screen, origin: origin,
      site: settings.origin, lasts: answer.lasts,
      device: request.device, isHome: settings.isHome, trouble: trouble,
      outbox: settings.outbox == nil ? nil : OutboxRoutes.path)
  }
}

/// An answer with its screen as HTML, so that a browser need not know how to render one.
private struct DrawnAnswer: Encodable {
  let answer: Answer
  let html: String?
  private enum Keys: String, CodingKey { case html, endsSession }
  func encode(to encoder: any Encoder) throws {
    try answer.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encodeIfPresent(html, forKey: .html)
    if answer.endsSession { try container.encode(true, forKey: .endsSession) }
  }
}
