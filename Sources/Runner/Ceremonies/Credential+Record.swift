import Encoding
import Foundation
import Model
import RelyingParty

extension Credential {
  init(_ record: CredentialRecord, account: AccountID, vouching: String?, createdAt: Date, lastUsedAt: Date? = nil) {
    self.init(
      id: KeyID(rawValue: Base64URL.encode(record.id)), account: account, publicKey: record.publicKey, signCount: record.signCount,
      wasUserVerified: record.uvInitialized, isBackupEligible: record.backupEligible == .unknown ? nil : record.backupEligible == .eligible,
      isBackedUp: record.backupState, transports: record.transports.map(\.rawValue).filter { !$0.contains(",") }, aaguid: record.aaguid.bytes,
      attestationFormat: record.attestationFormat, vouching: vouching, createdAt: createdAt, lastUsedAt: lastUsedAt)
  }
}

extension CredentialRecord {
  init(_ credential: Credential) {
    self.init(
      id: Base64URL.decode(credential.id.rawValue) ?? [], publicKey: credential.publicKey, signCount: credential.signCount,
      uvInitialized: credential.wasUserVerified, transports: credential.transports.map(AuthenticatorTransport.init),
      backupEligible: credential.isBackupEligible.map { $0 ? .eligible : .notEligible } ?? .unknown, backupState: credential.isBackedUp,
      userHandle: credential.account.bytes, aaguid: AAGUID(credential.aaguid) ?? .zero, attestationFormat: credential.attestationFormat)
  }
}

extension PublicKeyCredentialDescriptor {
  init?(_ credential: Credential) {
    guard let id = Base64URL.decode(credential.id.rawValue) else { return nil }
    self.init(id: id, transports: credential.transports.map(AuthenticatorTransport.init))
  }
}
