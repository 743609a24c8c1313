import AccountService
import Flows
import HTTPConnections
import Hummingbird
import Runner

/// What a person does with the services that know them.
struct ServiceSettingsRoutes {
  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings

  func add(to router: Router<PeerContext>) {
    router.post(RouterPath(SettingsRoom.services.path + "/forget"), use: forget)
  }

  @Sendable func forget(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let service = try await request.form(context)["service"] else { throw HTTPError.unreadable }
    if let session = try await sessions.find(settings.token(of: request)) {
      try await runner.forget(service: service, in: session)
    }
    return .seeOther(SettingsRoom.services.path)
  }
}
