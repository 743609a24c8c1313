import Crypto
import Encoding

extension Authenticator {
  /// authenticatorGetAssertion (CTAP 2.1 §6.2.2). The comments name its steps.
  func getAssertion(_ request: GetAssertionRequest, on channel: UInt32) async throws -> CBORValue {
    var verifying = VerificationRequest(
      clientDataHash: request.clientDataHash, rpID: request.rpID, permission: .getAssertion, occasion: Occasion(.signIn, rpID: request.rpID),
      wantsBuiltIn: request.parameter == nil && request.options.uv == true, parameter: request.parameter, protocolNumber: request.protocolNumber)
    // Steps 1 and 2
    try await checkParameter(verifying)
    let memory = try await memory()
    let configuration = try memory.configuration()
    let means = verifying.parameter == nil ? try await verificationMeans(configuration) : nil
    // Step 4
    guard !verifying.wantsBuiltIn || means?.isBuiltIn == true else { throw CTAPStatus.invalidOption }
    guard request.options.rk == nil else { throw CTAPStatus.unsupportedOption }
    let needsPresence = request.options.up ?? true
    // Step 5
    if configuration.alwaysVerifies, needsPresence, let means, !verifying.wantsBuiltIn {
      guard means.isBuiltIn else { throw CTAPStatus.puatRequired }
      verifying.wantsBuiltIn = true
    }
    let candidates = try candidates(request, memory)
    if candidates.count == 1 { verifying.occasion.userName = candidates.first?.account?.user.name }
    // Step 6
    var verification = try await verify(verifying)
    // Step 7
    let applicable = candidates.filter { Self.allows($0, verification, isNamed: request.allowed != nil) }
    guard let first = applicable.first else { throw CTAPStatus.noCredentials }
    // Step 10 in part: what the extensions refuse is refused before anybody is asked for anything.
    guard needsPresence || request.extensions.hmacSecretInput == nil else { throw CTAPStatus.unsupportedOption }
    let salts = try request.extensions.hmacSecretInput?.open(agreement)
    // Step 9
    if needsPresence { try await requirePresence(&verification, verifying.occasion) } else { verification.isUserPresent = false }
    // Steps 11 and 12
    let count = request.allowed == nil ? applicable.count : 1
    let walk = AssertionWalk(
      rpIDHash: first.rpIDHash, clientDataHash: request.clientDataHash, verification: verification, wantsBlob: request.extensions.blob,
      wantsLargeBlobKey: request.extensions.largeBlobKey, salts: salts, tellsNames: verification.isUserVerified && count > 1,
      remaining: count > 1 ? Array(applicable.dropFirst()) : [])
    let answer = try await assertion(of: first, in: walk, count: count > 1 ? count : nil)
    if count > 1 { begin(.assertions(walk), on: channel) }
    if needsPresence { show(first, memory) }
    return answer
  }

  /// authenticatorGetNextAssertion (CTAP 2.1 §6.3).
  func getNextAssertion(_ walk: Walk?, on channel: UInt32) async throws -> CBORValue {
    guard case .assertions(var assertions)? = walk?.kind, !assertions.remaining.isEmpty else { throw CTAPStatus.notAllowed }
    let credential = assertions.remaining.removeFirst()
    let answer = try await assertion(of: credential, in: assertions, count: nil)
    if !assertions.remaining.isEmpty { begin(.assertions(assertions), on: channel) }
    return answer
  }

  /// The latest first; those of a list in its order.
  private func candidates(_ request: GetAssertionRequest, _ memory: Memory) throws -> [Credential] {
    let rpIDHash = Array(SHA256.hash(data: Array(request.rpID.utf8)))
    guard let allowed = request.allowed else { return try memory.offered(rpIDHash: rpIDHash) }
    return try allowed.compactMap { try memory.credential($0.id, rpIDHash: rpIDHash) }
  }

  /// credProtect (CTAP 2.1 §12.1), and that keys wait for the PIN.
  private static func allows(_ credential: Credential, _ verification: Verification, isNamed: Bool) -> Bool {
    verification.isUserVerified || (!credential.requiresVerification && (isNamed || credential.protection == .optional))
  }
}
