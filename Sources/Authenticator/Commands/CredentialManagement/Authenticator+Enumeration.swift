import Crypto
import Encoding

extension Authenticator {
  /// enumerateRPsBegin (CTAP 2.1 §6.8.3).
  func firstRelyingParty(_ memory: Memory, on channel: UInt32) throws -> CBORValue {
    var seen: Set<String> = []
    let accounts = try memory.allCredentials().compactMap(\.account).filter { seen.insert($0.rpID).inserted }
    guard let first = accounts.first else { throw CTAPStatus.noCredentials }
    begin(.relyingParties(Array(accounts.dropFirst())), on: channel)
    return relyingParty(first, total: accounts.count)
  }

  func nextRelyingParty(_ walk: Walk?, on channel: UInt32) throws -> CBORValue {
    guard case .relyingParties(var accounts)? = walk?.kind, !accounts.isEmpty else { throw CTAPStatus.notAllowed }
    let next = accounts.removeFirst()
    begin(.relyingParties(accounts), on: channel)
    return relyingParty(next, total: nil)
  }

  private func relyingParty(_ account: CredentialAccount, total: Int?) -> CBORValue {
    .members([
      3: .members(["id": .text(account.rpID)]), 4: .byteString(Array(SHA256.hash(data: Array(account.rpID.utf8)))),
      5: total.map { .number($0) },
    ])
  }

  /// enumerateCredentialsBegin (CTAP 2.1 §6.8.4).
  func firstCredential(_ request: CredentialManagementRequest, _ memory: Memory, on channel: UInt32) throws -> CBORValue {
    let rpIDHash = try request.parameters.required().bytes(1).required()
    guard token?.mayManage(rpIDHash: rpIDHash) == true else { throw CTAPStatus.pinAuthInvalid }
    let credentials = try memory.credentials(rpIDHash: rpIDHash)
    guard let first = credentials.first else { throw CTAPStatus.noCredentials }
    begin(.credentials(Array(credentials.dropFirst())), on: channel)
    return listed(first, total: credentials.count)
  }

  func nextCredential(_ walk: Walk?, on channel: UInt32) throws -> CBORValue {
    guard case .credentials(var credentials)? = walk?.kind, !credentials.isEmpty else { throw CTAPStatus.notAllowed }
    let next = credentials.removeFirst()
    begin(.credentials(credentials), on: channel)
    return listed(next, total: nil)
  }

  private func listed(_ credential: Credential, total: Int?) -> CBORValue {
    .members([
      6: credential.account?.user.encoded(), 7: CredentialDescriptor(id: credential.id).encoded,
      8: credential.account.map { COSEPoint(uncompressed: $0.publicKey).key(algorithm: COSEPoint.signing) }, 9: total.map { .number($0) },
      10: .integer(credential.effectiveProtection.rawValue),
      11: credential.account?.largeBlobKey.map { key in key.secret.withBytes { .byteString($0) } },
      ListedCredential.hiddenKey: credential.isHidden ? .boolean(true) : nil,
    ])
  }
}
