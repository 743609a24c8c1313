import Crypto
import Encoding

extension Authenticator {
  /// Performs authenticatorGetAssertion (CTAP 2.1 §6.2.2). The comments give its step numbers.
  func getAssertion(_ request: GetAssertionRequest, on channel: UInt32) async throws -> CBORValue {
    var verifying = VerificationRequest(
      clientDataHash: request.clientDataHash, rpID: request.rpID, permission: .getAssertion,
      occasion: Occasion(.signIn, rpID: request.rpID),
      wantsBuiltIn: request.parameter == nil && request.options.uv == true, parameter: request.parameter,
      protocolNumber: request.protocolNumber)
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
    // Part of step 10: extensions are checked, and possibly refused, before the person is asked for anything.
    guard needsPresence || request.extensions.hmacSecretInput == nil else { throw CTAPStatus.unsupportedOption }
    let salts = try request.extensions.hmacSecretInput?.open(agreement)
    // Step 9
    if needsPresence {
      try await requirePresence(&verification, verifying.occasion)
    } else {
      verification.isUserPresent = false
    }
    // Steps 11 and 12
    let count = request.allowed == nil ? applicable.count : 1
    let sequence = AssertionSequence(
      rpIDHash: first.rpIDHash, clientDataHash: request.clientDataHash, verification: verification,
      wantsBlob: request.extensions.blob,
      wantsLargeBlobKey: request.extensions.largeBlobKey, salts: salts,
      tellsNames: verification.isUserVerified && count > 1,
      remaining: count > 1 ? Array(applicable.dropFirst()) : [])
    let answer = try await assertion(of: first, in: sequence, count: count > 1 ? count : nil)
    if count > 1 { begin(.assertions(sequence), on: channel) }
    if needsPresence { show(first, memory) }
    return answer
  }

  /// Performs authenticatorGetNextAssertion (CTAP 2.1 §6.3).
  func getNextAssertion(_ stateful: StatefulCommand?, on channel: UInt32) async throws -> CBORValue {
    guard case .assertions(var assertions)? = stateful?.kind, !assertions.remaining.isEmpty else {
      throw CTAPStatus.notAllowed
    }
    let credential = assertions.remaining.removeFirst()
    let answer = try await assertion(of: credential, in: assertions, count: nil)
    if !assertions.remaining.isEmpty { begin(.assertions(assertions), on: channel) }
    return answer
  }

  /// Returns the matching credentials, newest first or, if there is an allow list, in the order of the list.
  private func candidates(_ request: GetAssertionRequest, _ memory: Memory) throws -> [StoredCredential] {
    let rpIDHash = Array(SHA256.hash(data: Array(request.rpID.utf8)))
    guard let allowed = request.allowed else { return try memory.offered(rpIDHash: rpIDHash) }
    return try allowed.compactMap { try memory.credential($0.id, rpIDHash: rpIDHash) }
  }

  /// Applies credProtect (CTAP 2.1 §12.1), and the rule for keys that require the PIN.
  private static func allows(_ credential: StoredCredential, _ verification: Verification, isNamed: Bool) -> Bool {
    verification.isUserVerified || (!credential.requiresVerification && (isNamed || credential.protection == .optional))
  }
}

extension Authenticator {
  /// Creates one assertion. The counter is durably incremented before anything is signed (E-16).
  func assertion(
    of credential: StoredCredential, in sequence: AssertionSequence, count: Int?
  ) async throws -> CBORValue {
    var secretOutputs: CBORValue?
    if let salts = sequence.salts { secretOutputs = try await outputs(of: salts, credential, sequence.verification) }
    let extensions = CBORValue.members([
      "credBlob": sequence.wantsBlob ? .byteString(credential.blob ?? []) : nil, "hmac-secret": secretOutputs,
    ])
    let profile = settings.profile
    let signed = try await keys.signCounting(with: credential.key, leave: sequence.verification.leave) { counter in
      AuthenticatorDataBytes(
        rpIDHash: sequence.rpIDHash, verification: sequence.verification, profile: profile, counter: counter,
        extensions: extensions
      ).bytes + sequence.clientDataHash
    }
    let data = signed.message.dropLast(sequence.clientDataHash.count)
    let largeBlobKey = sequence.wantsLargeBlobKey ? credential.account?.largeBlobKey : nil
    return .members([
      1: CredentialDescriptor(id: credential.id).encoded, 2: .byteString(data), 3: .byteString(signed.signature),
      4: credential.account?.user.encoded(withNames: sequence.tellsNames), 5: count.map { .number($0) },
      7: largeBlobKey.map { key in key.secret.withBytes { .byteString($0) } },
    ])
  }
}

/// The values shared by one request's assertions, and the remaining credentials.
struct AssertionSequence: Sendable {
  let rpIDHash: [UInt8]
  let clientDataHash: [UInt8]
  let verification: Verification
  let wantsBlob: Bool
  let wantsLargeBlobKey: Bool
  let salts: HMACSecretSalts?
  /// `true` if account names are included. They are included only for a verified person who must choose.
  let tellsNames: Bool
  var remaining: [StoredCredential]
}

/// The parameters of authenticatorGetAssertion (CTAP 2.1 §6.2).
struct GetAssertionRequest: Sendable {
  let rpID: String
  let clientDataHash: [UInt8]
  /// The allow list; `nil` if any discoverable credential is acceptable, which is also what an empty list means.
  let allowed: [CredentialDescriptor]?
  let extensions: GetAssertionExtensions
  let options: CommandOptions
  let parameter: [UInt8]?
  let protocolNumber: Int64?

  init(_ map: ParameterMap) throws(CTAPStatus) {
    rpID = try map.text(0x01).required()
    clientDataHash = try map.clientDataHash(0x02)
    let items = try map.array(0x03) ?? []
    allowed = items.isEmpty ? nil : try CredentialDescriptor.list(items)
    extensions = try GetAssertionExtensions(try map.map(0x04))
    options = try CommandOptions(try map.map(0x05))
    parameter = try map.bytes(0x06)
    protocolNumber = try map.integer(0x07)
  }
}

/// The extension inputs of getAssertion (CTAP 2.1 §12).
struct GetAssertionExtensions: Sendable {
  let blob: Bool
  let hmacSecretInput: HMACSecretInput?
  let largeBlobKey: Bool

  init(_ map: ParameterMap?) throws(CTAPStatus) {
    blob = try map?.boolean("credBlob") ?? false
    if let input = try map?.map("hmac-secret") {
      hmacSecretInput = try HMACSecretInput(input)
    } else {
      hmacSecretInput = nil
    }
    let key = try map?.boolean("largeBlobKey")
    guard key != false else { throw .invalidOption }
    largeBlobKey = key == true
  }
}
