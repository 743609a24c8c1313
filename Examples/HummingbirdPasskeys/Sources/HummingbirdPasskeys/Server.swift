import Foundation
import Hummingbird
import RelyingParty

/// A page for registering a passkey and signing in with it.
@main
struct Server {
  static func main() async throws {
    let port = ProcessInfo.processInfo.environment["PORT"].flatMap { Int($0) } ?? 8080
    try await application(port: port).runService()
  }

  static func application(port: Int, onRunning: @escaping @Sendable () async -> Void = {}) -> some ApplicationProtocol {
    let passkeys = Passkeys(
      party: RelyingParty(id: "localhost", name: "Passkeys", origins: ["http://localhost:\(port)"]))
    let router = Router()
    router.add(middleware: Refusals())
    router.add(
      middleware: FileMiddleware(
        Bundle.module.resourceURL?.appending(path: "Public").path ?? "Public", searchForIndexHtml: true))
    passkeys.add(to: router)
    passkeys.addSession(to: router)
    return Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { _ in await onRunning() })
  }
}
