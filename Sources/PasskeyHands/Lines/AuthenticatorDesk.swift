import Authenticator
import HandsTools

/// One authenticator, and the line of those who want something of it: browsers, sockets and readers are served one at a time, in order.
///
/// Who is cancelled ends only what is their own.
public final class AuthenticatorDesk: Sendable {
  private let authenticator: any PasskeyAuthenticator
  private let isOpen: @Sendable () -> Bool
  private let turns = Turns()

  /// - Parameter isOpen: Whether the passkeys are still to be used; asked before each turn. Another program may have thrown them all away, and
  ///   nothing is to be made in their place.
  public init(_ authenticator: any PasskeyAuthenticator, isOpen: @escaping @Sendable () -> Bool = { true }) {
    self.authenticator = authenticator; self.isOpen = isOpen
  }

  /// Gives the answer to one request. When the task is cancelled, one that says so.
  ///
  /// - Parameter channel: Which client asks.
  public func perform(_ request: TransportRequest, on channel: UInt32) async -> [UInt8] {
    await hold { authenticator in
      switch request {
      case .cbor(let bytes): await authenticator.respond(to: bytes, on: channel)
      case .u2f(let apdu): await authenticator.respond(toU2F: apdu)
      }
    } ?? request.answerOfCancelled
  }

  /// Nobody else is served while `work` lasts.
  ///
  /// - Returns: `nil` where the task was cancelled before its turn came, or the desk is closed.
  public func hold<Result: Sendable>(_ work: @Sendable (any PasskeyAuthenticator) async -> Result) async -> Result? {
    let done: Result?? = try? await turns.take("authenticator") { isOpen() ? await work(authenticator) : nil }
    return done ?? nil
  }

  /// Who would be signed in, where only one account could be. It waits for nobody's turn.
  func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) async -> String? {
    await authenticator.nameOfOnlyAccount(rpID: rpID, allowed: allowed)
  }

  /// Whether the person can be verified here now. It waits for nobody's turn.
  func verifies() async -> Bool { isOpen() ? await authenticator.verifies() : false }

  /// Whether U2F is spoken just now. It waits for nobody's turn.
  func speaksU2F() async -> Bool { isOpen() ? await authenticator.speaksU2F() : false }

  /// What a relying party says of its accounts. It waits for the command under way, not for a whole ceremony.
  func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus) { if isOpen() { try await authenticator.take(signal, rpID: rpID) } }

  /// Nothing secret is kept for the next request.
  func forgetSecrets() async { await authenticator.forgetSecrets() }

  /// What a card that loses its power forgets, after whoever is served now.
  public func powerCycle() async { _ = await hold { await $0.powerCycle() } }
}

extension TransportRequest {
  /// CTAP2_ERR_KEEPALIVE_CANCEL (CTAP 2.1 §8.2), or that the person was not there.
  var answerOfCancelled: [UInt8] { if case .cbor = self { [0x2d] } else { [0x69, 0x85] } }
}

/// What the hands need of an authenticator; in the product it is `Authenticator`.
public protocol PasskeyAuthenticator: Sendable {
  /// A command byte and CBOR; gives a status and CBOR. Who gives up cancels the task.
  ///
  /// - Parameter channel: Which client asks.
  func respond(to request: [UInt8], on channel: UInt32) async -> [UInt8]
  /// A U2F command APDU; gives a response APDU.
  func respond(toU2F apdu: [UInt8]) async -> [UInt8]
  /// Forgets what it keeps only while it has power.
  func powerCycle() async
  /// Forgets what it opened for commands that are over.
  func forgetSecrets() async
  /// Who would be signed in, where only one account could be. It is shown to the person before they are verified, and to nobody else.
  func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) async -> String?
  /// Whether the person can be verified here now. It waits for nobody's turn.
  func verifies() async -> Bool
  /// Whether U2F is spoken just now. It waits for nobody's turn.
  func speaksU2F() async -> Bool
  /// What there is, for its owner's own lists.
  func keptPasskeys() async throws -> [KeptPasskey]
  /// What a relying party says of its accounts: what it does not know any more is not offered any more.
  func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus)
}

extension Authenticator: PasskeyAuthenticator {}
