import AccountService
import CeremonyService
import Flows
import Foundation
import HTTPConnections
import Hummingbird
import Model
import Runner

/// The rooms of Settings, and the few things that a person does there without a flow.
struct SettingsRoutes {
  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages
  let accounts: Accounts
  let metadata: CurrentMetadata

  func add(to router: Router<PeerContext>) {
    for path in [Origin.formerSettings, Origin.formerSettings + "/log", "/settings"] {
      let room = path.hasSuffix("/log") ? SettingsRoom.activity : .keys
      router.get(RouterPath(path)) { _, _ in Response.seeOther(room.path) }
    }
    room(.keys, on: router) { view, _ in
      var values = view.keys
      if settings.hasPasskeysPage { values["passkeysPage"] = PasskeyRoutes.path }
      return values
    }
    room(.recovery, on: router) { view, _ in view.recovery }
    room(.card, on: router) { view, _ in view.card }
    room(.password, on: router) { view, _ in view.password }
    room(.devices, on: router) { view, visit in
      view.devices(try await sessions.open(beside: visit.session), sessionDays: sessions.days)
    }
    room(.services, on: router) { view, visit in
      view.services(try await runner.services(knowing: visit.session))
    }
    room(.activity, on: router) { view, visit in
      let page = visit.request.uri.queryParameters.get("page", as: Int.self) ?? 1
      return try await accounts.log(of: visit.session, page: page).map(view.activity)
    }
    router.get(RouterPath(SettingsRoom.keys.path + "/:key"), use: key)
    router.post(RouterPath(SettingsRoom.keys.path + "/tidied"), use: tidied)
    router.post(RouterPath(SettingsRoom.recovery.path + "/code-kept"), use: codeKept)
    router.post(RouterPath(SettingsRoom.devices.path + "/sign-out"), use: signOutOther)
    router.post(RouterPath(SettingsRoom.devices.path + "/sign-out-elsewhere"), use: signOutElsewhere)
  }

  /// A signed-in person's request for a room.
  private struct Visit: Sendable {
    let session: Session
    let request: Request
  }

  /// Adds a room's page. Somebody who is not signed in is led to the first page.
  private func room(
    _ room: SettingsRoom, on router: Router<PeerContext>,
    _ values: @escaping @Sendable (RoomView, Visit) async throws -> [String: Any]?
  ) {
    router.get(RouterPath(room.path)) { request, _ in
      guard let session = try await sessions.find(settings.token(of: request)), let view = try await view(for: session),
        let values = try await values(view, Visit(session: session, request: request))
      else { return Response.seeOther(Origin.home.path) }
      return try pages.html("settings/\(room.rawValue)", values)
    }
  }

  private func view(for session: Session) async throws -> RoomView? {
    try await accounts.safety(of: session).map {
      RoomView(safety: $0, rpID: settings.rpID, metadata: metadata, hasHands: settings.hands != nil)
    }
  }

  /// Returns the page of one key of this account. The key of another account is not found, as one that never was.
  @Sendable func key(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)), let view = try await view(for: session)
    else { return .seeOther(Origin.home.path) }
    let segment = try context.parameters.require("key")
    guard let values = view.key(KeyID(rawValue: segment.removingPercentEncoding ?? segment)) else {
      throw HTTPError(.notFound)
    }
    return try pages.html("settings/key", values)
  }

  /// Puts away the advice about passkeys that may still lie on a key and work here no more.
  @Sendable func tidied(_ request: Request, _ context: PeerContext) async throws -> Response {
    if let session = try await sessions.find(settings.token(of: request)) { try await accounts.noteTidied(session) }
    return .seeOther(SettingsRoom.keys.path)
  }

  /// Handles the person's statement that they do not need a new recovery code.
  @Sendable func codeKept(_ request: Request, _ context: PeerContext) async throws -> Response {
    if let session = try await sessions.find(settings.token(of: request)) { try await accounts.noteCodeKept(session) }
    return .seeOther(SettingsRoom.recovery.path)
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

  /// The address of the list of sessions, so that the keyboard and a screen reader continue where the button was.
  private static let places = SettingsRoom.devices.path + "#sessions"
}
