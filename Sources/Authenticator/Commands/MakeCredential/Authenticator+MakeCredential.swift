import Crypto
import Encoding

extension Authenticator {
  /// Performs authenticatorMakeCredential (CTAP 2.1 §6.1.2). The comments give its step numbers.
  func makeCredential(_ request: MakeCredentialRequest) async throws -> CBORValue {
    let occasion = Occasion(.register, rpID: request.rpID, userName: request.user.name)
    var verifying = VerificationRequest(
      clientDataHash: request.clientDataHash, rpID: request.rpID, permission: .makeCredential, occasion: occasion,
      wantsBuiltIn: request.parameter == nil && request.options.uv == true, parameter: request.parameter,
      protocolNumber: request.protocolNumber)
    // Steps 1 and 2
    try await checkParameter(verifying)
    // Step 3
    guard
      request.algorithms.contains(where: {
        $0.type == CredentialDescriptor.publicKey && $0.algorithm == COSEPoint.signing
      })
    else {
      throw CTAPStatus.unsupportedAlgorithm
    }
    let memory = try await memory()
    let configuration = try memory.configuration()
    let means = verifying.parameter == nil ? try await verificationMeans(configuration) : nil
    // Step 5
    guard !verifying.wantsBuiltIn || means?.isBuiltIn == true, request.options.up != false else {
      throw CTAPStatus.invalidOption
    }
    // Steps 6 to 8
    try require(&verifying, isDiscoverable: request.options.rk == true, configuration, means)
    // Step 9: enterprise attestation is off.
    guard request.enterpriseAttestation == nil else { throw CTAPStatus.invalidParameter }
    // Steps 10 and 11
    var verification = try await verify(verifying)
    // Step 12
    try await refuseExcluded(request, memory, &verification, occasion)
    // Extensions are checked, and possibly refused, before the person is asked for anything.
    guard !request.extensions.largeBlobKey || request.options.rk == true else { throw CTAPStatus.invalidOption }
    let salts = try request.extensions.hmacSecretInput?.open(agreement)
    // Step 14
    try await requirePresence(&verification, occasion)
    // Steps 15 to 18
    let rpIDHash = Array(SHA256.hash(data: Array(request.rpID.utf8)))
    if request.options.rk == true { try memory.requireRoom(forUser: request.user.id, rpIDHash: rpIDHash) }
    return try await make(request, rpIDHash: rpIDHash, salts, verification, memory, configuration)
  }

  private func require(
    _ verifying: inout VerificationRequest, isDiscoverable: Bool, _ configuration: Configuration,
    _ means: VerificationMeans?
  ) throws {
    guard let means, !verifying.wantsBuiltIn else { return }
    if configuration.alwaysVerifies {
      guard means.isBuiltIn else { throw CTAPStatus.puatRequired }
      verifying.wantsBuiltIn = true
    } else if means.isProtected, isDiscoverable {
      throw CTAPStatus.puatRequired
    }
  }

  /// Refuses the request if an excluded credential exists. Its existence is revealed only to a person who is present.
  private func refuseExcluded(
    _ request: MakeCredentialRequest, _ memory: Memory, _ verification: inout Verification, _ occasion: Occasion
  ) async throws {
    let rpIDHash = Array(SHA256.hash(data: Array(request.rpID.utf8)))
    for descriptor in request.excluded {
      guard let found = try memory.credential(descriptor.id, rpIDHash: rpIDHash),
        found.protection != .required || verification.isUserVerified
      else { continue }
      if !verification.isUserPresent {
        do { try await confirmPresence(occasion) } catch CTAPStatus.keepaliveCancel {
          throw CTAPStatus.keepaliveCancel
        } catch {}
      }
      // Without this, the account could neither get a new passkey nor be offered its existing one.
      show(found, memory)
      throw CTAPStatus.credentialExcluded
    }
  }
}
