import AccountService
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import Model

/// The journal's ciphertext, for somebody who is signed in. Only the page can decrypt it.
struct JournalRoutes {
  let journal: Journals
  let sessions: Sessions
  let settings: WebSettings

  func add(to router: Router<PeerContext>) {
    router.get("/journal", use: read)
    router.post("/journal", use: write)
  }

  @Sendable private func read(_ request: Request, _ context: PeerContext) async throws -> Response {
    guard let contents = try await journal.contents(for: try await account(request)) else {
      throw HTTPError(.notFound, saying: "There is no journal yet.")
    }
    return try .json(contents)
  }

  @Sendable private func write(_ request: Request, _ context: PeerContext) async throws -> Response {
    _ = try await account(request)  // before a body as large as that is read for a stranger
    let body = Data(buffer: try await request.body.collect(upTo: 1024 * 1024))
    let account = try await account(request)  // it may have ended while the body was on its way
    guard let change = try? JSONDecoder().decode(Journals.Change.self, from: body) else {
      throw HTTPError.unreadable
    }
    switch try await journal.take(change, for: account) {
    case .taken: return Response(status: .noContent)
    case .conflict:
      throw HTTPError(.conflict, saying: "Your journal was changed elsewhere. Nothing was written here.")
    case .tooMuch:
      throw HTTPError(
        .contentTooLarge, saying: "There is no room for this. Make it shorter, or remove an older entry first.")
    }
  }

  private func account(_ request: Request) async throws -> AccountID {
    guard let account = try await sessions.find(settings.token(of: request))?.account else {
      throw HTTPError(.unauthorized, saying: "Sign in first.")
    }
    return account
  }
}
