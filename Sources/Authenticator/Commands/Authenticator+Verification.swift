import Crypto
import Encoding
import Foundation

extension Authenticator {
  /// The currently available means of verifying the person. They are needed only if the request has no token.
  struct VerificationMeans: Sendable {
    /// `true` if a PIN is set: "protected by some form of user verification".
    let isProtected: Bool
    /// `true` if the authenticator can ask for the PIN itself.
    let isBuiltIn: Bool
  }

  func verificationMeans(_ configuration: Configuration) async throws -> VerificationMeans {
    let isProtected = try await keys.pinStatus() != .notSet
    return VerificationMeans(
      isProtected: isProtected, isBuiltIn: isProtected && person.verification != nil && !configuration.mustChangePIN)
  }

  /// Performs steps 1 and 2 of CTAP 2.1 §6.1.2 and §6.2.2.
  func checkParameter(_ request: VerificationRequest) async throws {
    guard let parameter = request.parameter else { return }
    if parameter.isEmpty {
      // Older platforms use such a request to ask the person to touch one of several authenticators.
      try await confirmPresence(Occasion(.select))
      throw try await keys.pinStatus() == .notSet ? CTAPStatus.pinNotSet : CTAPStatus.pinInvalid
    }
    _ = try PINProtocolVersion(parameter: request.protocolNumber)
  }

  /// Performs step 11 of CTAP 2.1 §6.1.2 and step 6 of §6.2.2.
  func verify(_ request: VerificationRequest) async throws -> Verification {
    if let parameter = request.parameter {
      // Without a PIN there are no tokens.
      if token == nil, try await keys.pinStatus() == .notSet { throw CTAPStatus.pinNotSet }
      try useToken(request.clientDataHash, parameter, request.protocolNumber, for: request.permission)
      try token?.bind(to: request.rpID)
      guard let token, token.isUserVerified else { throw CTAPStatus.pinAuthInvalid }
      return Verification(isUserVerified: true, isUserPresent: token.isUserPresent, isByToken: true, leave: token.leave)
    }
    guard request.wantsBuiltIn else { return Verification() }
    do {
      return Verification(isUserVerified: true, isUserPresent: true, leave: try await verifyHere(request.occasion))
    } catch let failure as VerificationFailure {
      // After a wrong PIN, the client asks for the PIN in its own way.
      throw failure == .gaveUp ? CTAPStatus.operationDenied : CTAPStatus.puatRequired
    }
  }

  /// - Throws: `pinAuthInvalid` if no token or a different token is in use.
  func useToken(
    _ message: [UInt8], _ parameter: [UInt8], _ protocolNumber: Int64?, for permission: TokenPermissions
  ) throws {
    let version = try PINProtocolVersion(parameter: protocolNumber)
    guard token != nil else { throw CTAPStatus.pinAuthInvalid }
    try token?.verify(message, parameter, version, for: permission)
  }

  /// Asks for presence unless it was already confirmed. After that, the token is spent.
  func requirePresence(_ verification: inout Verification, _ occasion: Occasion) async throws {
    if !verification.isUserPresent { try await confirmPresence(occasion) }
    verification.isUserPresent = true
    if verification.isByToken { token?.spend() }
  }
}

extension PINProtocolVersion {
  /// - Throws: `missingParameter` without a number, `invalidParameter` for an unknown protocol.
  init(parameter: Int64?) throws(CTAPStatus) {
    guard let version = Self(rawValue: try parameter.required()) else { throw .invalidParameter }
    self = version
  }
}

/// The verification by the client or the person before a credential is created or used.
struct Verification: Sendable {
  var isUserVerified = false
  var isUserPresent = false
  /// `true` if a PIN/UV auth token proved the verification. The token is spent afterwards.
  var isByToken = false
  /// The session that permits the use of keys that require the PIN.
  var leave: (any PINSession)?
}

/// The verification parameters that makeCredential and getAssertion share.
struct VerificationRequest: Sendable {
  var clientDataHash: [UInt8]
  var rpID: String
  var permission: TokenPermissions
  var occasion: Occasion
  /// The option `uv`, which has an effect only without a `pinUvAuthParam`.
  var wantsBuiltIn: Bool
  var parameter: [UInt8]?
  var protocolNumber: Int64?
}

extension Authenticator {
  /// Asks the person to confirm user presence (CTAP 2.1 §4).
  func confirmPresence(_ occasion: Occasion) async throws {
    let person = person
    switch try await asking({ await person.confirmPresence(for: occasion) }) {
    case .present: return
    case .declined: throw CTAPStatus.operationDenied
    case .cancelled: throw CTAPStatus.keepaliveCancel
    case .timedOut: throw CTAPStatus.userActionTimeout
    }
  }

  /// The reason why the PIN typed at the authenticator did not verify the person.
  enum VerificationFailure: Error { case blocked, invalid, gaveUp }

  /// Performs built-in user verification: the authenticator itself asks for the PIN (CTAP 2.1 §6.5.3.1
  /// performBuiltInUv). Typing the PIN also confirms presence.
  func verifyHere(_ occasion: Occasion) async throws -> any PINSession {
    guard let verification = person.verification else { throw CTAPStatus.invalidOption }
    for _ in 0..<Self.triesHere {
      guard case .set(let retries) = try await keys.pinStatus(), retries > 0 else { throw VerificationFailure.blocked }
      guard let pin = try await asking({ await verification.askPIN(for: occasion, retries: retries) }) else {
        throw VerificationFailure.gaveUp
      }
      // Pressing Enter too early does not use up a try.
      guard PINText.isPossible(pin) else { continue }
      do {
        let leave = try await keys.verifyPIN(PINText.hash(pin))
        wrongPINsInARow = 0
        return leave
      } catch {
        guard case .wrongPIN = error.code else { throw error }
      }
    }
    throw VerificationFailure.invalid
  }
  private static let triesHere = 3

  /// Waits for the person and informs the transport. Ends when the command is cancelled.
  private func asking<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) async throws -> Answer {
    guard !isCancelled, !Task.isCancelled else { throw CTAPStatus.keepaliveCancel }
    let task = Task { await ask() }
    stopAsking = { task.cancel() }
    isWaitingForPerson = true
    defer {
      stopAsking = nil
      isWaitingForPerson = false
    }
    let answer = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    guard !task.isCancelled else { throw CTAPStatus.keepaliveCancel }
    return answer
  }
}
