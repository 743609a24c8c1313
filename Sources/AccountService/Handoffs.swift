import Crypto
import Encoding
import Model

/// Directs a person to Settings on another device (M-09). A place is handed over, never a session (G-41).
public struct Handoffs: Sendable {
  let store: any Store
  let environment: ServerEnvironment

  /// Serves the handoffs in a store.
  public init(store: any Store, environment: ServerEnvironment) {
    self.store = store; self.environment = environment
  }

  /// A new token for an address: 32 random bytes, base64url. The store knows only its SHA-256.
  public func issue() async throws -> String {
    let token = Base64URL.encode(environment.randomBytes(32))
    let handoff = Handoff(tokenHash: Self.hash(token), issuedAt: environment.now())
    try await store.write { try $0.insert(handoff) }
    return token
  }

  /// Returns `true` if the token was fresh, and makes it unusable from then on.
  public func spend(_ token: String) async throws -> Bool {
    guard Base64URL.decode(token)?.count == 32 else { return false }
    let now = environment.now()
    let spent = try await store.write { try $0.spend(handoff: Self.hash(token)) }
    return spent.map { !$0.isExpired(at: now) } ?? false
  }

  private static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
