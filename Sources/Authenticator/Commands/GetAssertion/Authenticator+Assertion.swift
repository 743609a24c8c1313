import Encoding

extension Authenticator {
  /// One assertion. The counter is advanced, durably, before anything is signed (E-16).
  func assertion(of credential: Credential, in walk: AssertionWalk, count: Int?) async throws -> CBORValue {
    var secretOutputs: CBORValue?
    if let salts = walk.salts { secretOutputs = try await outputs(of: salts, credential, walk.verification) }
    let extensions = CBORValue.members([
      "credBlob": walk.wantsBlob ? .byteString(credential.blob ?? []) : nil, "hmac-secret": secretOutputs,
    ])
    let data = AuthenticatorDataBytes(
      rpIDHash: walk.rpIDHash, verification: walk.verification, profile: settings.profile, counter: try await keys.advanceCounter(),
      extensions: extensions
    ).bytes
    let signature = try await keys.sign(data + walk.clientDataHash, with: credential.key, leave: walk.verification.leave)
    let largeBlobKey = walk.wantsLargeBlobKey ? credential.account?.largeBlobKey : nil
    return .members([
      1: CredentialDescriptor(id: credential.id).encoded, 2: .byteString(data), 3: .byteString(signature),
      4: credential.account?.user.encoded(withNames: walk.tellsNames), 5: count.map { .number($0) },
      7: largeBlobKey.map { key in key.secret.withBytes { .byteString($0) } },
    ])
  }
}
