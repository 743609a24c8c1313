import Crypto
import Encoding

extension Authenticator {
  /// Creates and attests the keys before it writes the credential. The credential is written once, durably, and only if
  /// it is discoverable.
  func make(
    _ request: MakeCredentialRequest, rpIDHash: [UInt8], _ salts: HMACSecretSalts?, _ verification: Verification,
    _ memory: Memory,
    _ configuration: Configuration
  ) async throws -> CBORValue {
    let keyGuard: KeyGuard = verification.isUserVerified ? .pin : .nothing
    let made = try await keys.makeKey(.signing, guard: keyGuard)
    var credential = StoredCredential(id: [], rpIDHash: rpIDHash, key: made.reference, keyGuard: keyGuard)
    credential.protection = request.extensions.protection ?? .optional
    if request.extensions.hmacSecret { credential.secretKeys = try await secretKeys(keyGuard) }
    credential.blob = request.extensions.blob.flatMap { $0.count <= Self.longestCredBlob ? $0 : nil }
    let counter = try await keys.advanceCounter()
    if request.options.rk == true {
      credential.id = Secret.random(count: 32).withBytes { Array($0) }
      credential.account = CredentialAccount(
        rpID: request.rpID, user: request.user, publicKey: made.publicKey, made: counter,
        largeBlobKey: request.extensions.largeBlobKey ? .init(secret: Secret.random(count: 32)) : nil)
    } else {
      credential.id = try memory.sealingKeys.credentialID(sealing: credential)
      guard credential.id.count <= Self.longestCredentialID else { throw CTAPStatus.other }
    }
    let extensions = try await outputs(for: credential, request, salts, verification, configuration)
    let data = AuthenticatorDataBytes(
      rpIDHash: rpIDHash, verification: verification, profile: settings.profile, counter: counter,
      attested: .init(aaguid: aaguid, id: credential.id, publicKey: made.publicKey), extensions: extensions
    ).bytes
    let attestation = try await attest(data, request.clientDataHash, made.reference, verification.leave)
    if credential.account != nil { try await keep(credential, memory) }
    return .members([
      1: .text(attestation.format), 2: .byteString(data), 3: attestation.statement,
      5: credential.account?.largeBlobKey.map { key in key.secret.withBytes { .byteString($0) } },
    ])
  }

  /// Stores the credential in one durable write. If another process has reset the store since the keys were created,
  /// they are worthless, and the result is as if nothing had been created. A reset removes the contents of storage
  /// after it has ended the keys, and a later reset is detected here.
  private func keep(_ credential: StoredCredential, _ memory: Memory) async throws {
    try memory.alone { memory in
      if let account = credential.account {
        try memory.requireRoom(forUser: account.user.id, rpIDHash: credential.rpIDHash)
      }
      try memory.keep(credential)
    }
    guard try await SealingKeys(keys.sealingKey()).opensSame(as: memory.sealingKeys) else {
      try memory.forget(credential)
      throw CTAPStatus.pinAuthInvalid
    }
  }

  /// Returns two different keys, or only one if the credential is never used without verification.
  private func secretKeys(_ keyGuard: KeyGuard) async throws -> StoredCredential.SecretKeys {
    let verified = try await keys.makeKey(.authenticationCode, guard: keyGuard).reference
    let unverified = keyGuard == .pin ? nil : try await keys.makeKey(.authenticationCode, guard: .nothing).reference
    return StoredCredential.SecretKeys(verified: verified, unverified: unverified)
  }

  private func outputs(
    for credential: StoredCredential, _ request: MakeCredentialRequest, _ salts: HMACSecretSalts?,
    _ verification: Verification,
    _ configuration: Configuration
  ) async throws -> CBORValue {
    let asked = request.extensions
    var secretOutputs: CBORValue?
    if let salts { secretOutputs = try await outputs(of: salts, credential, verification) }
    let isTold = asked.minimumPINLength && configuration.minimumPINLengthRPIDs.contains(request.rpID)
    return .members([
      // The requested level is returned, and only if it was requested (CTAP 2.1 §12.1), even if the keys require the
      // PIN. libfido2, and therefore OpenSSH, rejects any other response. Credential management lists the effective
      // level.
      "credProtect": asked.protection.map { .integer($0.rawValue) },
      "credBlob": asked.blob.map { _ in .boolean(credential.blob != nil) },
      "hmac-secret": asked.hmacSecret ? .boolean(true) : nil,
      "hmac-secret-mc": secretOutputs,
      "minPinLength": isTold ? .number(configuration.minimumPINLength) : nil,
    ])
  }
}

/// An attestation statement and its format (WebAuthn L3 §6.5.4).
struct Attestation: Sendable {
  let format: String
  let statement: CBORValue
}

extension Authenticator {
  /// - Parameter data: The authenticator data with the new credential.
  func attest(
    _ data: [UInt8], _ clientDataHash: [UInt8], _ key: KeyReference, _ leave: (any PINSession)?
  ) async throws -> Attestation {
    switch settings.attestation {
    case .none: return Attestation(format: "none", statement: .map([]))
    case .packedSelf: return try await attestSelf(data + clientDataHash, key, leave)
    case .tpm:
      let hash = Array(SHA256.hash(data: data + clientDataHash))
      guard let certification = try await keys.certify(key, over: hash, leave: leave) else {
        return try await attestSelf(data + clientDataHash, key, leave)
      }
      return Attestation(format: "tpm", statement: certification.statement)
    }
  }

  /// Creates an attestation of format "packed" without certificates (WebAuthn L3 §8.2).
  private func attestSelf(
    _ message: [UInt8], _ key: KeyReference, _ leave: (any PINSession)?
  ) async throws -> Attestation {
    let signature = try await keys.sign(message, with: key, leave: leave)
    return Attestation(
      format: "packed", statement: .members(["alg": .integer(COSEPoint.signing), "sig": .byteString(signature)]))
  }
}

extension KeyCertification {
  /// Format "tpm" (WebAuthn L3 §8.3).
  var statement: CBORValue {
    .members([
      "ver": .text("2.0"), "alg": .integer(algorithm), "x5c": .array(certificates.map { .byteString($0) }),
      "sig": .byteString(signature),
      "certInfo": .byteString(certInfo), "pubArea": .byteString(pubArea),
    ])
  }
}
