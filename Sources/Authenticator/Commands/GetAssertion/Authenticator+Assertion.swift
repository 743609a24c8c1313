import Encoding

extension Authenticator {
  /// One assertion. The counter is advanced, durably, before anything is signed (E-16).
  func assertion(of credential: Credential, in walk: AssertionWalk, count: Int?) async throws -> CBORValue {
    var secretOutputs: CBORValue?
    if let salts = walk.salts { secretOutputs = try await outputs(of: salts, credential, walk.verification) }
    let extensions = CBORValue.members([
      "credBlob": walk.wantsBlob ? .byteString(credential.blob ?? []) : nil, "hmac-secret": secretOutputs,
    ])
    let profile = settings.profile
    let signed = try await keys.signCounting(with: credential.key, leave: walk.verification.leave) { counter in
      AuthenticatorDataBytes(
        rpIDHash: walk.rpIDHash, verification: walk.verification, profile: profile, counter: counter, extensions: extensions
      ).bytes + walk.clientDataHash
    }
    let data = signed.message.dropLast(walk.clientDataHash.count)
    let largeBlobKey = walk.wantsLargeBlobKey ? credential.account?.largeBlobKey : nil
    return .members([
      1: CredentialDescriptor(id: credential.id).encoded, 2: .byteString(data), 3: .byteString(signed.signature),
      4: credential.account?.user.encoded(withNames: walk.tellsNames), 5: count.map { .number($0) },
      7: largeBlobKey.map { key in key.secret.withBytes { .byteString($0) } },
    ])
  }
}
