import Crypto
import Encoding

extension Authenticator {
  /// Makes the keys, attests them, and only then writes: once, durably, and for a discoverable credential only.
  func make(
    _ request: MakeCredentialRequest, rpIDHash: [UInt8], _ salts: HMACSecretSalts?, _ verification: Verification, _ memory: Memory,
    _ configuration: Configuration
  ) async throws -> CBORValue {
    let keyGuard: KeyGuard = verification.isUserVerified ? .pin : .nothing
    let made = try await keys.makeKey(.signing, guard: keyGuard)
    var credential = Credential(id: [], rpIDHash: rpIDHash, key: made.reference, keyGuard: keyGuard)
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
      credential.id = try memory.vault.credentialID(sealing: credential)
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

  /// One durable write. Where another process reset the store since the keys were made, they are worth nothing: then it is as if nothing was
  /// made. A reset takes away what stands there when it has ended the keys, and what comes later sees that here.
  private func keep(_ credential: Credential, _ memory: Memory) async throws {
    try memory.alone { memory in
      if let account = credential.account { try memory.requireRoom(forUser: account.user.id, rpIDHash: credential.rpIDHash) }
      try memory.keep(credential)
    }
    guard try await Vault(keys.sealingKey()).opensSame(as: memory.vault) else {
      try memory.forget(credential)
      throw CTAPStatus.pinAuthInvalid
    }
  }

  /// Two different keys; where the credential is never used without verification, only the one.
  private func secretKeys(_ keyGuard: KeyGuard) async throws -> Credential.SecretKeys {
    let verified = try await keys.makeKey(.authenticationCode, guard: keyGuard).reference
    let unverified = keyGuard == .pin ? nil : try await keys.makeKey(.authenticationCode, guard: .nothing).reference
    return Credential.SecretKeys(verified: verified, unverified: unverified)
  }

  private func outputs(
    for credential: Credential, _ request: MakeCredentialRequest, _ salts: HMACSecretSalts?, _ verification: Verification,
    _ configuration: Configuration
  ) async throws -> CBORValue {
    let asked = request.extensions
    var secretOutputs: CBORValue?
    if let salts { secretOutputs = try await outputs(of: salts, credential, verification) }
    let isTold = asked.minimumPINLength && configuration.minimumPINLengthRPIDs.contains(request.rpID)
    return .members([
      // As it was asked for, and never unasked (CTAP 2.1 §12.1), also where its keys wait for the PIN: libfido2 refuses any other answer, and with
      // it OpenSSH. The list of credentials says how it behaves.
      "credProtect": asked.protection.map { .integer($0.rawValue) },
      "credBlob": asked.blob.map { _ in .boolean(credential.blob != nil) },
      "hmac-secret": asked.hmacSecret ? .boolean(true) : nil,
      "hmac-secret-mc": secretOutputs,
      "minPinLength": isTold ? .number(configuration.minimumPINLength) : nil,
    ])
  }
}
