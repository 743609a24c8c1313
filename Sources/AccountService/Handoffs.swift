import Crypto
import Encoding
import Model

/// Directs a person to Settings on another device (M-09). The handoff passes on a place, never a session (G-41).
public struct Handoffs: Sendable {
  let store: any Store
  let environment: ServerEnvironment

  /// Creates a service for the handoffs in a store.
  public init(store: any Store, environment: ServerEnvironment) {
    self.store = store; self.environment = environment
  }

  /// Returns a new token for an address: 32 random bytes, base64url. The store contains only the token's SHA-256.
  public func issue() async throws -> String {
    let token = Base64URL.encode(environment.randomBytes(32))
    let handoff = Handoff(tokenHash: Self.hash(token), issuedAt: environment.now())
    try await store.write { try $0.insert(handoff) }
    return token
  }

  /// Invalidates the token. Returns `true` if it was still valid.
  public func spend(_ token: String) async throws -> Bool {
    guard Base64URL.decode(token)?.count == 32 else { return false }
    let now = environment.now()
    let spent = try await store.write { try $0.spend(handoff: Self.hash(token)) }
    return spent.map { !$0.isExpired(at: now) } ?? false
  }

  private static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
