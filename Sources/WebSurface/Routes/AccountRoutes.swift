import AccountService
import Flows
import Foundation
import HTTPConnections
import Hummingbird
import Model
import Runner
import Sentences
import WaysBack

/// The pages where a sign-in ends: the account's home with “What if I lose …”, and the receipt of the sign-in lab.
struct AccountRoutes {
  static let whatIfPath = "/account/what-if"
  /// What the server knows of somebody's things, for their own page.
  static let holdingsPath = AccountHome.path + "/holdings"
  /// Where an account that was to be deleted is kept.
  static let keepPath = AccountHome.path + "/keep"
  static let laterPath = Origin.round.path + "/later"
  /// The lab's success screen (B-28).
  static let receiptPath = "/lab/signed-in"

  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages
  let accounts: Accounts

  func add(to router: Router<PeerContext>) {
    router.get(RouterPath(Origin.account.path), use: home)
    router.get(RouterPath(Self.whatIfPath), use: whatIf)
    router.post(RouterPath(Self.whatIfPath), use: whatIf)
    router.get(RouterPath(Origin.round.path), use: round)
    router.get(RouterPath(Origin.things.path), use: things)
    router.get(RouterPath(Self.holdingsPath), use: holdings)
    router.post(RouterPath(Self.laterPath), use: later)
    router.post(RouterPath(Self.keepPath), use: keep)
    router.get(RouterPath(Self.receiptPath), use: receipt)
  }

  @Sendable func home(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)),
      let facts = try await accounts.facts(of: session), let safety = try await accounts.safety(of: session),
      let holdings = try await holdings(of: session)
    else { return .seeOther(Origin.home.path) }
    if let next = next(request) { return next }
    // A name of its own for each day: a copy never overwrites an earlier one.
    let copy = "accounts-\(safety.at.formatted(.iso8601.year().month().day())).copy"
    let view = AccountView(
      facts: facts, safety: safety, holdings: holdings, isNudge: try await accounts.takeNudge(of: session),
      isEnrolling: try await runner.isEnrolling(in: session),
      rpID: settings.rpID, hasHands: settings.hands != nil, copyLine: settings.copyLine(copy))
    return try pages.html("account", view.values)
  }

  /// Answers without a script as well, and keeps nothing of what is ticked: ticks come in a body, not in an address.
  @Sendable func whatIf(_ request: Request, _ context: PeerContext) async throws -> Response {
    let ticked = request.method == .post ? try await request.form(context) : [:]
    guard let session = try await sessions.find(settings.token(of: request)),
      let holdings = try await holdings(of: session), let safety = try await accounts.safety(of: session)
    else { return .seeOther(Origin.home.path) }
    guard let picture = Picture(holdings) else { return .seeOther(Origin.account.path) }  // which says why
    return try pages.html(
      "what-if", try WhatIfView(picture: picture, fields: Set(ticked.keys), paper: PaperFacts(safety)).values)
  }

  @Sendable func round(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)),
      let safety = try await accounts.safety(of: session), let holdings = try await holdings(of: session)
    else { return .seeOther(Origin.home.path) }
    let view = RoundView(holdings: holdings, safety: safety, hasHands: settings.hands != nil)
    return try pages.html("round", view.values)
  }

  @Sendable func things(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)),
      let holdings = try await holdings(of: session)
    else { return .seeOther(Origin.home.path) }
    return try pages.html("things", ThingsView(holdings: holdings).values)
  }

  /// Gives a page what it counts with, beside what only the open journal knows.
  @Sendable func holdings(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)),
      let holdings = try await holdings(of: session)
    else { throw HTTPError(.unauthorized) }
    return try .json(holdings.exported)
  }

  /// “Not this month”.
  @Sendable func later(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)) else { return .seeOther(Origin.home.path) }
    try await accounts.putOffRound(session, site: site)
    return .seeOther(Origin.account.path)
  }

  @Sendable func keep(_ request: Request, _ context: PeerContext) async throws -> Response {
    if let session = try await sessions.find(settings.token(of: request)) { try await runner.keepAccount(of: session) }
    return .seeOther(Origin.account.path)
  }

  @Sendable func receipt(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)),
      let facts = try await accounts.facts(of: session)
    else { return .seeOther(Origin.home.path) }
    if let next = next(request) { return next }
    let view = ReceiptView(
      facts: facts, isNudge: try await accounts.takeNudge(of: session), rpID: settings.rpID,
      sessionDays: sessions.cookieLifetime / 86_400)
    return try pages.html("receipt", view.values)
  }

  private var site: Holdings.Site {
    settings.keepsAccountsHere
      ? .here("this computer") : .hosted(URL(string: settings.origin)?.host() ?? settings.rpID)
  }

  private func holdings(of session: Session) async throws -> Holdings? {
    try await accounts.holdings(of: session, site: site) {
      ThingName(alone: KeyName.sentence($0, isCard: $1), inSentence: KeyName.inSentence($0, isCard: $1))
    }
  }

  /// Returns where a device that was handed over to continues, now that it has signed in (G-41).
  private func next(_ request: Request) -> Response? {
    guard let next = settings.next(of: request) else { return nil }
    var response = Response.seeOther(next.path)
    response.setCookie(settings.noNextCookie)
    return response
  }
}
