import Authenticator
import HandsTools

/// One authenticator and its queue: browsers, sockets and readers are served one at a time, in order.
///
/// A cancelled caller ends only its own request.
public final class AuthenticatorQueue: Sendable {
  private let authenticator: any PasskeyAuthenticator
  private let isOpen: @Sendable () -> Bool
  private let turns = Turns()

  /// - Parameter isOpen: Returns `true` if the passkeys may still be used; called before each turn. A different program
  ///   may have deleted them all, and nothing must be created in their place.
  public init(_ authenticator: any PasskeyAuthenticator, isOpen: @escaping @Sendable () -> Bool = { true }) {
    self.authenticator = authenticator; self.isOpen = isOpen
  }

  /// Returns the answer to one request; if the task is cancelled, the answer says so.
  ///
  /// - Parameter channel: Identifies the client that asks.
  public func perform(_ request: TransportRequest, on channel: UInt32) async -> [UInt8] {
    await hold { authenticator in
      switch request {
      case .cbor(let bytes): await authenticator.respond(to: bytes, on: channel)
      case .u2f(let apdu): await authenticator.respond(toU2F: apdu)
      }
    } ?? request.answerOfCancelled
  }

  /// Serves no other client while `work` runs.
  ///
  /// - Returns: `nil` if the task was cancelled before its turn came, or the queue is closed.
  public func hold<Result: Sendable>(_ work: @Sendable (any PasskeyAuthenticator) async -> Result) async -> Result? {
    let done: Result?? = try? await turns.take("authenticator") { isOpen() ? await work(authenticator) : nil }
    return done ?? nil
  }

  /// The account that would be signed in, if there is only one candidate. It does not wait for a turn.
  func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) async -> String? {
    await authenticator.nameOfOnlyAccount(rpID: rpID, allowed: allowed)
  }

  /// `true` if the person can be verified here now. It does not wait for a turn.
  func verifies() async -> Bool { isOpen() ? await authenticator.verifies() : false }

  /// `true` if U2F is currently available. It does not wait for a turn.
  func speaksU2F() async -> Bool { isOpen() ? await authenticator.speaksU2F() : false }

  /// Takes what a relying party reports about its accounts. It waits for the current command, not for a whole ceremony.
  func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus) {
    if isOpen() { try await authenticator.take(signal, rpID: rpID) }
  }

  /// Forgets secrets, so that none is kept for the next request.
  func forgetSecrets() async { await authenticator.forgetSecrets() }

  /// Does what a power cycle does to a card, once the current client has been served.
  public func powerCycle() async { _ = await hold { await $0.powerCycle() } }
}

extension TransportRequest {
  /// CTAP2_ERR_KEEPALIVE_CANCEL (CTAP 2.1 §8.2), or the U2F status for an absent person.
  var answerOfCancelled: [UInt8] { if case .cbor = self { [0x2d] } else { [0x69, 0x85] } }
}

/// The part of the authenticator that the hands need; in the product it is `Authenticator`.
public protocol PasskeyAuthenticator: Sendable {
  /// Answers a command byte and CBOR with a status and CBOR. A caller that gives up cancels the task.
  ///
  /// - Parameter channel: Identifies the client that asks.
  func respond(to request: [UInt8], on channel: UInt32) async -> [UInt8]
  /// Answers a U2F command APDU with a response APDU.
  func respond(toU2F apdu: [UInt8]) async -> [UInt8]
  /// Forgets everything that it keeps only while it has power.
  func powerCycle() async
  /// Forgets the secrets that it opened for commands that have ended.
  func forgetSecrets() async
  /// The account that would be signed in, if there is only one candidate. It is shown to the person before they are
  /// verified, and to nobody else.
  func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) async -> String?
  /// `true` if the person can be verified here now. It does not wait for a turn.
  func verifies() async -> Bool
  /// `true` if U2F is currently available. It does not wait for a turn.
  func speaksU2F() async -> Bool
  /// The stored passkeys, for listing them to their owner.
  func keptPasskeys() async throws -> [KeptPasskey]
  /// Takes what a relying party reports about its accounts: passkeys that it no longer knows are no longer offered.
  func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus)
}

extension Authenticator: PasskeyAuthenticator {}
