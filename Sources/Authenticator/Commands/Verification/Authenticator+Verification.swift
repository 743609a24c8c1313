extension Authenticator {
  /// How the person can be verified now. Only who shows no token needs to know.
  struct VerificationMeans: Sendable {
    /// Whether a PIN is set: "protected by some form of user verification".
    let isProtected: Bool
    /// Whether the authenticator can ask for it itself.
    let isBuiltIn: Bool
  }

  func verificationMeans(_ configuration: Configuration) async throws -> VerificationMeans {
    let isProtected = try await keys.pinStatus() != .notSet
    return VerificationMeans(isProtected: isProtected, isBuiltIn: isProtected && person.verification != nil && !configuration.mustChangePIN)
  }

  /// CTAP 2.1 §6.1.2 and §6.2.2, steps 1 and 2.
  func checkParameter(_ request: VerificationRequest) async throws {
    guard let parameter = request.parameter else { return }
    if parameter.isEmpty {
      // How older platforms ask somebody to touch one of several authenticators.
      try await confirmPresence(Occasion(.select))
      throw try await keys.pinStatus() == .notSet ? CTAPStatus.pinNotSet : CTAPStatus.pinInvalid
    }
    _ = try PINProtocolVersion(parameter: request.protocolNumber)
  }

  /// CTAP 2.1 §6.1.2 step 11 and §6.2.2 step 6.
  func verify(_ request: VerificationRequest) async throws -> Verification {
    if let parameter = request.parameter {
      // There is no token without a PIN.
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
      // Whoever mistyped is sent to the client's own way to ask.
      throw failure == .gaveUp ? CTAPStatus.operationDenied : CTAPStatus.puatRequired
    }
  }

  /// - Throws: `pinAuthInvalid` where no token is in use, or another one.
  func useToken(_ message: [UInt8], _ parameter: [UInt8], _ protocolNumber: Int64?, for permission: TokenPermissions) throws {
    let version = try PINProtocolVersion(parameter: protocolNumber)
    guard token != nil else { throw CTAPStatus.pinAuthInvalid }
    try token?.verify(message, parameter, version, for: permission)
  }

  /// Asks for presence where it was not shown by now; after that the token is spent.
  func requirePresence(_ verification: inout Verification, _ occasion: Occasion) async throws {
    if !verification.isUserPresent { try await confirmPresence(occasion) }
    verification.isUserPresent = true
    if verification.isByToken { token?.spend() }
  }
}

extension PINProtocolVersion {
  /// - Throws: `missingParameter` without a number, `invalidParameter` for a protocol that is not known.
  init(parameter: Int64?) throws(CTAPStatus) {
    guard let version = Self(rawValue: try parameter.required()) else { throw .invalidParameter }
    self = version
  }
}
