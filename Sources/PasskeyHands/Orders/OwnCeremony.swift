import Authenticator
import Encoding

/// What one of this computer's passkeys gave to a program on it, in the form of a browser's response.
package struct OwnAnswer: Sendable {
  /// `RegistrationResponseJSON` or `AuthenticationResponseJSON` (WebAuthn L3 §5.1), without the outputs of PRF.
  package var credential: [UInt8]
  package var id: [UInt8]
  /// The first output of PRF; `nil` if there is none, or the person was not verified.
  package var secret: Secret?
  package var userID: [UInt8]?
  /// `true` for a new passkey that can evaluate PRF.
  package var mayStillOpen = false
}

/// The ceremonies that a program on this computer holds with its passkeys, as a browser does for a page.
package struct OwnCeremony: Sendable {
  private let queue: AuthenticatorQueue
  private let place: RequestOrigin

  /// - Parameter origin: The origin that passkeys sign for.
  package init(_ queue: AuthenticatorQueue, origin: String) {
    self.queue = queue
    place = RequestOrigin(origin: origin)
  }

  /// Signs in, or proves that the person is here.
  ///
  /// - Parameters:
  ///   - options: `PublicKeyCredentialRequestOptionsJSON`, as text.
  ///   - choose: Asks which of two or more accounts is meant, by their user names; `nil` for none.
  /// - Throws: `PasskeyProblem`.
  package func get(_ options: String, choose: @escaping @Sendable ([String?]) async -> Int?) async throws -> OwnAnswer {
    try await hold { [place] client in
      let details = try AssertionDetails(options, from: place)
      return try await SignIn(details, client) { await choose($0.map(\.userName)) }.runApart()
    }
  }

  /// Makes a passkey.
  ///
  /// - Parameter options: `PublicKeyCredentialCreationOptionsJSON`, as text.
  /// - Throws: `PasskeyProblem`.
  package func create(_ options: String) async throws -> OwnAnswer {
    try await hold { [place] client in
      try await CredentialCreation(try CreationDetails(options, from: place), client).runApart()
    }
  }

  private func hold(_ ceremony: @escaping @Sendable (CTAPClient) async throws -> OwnAnswer) async throws -> OwnAnswer {
    let outcome = await queue.hold { authenticator -> Result<OwnAnswer, any Error> in
      let client = CTAPClient { await authenticator.respond(to: $0, on: 0) }
      do { return .success(try await ceremony(client)) } catch { return .failure(error) }
    }
    await queue.forgetSecrets()
    switch outcome {
    case .success(let answer): return answer
    case .failure(let error): throw await problem(error)
    case nil: throw PasskeyProblem(.cancelled)
    }
  }

  private func problem(_ error: any Error) async -> PasskeyProblem {
    let problem = PasskeyProblem(cause: (error as? BrowserFailure)?.asStatus ?? error)
    guard problem.code == .wrongPIN(triesLeft: 0) || problem.code == .pinNotSet else { return problem }
    // CTAP answers alike when a PIN was wrong and when there is none: the state tells which.
    guard let state = try? await OwnPasskeys(queue).state(), state.isPINSet, let tries = state.triesLeft else {
      return problem
    }
    return PasskeyProblem(tries == 0 ? .pinBlocked : .wrongPIN(triesLeft: tries))
  }
}

extension BrowserFailure {
  /// The status that says the same.
  fileprivate var asStatus: CTAPStatus {
    if self == .noPIN { return .pinNotSet }
    return switch name {
    case .invalidState: .credentialExcluded
    case .notSupported: .unsupportedAlgorithm
    case .abort: .keepaliveCancel
    case .notAllowed, .security, .syntax, .unreadable: .other
    }
  }
}
