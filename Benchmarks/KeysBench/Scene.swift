import Authenticator
import Encoding
import Foundation
import Synchronization

/// An authenticator with a PIN and a credential that requires it, and a client that measures each getAssertion.
struct Scene {
  static let pin = Secret(Array("123456".utf8)), site = "example.org", hash = [UInt8](repeating: 7, count: 32)

  let authenticator: Authenticator
  let client: CTAPClient
  private let watch: Watch
  private let credential: [UInt8]

  private final class Watch: Sendable { let last = Mutex(Duration.zero) }

  init(_ keys: any KeyStore, in folder: String) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let authenticator = Authenticator(keys: keys, storage: try FileStorage(path: folder + "/shelf"), person: Present()),
      watch = Watch()
    (self.authenticator, self.watch) = (authenticator, watch)
    client = CTAPClient { request in
      let start = ContinuousClock.now
      let answer = await authenticator.respond(to: request)
      let duration = ContinuousClock.now - start
      watch.last.withLock { $0 = duration }
      return answer
    }
    try await client.setPIN(Self.pin)
    var command = MakeCredentialCommand(clientDataHash: Self.hash, rpID: Self.site, userID: [1])
    command.token = try await client.token(pin: Self.pin, .makeCredential, rpID: Self.site)
    command.isDiscoverable = true
    command.extensions["hmac-secret"] = .boolean(true)
    guard let id = try await client.makeCredential(command).credentialID else {
      throw Failure("There is no credential.")
    }
    credential = id
  }

  /// The time that `Authenticator.respond` took for one getAssertion. Its PIN token was obtained beforehand.
  ///
  /// - Parameter ready: Called when all preparation is done.
  func signIn(prf: Bool = false, ready: () -> Void = {}) async throws -> Duration {
    var command = GetAssertionCommand(rpID: Self.site, clientDataHash: Self.hash)
    command.allowed = [credential]
    if prf {
      let agreement = try await client.agree()
      command.token = try await client.token(pin: Self.pin, .getAssertion, rpID: Self.site)
      command.extensions["hmac-secret"] = try agreement.hmacSecretInput([Secret(Self.hash)])
    } else {
      command.token = try await client.token(pin: Self.pin, .getAssertion, rpID: Self.site)
    }
    ready()
    _ = try await client.getAssertion(command)
    return watch.last.withLock { $0 }
  }
}

private struct Present: Person {
  var verification: (any BuiltInVerification)? { nil }
  func confirmPresence(for occasion: Occasion) async -> PresenceAnswer { .present }
}
