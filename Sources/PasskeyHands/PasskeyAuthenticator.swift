import Authenticator

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
