import Encoding

extension Authenticator {
  /// Performs getPinToken (CTAP 2.1 §6.5.5.7.1), for makeCredential and getAssertion.
  func tokenForPIN(_ request: ClientPINRequest) async throws -> CBORValue {
    let (platform, sealedHash) = (try request.keyAgreement.required(), try request.pinHash.required())
    let version = try request.version()
    guard request.permissions == nil, request.rpID == nil else { throw CTAPStatus.invalidParameter }
    return try await token(version, platform, sealedHash, [.makeCredential, .getAssertion], rpID: nil)
  }

  /// Performs getPinUvAuthTokenUsingPinWithPermissions (CTAP 2.1 §6.5.5.7.2).
  func tokenForPINWithPermissions(_ request: ClientPINRequest) async throws -> CBORValue {
    let (platform, sealedHash) = (try request.keyAgreement.required(), try request.pinHash.required())
    let permissions = try request.permissions.required()
    let version = try request.version()
    try check(permissions, request.rpID)
    return try await token(version, platform, sealedHash, permissions, rpID: request.rpID)
  }

  /// Performs getPinUvAuthTokenUsingUvWithPermissions (CTAP 2.1 §6.5.5.7.3). The PIN is typed at the authenticator.
  func tokenForVerification(_ request: ClientPINRequest) async throws -> CBORValue {
    guard person.verification != nil else { throw CTAPStatus.invalidSubcommand }
    let platform = try request.keyAgreement.required()
    let permissions = try request.permissions.required()
    let version = try request.version()
    try check(permissions, request.rpID)
    guard try await verificationMeans(try await memory().configuration()).isBuiltIn else { throw CTAPStatus.notAllowed }
    let secret = try agreement.agree(version, with: platform)
    do {
      let leave = try await verifyHere(Occasion(permissions, rpID: request.rpID ?? ""))
      return try begin(version, permissions, rpID: request.rpID, isUserPresent: true, leave, secret)
    } catch let failure as VerificationFailure {
      switch failure {
      case .blocked: throw CTAPStatus.userVerificationBlocked
      case .invalid: throw CTAPStatus.userVerificationInvalid
      case .gaveUp: throw CTAPStatus.operationDenied
      }
    }
  }

  private func check(_ permissions: TokenPermissions, _ rpID: String?) throws(CTAPStatus) {
    guard !permissions.isEmpty else { throw .invalidParameter }
    // This authenticator has no fingerprints to enroll.
    guard !permissions.contains(.bioEnrollment) else { throw .unauthorizedPermission }
    guard permissions.isDisjoint(with: [.makeCredential, .getAssertion]) || rpID != nil else { throw .invalidParameter }
  }

  private func token(
    _ version: PINProtocolVersion, _ platform: ParameterMap, _ sealedHash: [UInt8], _ permissions: TokenPermissions,
    rpID: String?
  ) async throws -> CBORValue {
    try await requirePIN()
    let secret = try agreement.agree(version, with: platform)
    let leave = try await judge(sealedHash, secret).leave
    guard try await !memory().configuration().mustChangePIN else { throw CTAPStatus.pinInvalid }
    return try begin(version, permissions, rpID: rpID, isUserPresent: false, leave, secret)
  }

  /// Begins a new token, which replaces any other client's token.
  private func begin(
    _ version: PINProtocolVersion, _ permissions: TokenPermissions, rpID: String?, isUserPresent: Bool,
    _ leave: any PINSession,
    _ secret: PINProtocolSecret
  ) throws -> CBORValue {
    let token = PINToken(
      version, permissions: permissions, rpID: rpID, isUserPresent: isUserPresent, leave: leave, at: clock())
    self.token = token
    return .members([2: .byteString(try secret.encrypt(token.value))])
  }
}

extension Occasion {
  /// Creates an occasion for the most serious operation that these permissions allow.
  init(_ permissions: TokenPermissions, rpID: String) {
    let isForSigning = permissions.isSubset(of: [.makeCredential, .getAssertion, .largeBlobWrite])
    if permissions == .credentialManagement {
      self.init(.manage, rpID: rpID)
    } else if isForSigning, permissions.contains(.makeCredential) {
      self.init(.register, rpID: rpID)
    } else if isForSigning, permissions.contains(.getAssertion) {
      self.init(.signIn, rpID: rpID)
    } else {
      self.init(.change)
    }
  }
}
