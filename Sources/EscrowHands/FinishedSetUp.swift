import Encoding
import Escrow
import HandsProtocol

/// A completed set-up, as far as the status page and the picture of what each loss leaves need it (C-40, WAYS-BACK §1):
/// the providers, the version and expiration at each, the policies that suffice for recovery, and when what answered.
/// Days are numbers of days since 1970, in UTC.
struct FinishedSetUp: EscrowNotes {
  static let name = "finished"
  struct Place: Codable, Hashable, Sendable {
    var provider: ProviderAddress
    var name: String
    /// The public half of the account key at this provider, 32 bytes.
    var account: Base32Bytes
    /// The document's version number; `nil` if the document never arrived, in which case the provider keeps only its
    /// shares.
    var version: Int?
    /// The document's expiration in seconds of the Unix clock, if the provider stated it.
    var expiration: Int64?
    /// The earliest time at which the provider's shares may expire; `nil` in older files.
    var truthExpiration: Int64?
    /// The SHA-512 hash of the sealed document as stored at this provider; `nil` if a different computer uploaded the
    /// document.
    var sealedHash: Base32Bytes?
    /// `true` if the provider was for practice, or free, at the time of the set-up; `nil` in older files.
    var isPractice: Bool?, isFree: Bool?
    /// The last answer of the provider; `nil` if it gave none since the set-up, and in older files.
    var answer: Answer?
    /// The day of the last question, if the provider gave no answer to it.
    var unansweredOn: Int?
  }
  /// What a provider said of the document and the shares.
  struct Answer: Codable, Hashable, Sendable {
    var on: Int
    /// `true` if it no longer keeps what it accepted, or has a different document.
    var isGone: Bool
    /// `true` if it has the document that was uploaded to it.
    var hasDocument: Bool
  }
  /// One part of a policy.
  struct Part: Codable, Hashable, Sendable {
    var kind: EscrowKind
    /// The provider's base URL.
    var url: String
    /// The day on which the provider last gave this part back; `nil` if it never did, and in older files.
    var triedOn: Int?

    var facts: EscrowPartFacts { EscrowPartFacts(kind, url) }
  }
  /// The hashes by one of which a server finds the account that this set-up is of (`EscrowWay.lookups`); `nil` in older
  /// files.
  var lookups: [String]?
  /// The hash that identifies the document, 64 bytes.
  var documentHash: Base32Bytes
  var places: [Place]
  /// The policies in the order of the document, each with its parts in that order.
  var policies: [[Part]]

  init(_ draft: BackupDraft, _ notes: BackupNotes, practice: Set<ProviderAddress>, at origin: String) {
    lookups = (try? draft.coreSecret()).flatMap { EscrowWay.bytes(of: $0, for: origin) }.map {
      EscrowWay.lookups(of: $0, at: origin)
    }
    documentHash = draft.documentHash
    places = draft.providers.map { address, provider in
      Place(
        provider: address, name: notes.known.name(of: address), account: Base32Bytes(provider.account),
        version: provider.version,
        expiration: provider.expiration, truthExpiration: draft.truthExpiration(at: address),
        sealedHash: notes.brought?.contains(address) == true ? nil : Base32Bytes(provider.sealedHash),
        isPractice: notes.known.isPractice(address, practice),
        isFree: provider.configuration.annualFee.isZero && provider.configuration.truthUploadFee.isZero,
        answer: notes.readBackOn?[address.text].map {
          Answer(on: $0, isGone: false, hasDocument: provider.version != nil)
        })
    }
    .sorted { $0.provider.text < $1.provider.text }
    policies = draft.policies.map { policy in
      policy.compactMap { part in
        let method = draft.methods[part.method]
        return EscrowKind(rawValue: method.type.rawValue).map {
          Part(kind: $0, url: part.provider.text, triedOn: notes.givenOn(part, of: draft))
        }
      }
    }
  }
}

extension FinishedSetUp {
  /// Notes the parts whose shares were joined in a recovery or a drill of this very document. Any other document leaves
  /// the dates as they are.
  ///
  /// - Returns: `true` if a date moved.
  mutating func note(_ opened: OpenedDocument, on day: Int) -> Bool {
    let document = opened.document.policies.map(\.truthIDs)
    guard opened.documentHash == documentHash, document.map(\.count) == policies.map(\.count),
      let joined = opened.joinedPolicy
    else { return false }
    let before = policies
    for (at, truths) in document.enumerated() {
      for (part, truth) in truths.enumerated() where document[joined].contains(truth) {
        policies[at][part].triedOn = day
      }
    }
    return policies != before
  }
}

extension EscrowOperations {
  /// Notes that the parts of a finished set-up whose shares were just joined were given back today. A share that was
  /// given and not joined may be the wrong one.
  func noteGivenBack(_ opened: OpenedDocument, _ origin: String) throws {
    guard var finished = try notebook.read(FinishedSetUp.self, of: origin), finished.note(opened, on: today) else {
      return
    }
    try notebook.write(finished, of: origin)
  }
}

extension BackupNotes {
  /// Returns the day on which the provider gave this part back in a trial of its method.
  fileprivate func givenOn(_ part: PolicyPart, of draft: BackupDraft) -> Int? {
    draft.truths.first { $0.method == part.method && $0.provider == part.provider }.flatMap { givenOn?[$0.id.text] }
  }
}
