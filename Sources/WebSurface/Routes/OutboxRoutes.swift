import AccountService
import HTTPConnections
import Hummingbird
import Model
import Runner

/// The page on which codes from the practice providers arrive, for a session that is signed in or in the middle of
/// account recovery. Anyone who can open this computer's page can start a recovery, and can finish it if they know the
/// facts. The set-up warns of this beforehand (G-34).
struct OutboxRoutes {
  let outbox: PracticeOutbox
  let runner: Runner
  let sessions: Sessions
  let settings: WebSettings
  let pages: Pages

  static let path = "/outbox"

  func add(to router: Router<PeerContext>) { router.get(RouterPath(Self.path), use: show) }

  @Sendable func show(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let session = try await sessions.find(settings.token(of: request)), try await isOwner(session) else {
      return .seeOther(Origin.home.path)
    }
    let messages = await outbox.messages().map { message -> [String: Any] in
      let moment = Moment(date: message.at, now: message.at)
      return [
        "provider": message.provider, "channel": message.channel.said, "recipient": message.recipient,
        "text": message.text, "time": moment.dayAndTime.said, "machine": moment.machine,
      ]
    }
    return try pages.html(
      "outbox",
      [
        "title": say("Practice outbox"), "register": "working", "messages": messages, "isEmpty": messages.isEmpty,
      ])
  }

  private func isOwner(_ session: Session) async throws -> Bool {
    guard session.account == nil else { return true }
    return try await runner.isRecovering(in: session)
  }
}
