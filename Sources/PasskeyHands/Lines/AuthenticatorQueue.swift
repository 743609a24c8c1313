import Authenticator
import HandsTools

/// An authenticator and its queue. Browsers, sockets and readers are served one at a time, in order.
///
/// A cancelled caller ends only its own request.
public final class AuthenticatorQueue: Sendable {
  private let authenticator: any PasskeyAuthenticator
  private let isOpen: @Sendable () -> Bool
  private let turns = Turns()

  /// - Parameter isOpen: Returns `true` if the passkeys may still be used. It is called before each turn, because a
  ///   different program may have deleted all passkeys, and nothing must be created in their place.
  public init(_ authenticator: any PasskeyAuthenticator, isOpen: @escaping @Sendable () -> Bool = { true }) {
    self.authenticator = authenticator; self.isOpen = isOpen
  }

  /// Returns the response to one request. If the task is cancelled, the response says so.
  ///
  /// - Parameter channel: Identifies the requesting client.
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

  /// Returns the account that would be signed in, if there is only one candidate. This does not wait for a turn.
  func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) async -> String? {
    await authenticator.nameOfOnlyAccount(rpID: rpID, allowed: allowed)
  }

  /// Returns `true` if the person can be verified here now. This does not wait for a turn.
  func verifies() async -> Bool { isOpen() ? await authenticator.verifies() : false }

  /// Returns `true` if U2F is currently available. This does not wait for a turn.
  func speaksU2F() async -> Bool { isOpen() ? await authenticator.speaksU2F() : false }

  /// Processes what a relying party reports about its accounts. This waits for the current command, but not for a whole
  /// ceremony.
  func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus) {
    if isOpen() { try await authenticator.take(signal, rpID: rpID) }
  }

  /// Forgets secrets, so that no secret is kept for the next request.
  func forgetSecrets() async { await authenticator.forgetSecrets() }

  /// Has the same effect as a card's power cycle, once the current client has been served.
  public func powerCycle() async { _ = await hold { await $0.powerCycle() } }
}

extension TransportRequest {
  /// CTAP2_ERR_KEEPALIVE_CANCEL (CTAP 2.1 §8.2), or the U2F status for an absent person.
  var answerOfCancelled: [UInt8] { if case .cbor = self { [0x2d] } else { [0x69, 0x85] } }
}

/// The part of the authenticator that the hands need. In the product, `Authenticator` implements it.
public protocol PasskeyAuthenticator: Sendable {
  /// Responds to a command byte and CBOR with a status and CBOR. A caller that gives up cancels the task.
  ///
  /// - Parameter channel: Identifies the requesting client.
  func respond(to request: [UInt8], on channel: UInt32) async -> [UInt8]
  /// Responds to a U2F command APDU with a response APDU.
  func respond(toU2F apdu: [UInt8]) async -> [UInt8]
  /// Forgets everything that the authenticator keeps only while it has power.
  func powerCycle() async
  /// Forgets the secrets that the authenticator opened for commands that have ended.
  func forgetSecrets() async
  /// Returns the account that would be signed in, if there is only one candidate. The account is shown only to the
  /// person, before they are verified.
  func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) async -> String?
  /// Returns `true` if the person can be verified here now. This does not wait for a turn.
  func verifies() async -> Bool
  /// Returns `true` if U2F is currently available. This does not wait for a turn.
  func speaksU2F() async -> Bool
  /// Returns the stored passkeys, for listing them to their owner.
  func keptPasskeys() async throws -> [KeptPasskey]
  /// Processes what a relying party reports about its accounts. Passkeys that it no longer knows are no longer offered.
  func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus)
}

extension Authenticator: PasskeyAuthenticator {}
