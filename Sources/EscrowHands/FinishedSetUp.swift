import Escrow
import HandsProtocol

/// A set-up that stands, as far as the status page needs it (C-40): where, which version, until when, and what suffices.
struct FinishedSetUp: EscrowNotes {
  static let name = "finished"
  struct Place: Codable, Hashable, Sendable {
    var provider: ProviderAddress
    var name: String
    /// The public half of the account's key there, 32 bytes.
    var account: Base32Bytes
    /// `nil` where the document never arrived: it keeps its shares alone.
    var version: Int?
    /// In seconds of the Unix clock, where the provider said so.
    var expiration: Int64?
    /// Until when it keeps its shares at least; `nil` in what was written before this was.
    var truthExpiration: Int64?
    /// SHA-512 of the document as it lies there, sealed; `nil` where another computer brought it.
    var sealedHash: Base32Bytes?
    /// What it was when it was set up; `nil` in what was written before this was.
    var isPractice: Bool?, isFree: Bool?
  }
  /// What names the document, 64 bytes.
  var documentHash: Base32Bytes
  var places: [Place]
  var policies: [[EscrowPartFacts]]

  init(_ draft: BackupDraft, _ known: KnownProviders, practice: Set<ProviderAddress>, brought: Set<ProviderAddress>) {
    documentHash = draft.documentHash
    places = draft.providers.map { address, provider in
      Place(
        provider: address, name: known.name(of: address), account: Base32Bytes(provider.account), version: provider.version,
        expiration: provider.expiration, truthExpiration: draft.truthExpiration(at: address),
        sealedHash: brought.contains(address) ? nil : Base32Bytes(provider.sealedHash), isPractice: known.isPractice(address, practice),
        isFree: provider.configuration.annualFee.isZero && provider.configuration.truthUploadFee.isZero)
    }
    .sorted { $0.provider.text < $1.provider.text }
    policies = draft.policies.map { policy in
      policy.compactMap { part in
        EscrowKind(rawValue: draft.methods[part.method].type.rawValue).map { EscrowPartFacts($0, part.provider.text) }
      }
    }
  }
}
