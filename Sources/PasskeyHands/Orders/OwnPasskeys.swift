import Authenticator
import Encoding

/// This computer's passkeys, as their owner sees and changes them.
///
/// Viewing the passkeys requires no PIN, because anyone who runs programs as this person can read the list anyway. Each
/// change requires the PIN.
public struct OwnPasskeys: Sendable {
  /// The state of the PIN, and the number of passkeys.
  public struct State: Hashable, Sendable {
    public var isPINSet: Bool
    /// The number of wrong attempts left; `nil` if there is no PIN.
    public var triesLeft: Int?
    public var leastPINLength: Int
    public var room: Int
  }

  private let queue: AuthenticatorQueue
  public init(_ queue: AuthenticatorQueue) { self.queue = queue }

  public func state() async throws(PasskeyProblem) -> State {
    try await perform { client, _ in
      let information = try await client.information()
      let isSet = information.options["clientPin"] == true
      return State(
        isPINSet: isSet, triesLeft: isSet ? try await client.pinRetries().left : nil,
        leastPINLength: information.minimumPINLength,
        room: information.remainingDiscoverableCredentials ?? 0)
    }
  }

  /// Returns all passkeys, the latest first.
  public func list() async throws(PasskeyProblem) -> [KeptPasskey] {
    try await perform { _, authenticator in try await authenticator.keptPasskeys() }
  }

  /// Returns the passkey whose credential id, in hexadecimal, begins with this text.
  ///
  /// - Throws: `notFound`, or `several` if the text does not identify a single passkey.
  public func find(_ beginning: String) async throws(PasskeyProblem) -> KeptPasskey {
    let wanted = beginning.lowercased()
    let found = wanted.isEmpty ? [] : try await list().filter { Hex.encode($0.credentialID).hasPrefix(wanted) }
    guard let first = found.first else { throw PasskeyProblem(.notFound) }
    guard found.count == 1 else { throw PasskeyProblem(.several) }
    return first
  }

  /// Changes the names shown for the account here. The site keeps its own name for the account.
  public func rename(_ passkey: KeptPasskey, name: String?, displayName: String?, by proof: PasskeyProof)
    async throws(PasskeyProblem)
  {
    try await managing(passkey, proof) { client, token in
      try await client.renameCredential(
        passkey.credentialID, userID: passkey.userID, name: name, displayName: displayName, token)
    }
  }

  public func delete(_ passkey: KeptPasskey, by proof: PasskeyProof) async throws(PasskeyProblem) {
    try await managing(passkey, proof) { client, token in try await client.deleteCredential(passkey.credentialID, token)
    }
  }

  /// Sets the first PIN.
  public func setPIN(_ pin: Secret) async throws(PasskeyProblem) {
    try await perform { client, _ in try await client.setPIN(pin) }
  }

  /// Checks the PIN. A wrong PIN counts as one attempt.
  ///
  /// If the PIN must be changed, only the change itself can check it.
  public func verify(_ pin: Secret) async throws(PasskeyProblem) {
    try await verifying { client in
      if try await !client.information().mustChangePIN { _ = try await client.token(pin: pin, .credentialManagement) }
    }
  }

  public func changePIN(from old: Secret, to new: Secret) async throws(PasskeyProblem) {
    try await verifying { client in try await client.changePIN(from: old, to: new) }
  }

  /// Asks the person, then erases all passkeys. They never work again, not even from a copy (E-08).
  public func reset() async throws(PasskeyProblem) {
    try await perform { client, authenticator in
      await authenticator.powerCycle()  // a reset is only taken soon after the power came
      try await client.reset()
    }
  }

  private func managing(
    _ passkey: KeptPasskey, _ proof: PasskeyProof, _ work: @Sendable (CTAPClient, ClientToken) async throws -> Void
  ) async throws(PasskeyProblem) {
    try await verifying { client in
      let token =
        switch proof {
        case .typed(let pin): try await client.token(pin: pin, .credentialManagement)
        case .asked: try await client.tokenByVerification(.credentialManagement, rpID: passkey.rpID)
        }
      try await work(client, token)
    }
  }

  /// Performs work that may fail because the PIN is wrong, in which case the remaining attempts are reported.
  private func verifying(_ work: @Sendable (CTAPClient) async throws -> Void) async throws(PasskeyProblem) {
    try await perform { client, _ in
      do { try await work(client) } catch let status as CTAPStatus
        where [.pinInvalid, .userVerificationInvalid].contains(status)
      {
        throw PasskeyProblem(.wrongPIN(triesLeft: try await client.pinRetries().left))
      }
    }
  }

  private func perform<Result: Sendable>(
    _ work: @Sendable (CTAPClient, any PasskeyAuthenticator) async throws -> Result
  ) async throws(PasskeyProblem) -> Result {
    let outcome = await queue.hold { authenticator -> Swift.Result<Result, PasskeyProblem> in
      let client = CTAPClient { await authenticator.respond(to: $0, on: Self.channel) }
      do { return .success(try await work(client, authenticator)) } catch {
        let problem = PasskeyProblem(cause: error)
        guard problem.code == .failed else { return .failure(problem) }
        // CTAP has a single status for everything that can go wrong with a store; the store itself reports the cause.
        do { _ = try await authenticator.keptPasskeys() } catch { return .failure(PasskeyProblem(cause: error)) }
        return .failure(problem)
      }
    }
    guard let outcome else { throw PasskeyProblem(.cancelled) }
    return try outcome.get()
  }

  /// The owner's channel, which no transport assigns to a client.
  private static let channel: UInt32 = 0xffff_fff0
}

/// The way in which the owner proves that a change is theirs.
public enum PasskeyProof: Sendable {
  /// The PIN as it was typed, in UTF-8.
  case typed(Secret)
  /// The authenticator asks for the PIN, in a window of its own.
  case asked
}
